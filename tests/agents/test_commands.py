"""The commands: import_agent, export_agent, load_examples."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from agents import draft
from agents.actions import import_agent
from agents.columns import canonical
from agents.compile import compile_definition
from agents.management.commands.load_examples import AGENTS, EXAMPLES, load_keys
from agents.models import Agent
from agents.reader import read
from agents.writer import write
from facts.models import CatalogueKey
from tests.agents.drafts import SMALL

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command(*arguments, stdout=out, stderr=err, no_color=True)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "desk.yaml"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_import_loads_a_draft(file: Path) -> None:
    out, _err = run("import_agent", str(file))
    assert "desk is loaded as a draft" in out
    assert Agent.objects.get().live is None


def test_import_with_publish_makes_it_live(file: Path) -> None:
    out, _err = run("import_agent", str(file), "--publish")
    assert "desk is live as version 1" in out


def test_a_dry_run_changes_nothing(file: Path) -> None:
    run("import_agent", str(file), "--dry-run")
    assert not Agent.objects.exists()


def test_every_error_is_a_line_with_its_file_line_flow_step_branch_and_code(file: Path) -> None:
    text = SMALL.replace("then: group}", "then: grup}").replace("required: [guests, date]", "required: [gests, date]")
    file.write_text(text, encoding="utf-8")
    err = StringIO()

    with pytest.raises(CommandError, match="1 file was not loaded"):
        call_command("import_agent", str(file), stdout=StringIO(), stderr=err, no_color=True)

    numbers = {
        name: number for number, line in enumerate(text.splitlines(), 1) for name in ("gests", "grup") if name in line
    }
    errors = [line for line in err.getvalue().splitlines() if ": error: " in line]
    assert len(errors) == 2
    assert errors[0].startswith(f"{file}:{numbers['gests']}: error: flow book: ")
    assert errors[1].startswith(f"{file}:{numbers['grup']}: error: flow book, step ask, branch 1: ")
    assert [error.rpartition(" ")[2] for error in errors] == ["[unknown-field]", "[unknown-step]"]
    assert not Agent.objects.exists()


def test_a_good_file_is_loaded_beside_a_bad_one(file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("agent: 7", encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("import_agent", str(bad), str(file), stdout=StringIO(), stderr=StringIO())
    assert Agent.objects.get().slug == "desk"


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="missing"):
        run("import_agent", str(tmp_path / "missing.yaml"))
    (tmp_path / "latin.yaml").write_bytes("agent: caf\xe9".encode("latin-1"))
    with pytest.raises(CommandError, match="no UTF-8"):
        run("import_agent", str(tmp_path / "latin.yaml"))


def test_what_is_exported_imports_without_a_change(file: Path, tmp_path: Path) -> None:
    run("import_agent", str(file))
    agent = Agent.objects.get()
    exported = tmp_path / "out.yaml"

    run("export_agent", "desk", "-o", str(exported))
    out, _err = run("export_agent", "desk")
    run("import_agent", str(exported))

    assert out == exported.read_text(encoding="utf-8")
    assert Agent.objects.get().revision == agent.revision


def test_the_flows_of_a_draft_are_written_as_mermaid(file: Path, tmp_path: Path) -> None:
    run("import_agent", str(file))
    page, _err = run("export_agent", "desk", "--mermaid")
    assert page.startswith("## Book\n\n```mermaid\n---\n")

    run("export_agent", "desk", "--mermaid", "--flow", "book", "-o", str(tmp_path / "book.mmd"))
    chart = (tmp_path / "book.mmd").read_text(encoding="utf-8")
    assert 'n1 -->|"a group"| n3' in chart
    assert chart in page


def test_a_flow_that_cannot_be_written_is_told(file: Path) -> None:
    run("import_agent", str(file))
    with pytest.raises(CommandError, match=r"no flow survey\. There are: book"):
        run("export_agent", "desk", "--mermaid", "--flow", "survey")
    with pytest.raises(CommandError, match="--flow goes with --mermaid"):
        run("export_agent", "desk", "--flow", "book")


def test_exporting_an_agent_that_is_not_there_is_told() -> None:
    with pytest.raises(CommandError, match="no agent nobody"):
        run("export_agent", "nobody")


# The examples


def test_the_examples_are_loaded_published_and_without_a_problem() -> None:
    out, err = run("load_examples")
    assert err == ""
    assert out.count("is loaded and live") == len(AGENTS)
    assert list(Agent.objects.filter(live__isnull=False).order_by("pk").values_list("slug", flat=True)) == list(AGENTS)


@pytest.mark.parametrize("name", AGENTS)
def test_an_example_has_neither_errors_nor_warnings(name: str) -> None:
    load_keys()
    assert import_agent((EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8"), dry_run=True).problems == ()


@pytest.mark.parametrize("name", AGENTS)
def test_a_draft_means_what_its_file_means(name: str) -> None:
    run("load_examples")
    agent = Agent.objects.get(slug=name)
    file: Any = read((EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8")).value
    exported: Any = read(write(draft.document_of(agent))).value

    assert compile_definition(draft.document_of(agent)) == compile_definition(file)
    assert canonical(exported) == canonical(draft.document_of(agent))
    assert draft.apply(agent, exported) is False


def test_loading_the_examples_again_changes_nothing() -> None:
    run("load_examples")
    before = {agent.slug: (agent.revision, agent.live_id) for agent in Agent.objects.all()}
    out, _err = run("load_examples")
    assert out.count("is there already") == len(AGENTS)
    assert {agent.slug: (agent.revision, agent.live_id) for agent in Agent.objects.all()} == before


def test_what_staff_changed_is_left_alone() -> None:
    run("load_examples")
    agent = Agent.objects.get(slug="hotel")
    agent.name = "Our hotel"
    agent.save()
    key = CatalogueKey.objects.get(pattern="profile.canton")
    key.label = "Kanton"
    key.save()

    run("load_examples")

    assert draft.document_of(agent)["name"] == "Our hotel"
    assert CatalogueKey.objects.get(pattern="profile.canton").label == "Kanton"


def test_an_earnings_key_is_sensitive_and_a_merchant_is_shareable() -> None:
    run("load_examples")
    salary, merchant = (CatalogueKey.objects.get(pattern=name) for name in ("profile.salary", "merchant.*.default"))
    assert (salary.sensitive, salary.shareable) == (True, False)
    assert (merchant.sensitive, merchant.shareable) == (False, True)
