from tools.environment import REQUIREMENTS, stamp, uv_pin

PINS = """\
urllib3==2.1 \\
    --hash=sha256:aa
uv==0.9.1 \\
    --hash=sha256:bb \\
    --hash=sha256:cc
virtualenv==20.1 \\
    --hash=sha256:dd
"""


def test_uv_is_pinned_by_its_own_lines():
    assert uv_pin(PINS) == ("uv==0.9.1 \\\n    --hash=sha256:bb \\\n    --hash=sha256:cc\n")


def test_the_list_of_development_pins_uv():
    assert uv_pin((REQUIREMENTS / "dev.txt").read_text()).count("--hash=sha256:") > 1


def test_serving_and_development_have_stamps_of_their_own():
    assert stamp("base") != stamp("dev")
    assert stamp("dev") == stamp("dev")
