"""The files of the deployments agree with each other and with the page that describes them."""

import re

import pytest

from tests.conftest import ROOT
from tools.deployments.__main__ import lines

UNITS = ("scorekeeper", "scorekeeper-backup")
PAGE = (ROOT / "docs/running.md").read_text("utf-8")


def settings_of(unit):
    text = (ROOT / f"deploy/systemd/{unit}.service").read_text("utf-8")
    return set(
        re.findall(r"^[A-Z]\w+=.*", text.partition("CapabilityBoundingSet=")[2], re.MULTILINE)
    )


def test_both_services_are_protected_in_the_same_way():
    service, backup = map(settings_of, UNITS)

    assert service - backup == {"WantedBy=multi-user.target"}
    assert backup <= service
    assert {"ProtectSystem=strict", "NoNewPrivileges=yes"} <= backup


@pytest.mark.parametrize("kind", ["home", "systemd", "several", "containers"])
def test_the_commands_of_the_page_are_run(kind):
    commands = lines(kind)

    assert commands
    assert "example.org" not in commands


def test_every_file_that_the_page_and_the_units_name_is_there():
    for name in re.findall(r"\bdeploy/[\w./-]+\w", PAGE):
        assert (ROOT / name).exists() or name == "deploy/.env", name
    compose = (ROOT / "deploy/compose.yaml").read_text("utf-8")
    assert set(re.findall(r"\$\{(\w+)", compose)) == {"SCOREKEEPER_HOST"}
