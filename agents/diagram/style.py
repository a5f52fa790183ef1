"""The look of a picture. `static/css/diagram.css` has the same rules for pages, with the site's tokens. Pure."""

import re
from typing import Final

RULES: Final = """\
.diagram { direction: ltr; font-family: var(--font); }
.diagram text { fill: var(--text); font-size: 12px; }
.diagram .diagram-title { font-size: 14px; font-weight: 600; }
.diagram .diagram-note, .diagram .diagram-beside, .diagram .diagram-number { fill: var(--text-muted); }
.diagram .diagram-frame { fill: var(--surface); stroke: var(--border-strong); }
.diagram .diagram-start .diagram-frame, .diagram .diagram-end .diagram-frame { fill: var(--surface-raised); }
.diagram .diagram-is-unreached .diagram-frame { stroke-dasharray: 5 4; }
.diagram .diagram-is-unreached .diagram-title { fill: var(--text-muted); }
.diagram .diagram-has-warning .diagram-frame { stroke: var(--warning-text); stroke-width: 1.5; }
.diagram .diagram-has-error .diagram-frame { stroke: var(--danger-text); stroke-width: 1.5; }
.diagram .diagram-is-visited .diagram-frame { stroke: var(--accent); stroke-width: 1.5; }
.diagram .diagram-is-current .diagram-frame { fill: var(--accent-surface); stroke: var(--accent); stroke-width: 2.5; }
.diagram .diagram-rule { stroke: var(--border); }
.diagram .diagram-icon-ground { fill: var(--accent-surface); }
.diagram .diagram-icon { fill: none; stroke: var(--accent-text); stroke-linejoin: round; stroke-width: 1.5; }
.diagram .diagram-line { fill: none; stroke: var(--border-strong); stroke-linejoin: round; stroke-width: 1.5; }
.diagram .diagram-arrow { fill: var(--border-strong); }
.diagram .diagram-is-unreached .diagram-line { stroke-dasharray: 5 4; }
.diagram .diagram-is-travelled .diagram-line { stroke: var(--accent); stroke-width: 2.5; }
.diagram .diagram-is-travelled .diagram-arrow { fill: var(--accent); }
.diagram .diagram-share-1 .diagram-line { stroke-width: 1.5; }
.diagram .diagram-share-2 .diagram-line { stroke-width: 2.5; }
.diagram .diagram-share-3 .diagram-line { stroke-width: 3.5; }
.diagram .diagram-share-4 .diagram-line { stroke-width: 5; }
.diagram .diagram-chip { fill: var(--surface-raised); stroke: var(--border); }
.diagram .diagram-chip-flow { fill: var(--accent-surface); stroke: var(--accent-surface); }
.diagram .diagram-chip-flow-text { fill: var(--accent-text); }
.diagram .diagram-chip-missing { fill: var(--danger-surface); stroke: var(--danger-text); }
.diagram .diagram-chip-missing-text { fill: var(--danger-text); }
.diagram .diagram-is-travelled .diagram-chip { stroke: var(--accent); stroke-width: 2; }
.diagram .diagram-badge { fill: var(--surface-raised); stroke: var(--border); }
.diagram .diagram-badge-visits { fill: var(--accent-surface); stroke: var(--accent); }
.diagram .diagram-badge-error { fill: var(--danger-surface); stroke: var(--danger-text); }
.diagram .diagram-badge-warning { fill: var(--warning-surface); stroke: var(--warning-text); }
.diagram .diagram-badge-error-text { fill: var(--danger-text); font-weight: 600; }
.diagram .diagram-badge-warning-text { fill: var(--warning-text); font-weight: 600; }
"""

LIGHT: Final = {
    "font": 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
    "surface": "#ffffff",
    "surface-raised": "#f6f6f9",
    "text": "#1b1b22",
    "text-muted": "#5d5d6b",
    "border": "#dedee6",
    "border-strong": "#85858f",
    "accent": "#4f46e5",
    "accent-text": "#4338ca",
    "accent-surface": "#eeeefd",
    "warning-text": "#7d4a06",
    "warning-surface": "#fdf2de",
    "danger-text": "#a91d2c",
    "danger-surface": "#fdebec",
}
"""The light tones of `static/css/tokens.css`: files are also opened by programs without variables."""


def embedded() -> str:
    """The rules with light colours in place of tokens."""
    return re.sub(r"var\(--([\w-]+)\)", lambda found: LIGHT[found[1]], RULES)
