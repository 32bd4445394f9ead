import hashlib
import json
import re
import shutil

import pytest

from tools import javascript
from tools.environment import ROOT


def scripts():
    return sorted([*(ROOT / "static/js").glob("*.js"), *(ROOT / "tests/js").glob("*.js")])


@pytest.mark.parametrize("path", scripts(), ids=lambda path: path.name)
def test_editors_check_the_types_of_each_script(path):
    assert path.read_text().startswith("// @ts-check\n")


def test_the_lock_pins_versions_and_hashes_without_addresses():
    listed = json.loads((ROOT / "package.json").read_text())
    packages = json.loads(javascript.LOCK.read_text())["packages"]

    root = packages.pop("")
    for kind in ("devDependencies", "optionalDependencies"):
        assert root[kind] == listed[kind]
        for name, version in listed[kind].items():
            assert packages[f"node_modules/{name}"]["version"] == version
    always = {name for name, package in packages.items() if not package.get("optional")}
    assert always == {f"node_modules/{name}" for name in listed["devDependencies"]}
    for package in packages.values():
        assert re.fullmatch(r"\d+\.\d+\.\d+(-\d+)?", package["version"])
        assert package["integrity"].startswith("sha512-")
        assert "resolved" not in package


def test_packages_are_installed_only_after_the_lock_has_changed(monkeypatch, tmp_path):
    for name in (".npmrc", "package.json", "package-lock.json"):
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.setattr(javascript, "ROOT", tmp_path)
    monkeypatch.setattr(javascript, "LOCK", tmp_path / "package-lock.json")
    monkeypatch.setattr(javascript, "MODULES", tmp_path / "node_modules")
    # Nothing listens on this port, so an installation fails.
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    monkeypatch.setenv("npm_config_fetch_retries", "0")

    assert not javascript.install()

    stamp = hashlib.sha256(javascript.LOCK.read_bytes()).hexdigest()
    javascript.MODULES.mkdir(exist_ok=True)
    (javascript.MODULES / ".stamp").write_text(stamp)
    assert javascript.install()
    assert not javascript.install(with_lighthouse=True)

    (javascript.MODULES / ".stamp").write_text(f"{stamp} with Lighthouse")
    assert javascript.install()
    assert javascript.install(with_lighthouse=True)

    javascript.LOCK.write_text(javascript.LOCK.read_text() + "\n")
    assert not javascript.install()


def test_every_test_of_scripts_is_run():
    command = javascript.run_tests()

    names = [path.relative_to(ROOT).as_posix() for path in scripts()]
    assert command[-2:] == [name for name in names if name.endswith(".test.js")]
