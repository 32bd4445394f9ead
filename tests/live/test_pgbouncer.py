"""The site behind PgBouncer, which gives each transaction another connection."""

from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from tests.live.test_torture import database_url, site_env
from tests.live.waiting import eventually
from tools.cluster.pgbouncer import pooled
from tools.torture.phones import SAVED, Club
from tools.torture.proof import prove
from tools.torture.server import killable

POOL = 3  # connections for the eight phones that save at the same time
LISTENERS = "SELECT application_name FROM pg_stat_activity WHERE query = 'LISTEN scorekeeper'"
SHARED = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pooled'"


@pytest.mark.pgbouncer
def test_phones_save_over_few_connections_and_the_bus_has_its_own(
    transactional_db: None, tmp_path: Path
) -> None:
    url = database_url()
    with (
        TemporaryDirectory() as folder,
        pooled(url, POOL, Path(folder)) as shared,
        psycopg.connect(url, autocommit=True) as admin,
    ):
        env = site_env(tmp_path) | {
            "DATABASE_URL": f"{shared}?application_name=pooled",
            "DATABASE_DIRECT_URL": f"{url}?application_name=direct",
        }
        with killable(env) as server:
            server.start()
            with Club(server.port, seed=17) as club:
                club.wait_for(SAVED, 20)
                eventually(lambda: admin.execute(LISTENERS).fetchall() == [("direct",)])
                counted = admin.execute(SHARED).fetchone()
                club.close()

    assert counted == (POOL,)
    proof = prove(club)
    assert proof.holds, proof
    assert proof.saved >= 20
