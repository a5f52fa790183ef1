"""The settings: a wrong value stops the start with a sentence that says what to set."""

import os
import subprocess
import sys

import pytest

LONG = "x" * 40


SHOW = "import config.settings as s; print(s.DEBUG, s.DATABASES['default']['OPTIONS'])"


def start(code: str = SHOW, /, **environment: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a process of its own, without a .env."""
    given = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, **environment}
    return subprocess.run([sys.executable, "-c", code], env=given, capture_output=True, text=True, check=False)


def test_production_does_not_start_on_the_built_in_secret() -> None:
    done = start()
    assert done.returncode
    assert "Set SECRET_KEY to a random text of at least 32 characters" in done.stderr


def test_development_starts_without_a_secret() -> None:
    assert start(DEBUG="true").returncode == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "ture"),
        ("SECRET_KEY", "short"),
        ("CRYPTOGRAPHY_KEY", "short"),
        ("PORT", "http"),
        ("PORT", "0"),
        ("DATABASE_URL", "mysql://root@127.0.0.1/x"),
        ("DATABASE_POOL_SIZE", "2.5"),
        ("REDIS_URL", "127.0.0.1:6379"),
        ("OPENAI_BASE_URL", "127.0.0.1:8080/v1"),
        ("OPENAI_TIMEOUT", "0"),
        ("FACT_WRITE", "85"),
        ("FACT_PROPOSE", "0.9"),
        ("LOG_LEVEL", "LOUD"),
        ("CSRF_TRUSTED_ORIGINS", "chat.example.org"),
        ("HTTP_ACTION_ALLOW", "api.example.org"),
        ("HTTP_ACTION_ALLOW", "https://a.example,https://user:password@b.example"),
        ("HTTP_ACTION_ALLOW", "https://a.example/v1?key=1"),
        ("HTTP_ACTION_ALLOW", "https://*.example"),
        ("HTTP_ACTION_PRIVATE", "maybe"),
        ("HTTP_ACTION_SECRETS", "Bearer 2f9c"),
        ("HTTP_ACTION_SECRETS", '["Authorization"]'),
        ("HTTP_ACTION_SECRETS", '{"https://a.example": {"Authorization": "Bearer 2f9c"}}'),
        ("HTTP_ACTION_SECRETS", '{"https://a.example": {"Authorization": "x\\r\\nHost: y"}}'),
        ("HTTP_ACTION_SECRETS", '{"https://a.example": {"Host": "b.example"}}'),
        ("HTTP_ACTION_SECRETS", '{"https://a.example": {"X Y": "z"}}'),
        ("HTTP_ACTION_SECRETS", '{"https://a.example": {"X-Y": 1}}'),
        ("HTTP_ACTION_SECRETS", '{"https://a.example": "Bearer 2f9c"}'),
    ],
)
def test_a_wrong_value_stops_the_start_and_says_what_to_set(name: str, value: str) -> None:
    done = start(**{"SECRET_KEY": LONG, "CRYPTOGRAPHY_KEY": LONG, name: value})
    assert done.returncode
    assert f"Set {name} to " in done.stderr.splitlines()[-1]
    assert f"to {value} " not in done.stderr


def test_postgresql_has_a_pool_and_sqlite_deletes_securely() -> None:
    keys = {"SECRET_KEY": LONG, "CRYPTOGRAPHY_KEY": LONG}
    assert "'pool'" in start(**keys, DATABASE_URL="postgres://a@127.0.0.1/b").stdout
    assert "secure_delete=ON" in start(**keys).stdout


def test_plans_are_kept_by_postgresql_unless_a_pooler_cannot_have_that():
    keys = {"SECRET_KEY": LONG, "CRYPTOGRAPHY_KEY": LONG, "DATABASE_URL": "postgres://a@127.0.0.1/b"}
    assert "'prepare_threshold': 2" in start(**keys).stdout
    pooled = start(**keys, DATABASE_PREPARES="false").stdout
    assert "'pool'" in pooled
    assert "prepare_threshold" not in pooled


def test_secrets_are_for_urls_that_may_be_called_and_are_not_repeated() -> None:
    keys = {
        "SECRET_KEY": LONG,
        "CRYPTOGRAPHY_KEY": LONG,
        "HTTP_ACTION_ALLOW": "https://a.example/v1, https://b.example",
    }
    good = '{"https://a.example/v1": {"Authorization": "Bearer 2f9c"}, "https://b.example": {}}'
    assert start(**keys, HTTP_ACTION_SECRETS=good).returncode == 0
    for wrong in (good.replace("/v1", "/v2"), good.replace("Bearer 2f9c", "2f9c\\n"), good.replace('{"Auth', '["Auth')):
        done = start(**keys, HTTP_ACTION_SECRETS=wrong)
        assert done.returncode
        assert "Set HTTP_ACTION_SECRETS to " in done.stderr
        assert "2f9c" not in done.stderr


@pytest.mark.parametrize(("level", "theirs"), [("DEBUG", "INFO"), ("INFO", "INFO"), ("ERROR", "ERROR")])
def test_prompts_and_headers_are_not_logged_at_any_level(level: str, theirs: str) -> None:
    command = "import config.settings as s; print({logger['level'] for logger in s.LOGGING['loggers'].values()})"
    done = start(command, DEBUG="true", LOG_LEVEL=level)
    assert done.stdout.strip() == str({theirs})


@pytest.mark.parametrize("command", ["check", "serve"])
def test_a_wrong_setting_is_told_in_one_sentence(command: str) -> None:
    given = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "DEBUG": "true", "WIKI_PEOPLE": "many"}
    done = subprocess.run(
        [sys.executable, "manage.py", command], env=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Set WIKI_PEOPLE to a whole number from 5 to 1000000 (")
    assert done.stderr.count("\n") == 1
