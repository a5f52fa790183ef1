"""The page of staff's screens shows a picture of each, and none that nobody takes."""

import re

from tests.browser.site import ROOT
from tests.browser.staff_screenshots import FOLDER, SCREENS


def test_each_screen_has_its_picture_on_the_page():
    shown = re.findall(r"images/staff/(\w+)\.png", (ROOT / "docs" / "screens.md").read_text())
    assert sorted(shown) == sorted(screen.name for screen in SCREENS) == sorted(file.stem for file in FOLDER.iterdir())
