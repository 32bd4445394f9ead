"""Reading the language takes no lock, for which requests in other threads would have to wait."""

from collections.abc import Callable

from tests.forks import Ended

COUNT = """
import django
django.setup()
from asgiref import local
from django.test import Client
phone = Client(headers={"host": "localhost"})
phone.get("/rules/hearts/")  # reads the URLs and the templates
read, names = local._DefaultLocal.__getattr__, []
local._DefaultLocal.__getattr__ = lambda self, name: names.append(name) or read(self, name)
print(phone.get("/rules/hearts/").status_code, *names)
"""


def test_a_page_takes_no_lock_for_its_language(python: Callable[..., Ended]) -> None:
    # Without collected static files, their names are needed as they are.
    settings = {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "SCOREKEEPER_DEBUG": "1"}
    ended = python("-c", COUNT, **settings)

    # Django closes the caches after each request.
    names = "200 default template_fragments rows sheets pictures\n"
    assert (ended.stdout, ended.stderr) == (names, "")
