"""Whether the process answers."""

from django.test import Client


def test_healthz_answers_without_a_database(client: Client) -> None:
    answer = client.get("/healthz")

    assert (answer.status_code, answer.content) == (200, b"ok\n")
