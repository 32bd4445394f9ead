"""A server that is killed again and again loses no save: a short run of ``./dev torture``."""

import os
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from tests.torture.killing import kill_often
from tests.torture.proof import prove
from tests.torture.server import killable

KILLS = 8


def database_url() -> str:
    """Return the URL of the tests’ database, for another process."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def test_no_save_is_lost_when_the_server_is_killed(transactional_db: None, tmp_path: Path) -> None:
    env = {
        "DATABASE_URL": database_url(),
        "SCOREKEEPER_SECRET_KEY": settings.SECRET_KEY,
        "SCOREKEEPER_VAR": str(tmp_path),
    }
    with killable(env) as server:
        club = kill_often(server, kills=KILLS, seed=17)

    proof = prove(club)
    assert proof.holds, proof
    assert proof.saved >= KILLS
