"""Reading the language takes no lock, for which requests in other threads would have to wait."""

from collections.abc import Callable

from tests.forks import Ended

COUNT = """
import django
django.setup()
from asgiref import local
from django.test import Client
read, names = local._DefaultLocal.__getattr__, []
local._DefaultLocal.__getattr__ = lambda self, name: names.append(name) or read(self, name)
print(Client(headers={"host": "localhost"}).get("/rules/hearts/").status_code, names)
"""


def test_a_page_reads_no_variable_with_a_lock(python: Callable[..., Ended]) -> None:
    ended = python("-c", COUNT, DJANGO_SETTINGS_MODULE="scorekeeper.settings")

    assert (ended.stdout, ended.stderr) == ("200 []\n", "")
