"""A phone on a home network: it trusts the site’s own authority, and keeps pages."""

import base64
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from ssl import PEM_cert_to_DER_cert
from urllib.parse import urlsplit
from urllib.request import urlopen

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import BrowserType, expect

from tests.browser.program import PHONE, chromium, flags
from tests.browser.steps import expect_totals, start_game
from tests.browser.test_offline import KEPT, enter
from tests.conftest import with_index
from tools.environment import ROOT
from tools.network import free_port

HOST = "127.0.0.2"  # a secure connection is needed here, unlike on localhost


@contextmanager
def serving(port: int, folder: Path) -> Iterator[None]:
    """Run ``./dev run --https`` with its data in ``folder``."""
    own = {
        "SCOREKEEPER_VAR": str(with_index(folder)),
        "SCOREKEEPER_DEBUG": "1",
        "SCOREKEEPER_HOSTS": "",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "tools", "run", "--https", f"{HOST}:{port}"],
        cwd=ROOT,
        env=os.environ | own,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        with process.stdout as printed:
            assert printed.readline() == f"Scorekeeper is running at https://{HOST}:{port}/\n"
        yield
    finally:
        process.kill()
        process.wait()


def test_a_phone_that_trusts_the_authority_plays_on_while_the_server_is_away(
    browser_type: BrowserType, tmp_path: Path
) -> None:
    port = free_port()
    with serving(port, tmp_path):
        authority = (tmp_path / "https" / "authority.crt").read_bytes()
        with urlopen(f"http://{HOST}:{port + 1}/trust/authority.crt") as answer:
            assert answer.read() == authority
            assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        with urlopen(f"http://{HOST}:{port + 1}/") as answer:
            steps = answer.read().decode()
        digest = sha256(PEM_cert_to_DER_cert(authority.decode())).hexdigest().upper()
        assert f"{digest[:4]} {digest[4:8]}" in steps
        assert f"https://{HOST}:{port}/" in steps

        trusting = browser_type.launch(
            executable_path=chromium(),
            args=[*flags(), f"--ignore-certificate-errors-spki-list={public_key(authority)}"],
        )
        phone = trusting.new_context(**PHONE, base_url=f"https://{HOST}:{port}").new_page()
        start_game(phone, people=("Ann", "Bob", "Cai"))
        assert phone.evaluate("isSecureContext")
        # Cookies ignore ports, and the page about trust isn’t encrypted.
        assert {cookie["secure"] for cookie in phone.context.cookies()} == {True}
        phone.evaluate(KEPT, f"{urlsplit(phone.url).path}rounds/7/")

    enter(phone, 1, "Ann", "10", "20")
    expect(phone.get_by_text("Not sent yet: deal 1.")).to_be_visible()
    with serving(port, tmp_path):
        expect(phone.get_by_role("link", name="Correct deal 1")).to_be_visible()
        expect_totals(phone, (0, 10, 20))
    trusting.close()


def public_key(certificate: bytes) -> str:
    """Return the hash of a certificate’s public key, in the form that Chromium’s flag requires."""
    key = x509.load_pem_x509_certificate(certificate).public_key()
    text = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(sha256(text).digest()).decode()
