"""What a SQLite database has on the disk."""

import subprocess
from pathlib import Path

from django.db import connection


def stored_bytes() -> bytes:
    """The database's file and its write-ahead log, as they are now.

    Another process reads them: closing a file in this one would drop the locks that SQLite holds on it here, and the
    next process to come by would then take the log away from under an open connection.
    """
    name = Path(str(connection.settings_dict["NAME"]))
    files = [path for path in (name, name.with_name(f"{name.name}-wal")) if path.exists()]
    return subprocess.run(["cat", *map(str, files)], check=True, capture_output=True).stdout
