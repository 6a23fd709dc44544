"""The page in a real browser (headless chromium), by keyboard and at the narrowest width, in both languages."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from clients import AnamnesisClient
from clients.gateway.studies import Studies
from evaluation.study.report.writing import write_report
from tests.evaluation.study.made_rows import played, study_folder
from tests.gateway.conftest import running_gateway
from tests.server.running import CARD

sync_api = pytest.importorskip("playwright.sync_api", reason="make browser-test installs playwright")
CHROMIUM = os.environ.get("ANAMNESIS_TEST_BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium; name one with ANAMNESIS_TEST_BROWSER"),
    # Playwright's own code closes its loop without its sockets.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

SCREENS = ("conversation", "memory", "timeline", "anatomy", "settle", "whatif", "study", "health")
SCRIPT = "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def told(http: httpx.Client, client: AnamnesisClient) -> str:
    """A patient with a record, a question, a correction and a contradiction."""
    patient = client.register_patient(locale="en", time_zone="Europe/London")
    client.import_card(patient, CARD)
    client.say(patient, "How has my latest HbA1c changed compared with the one before?")
    client.say(patient, "Sorry, my latest HbA1c was 6.9%, not 7.2%.")
    return patient


@pytest.fixture
def page(browser: Any, base: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page of its own; nothing in it may fail, and nothing may be asked of another machine."""
    language, width = getattr(request, "param", ("en", 1280))
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        locale={"ko": "ko-KR", "en": "en-GB"}[language],
        timezone_id="Asia/Seoul",
    )
    context.set_default_timeout(30_000)
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if _is_fault(message) else None)
    page.on("response", lambda answer: faults.append(answer.url) if answer.status >= 500 else None)
    page.on("request", lambda asked: faults.append(asked.url) if not asked.url.startswith((base, "data:")) else None)
    yield page
    context.close()
    assert faults == []


def _is_fault(message: Any) -> bool:
    """Chromium reports refusals of the service as errors, too; the page has them in words."""
    return bool(message.type == "error" and not message.text.startswith("Failed to load resource"))


def _open(page: Any, base: str, screen: str, patient: str) -> None:
    page.goto(f"{base}/#/{screen}")
    page.evaluate("patient => sessionStorage.setItem('anamnesis.patient', patient)", patient)
    page.reload()
    page.locator(f".screen.{screen.partition('/')[0]} h1").wait_for(state="attached")
    page.locator(".busy").wait_for(state="detached")


def _say(page: Any, text: str) -> Any:
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.locator(".turn.live").wait_for(state="detached")
    return page.locator(".turn").last


def test_a_conversation_by_keyboard_shows_what_memory_did_and_which_answer_fell(
    page: Any, base: str, told: str, client: AnamnesisClient
) -> None:
    _open(page, base, "conversation", told)
    assert page.evaluate("document.activeElement.id") == "say"
    assert page.locator(".turn.stale").count() == 1
    _say(page, "What is my latest HbA1c?")
    assert "6.9" in page.locator(".turn").nth(2).locator(".answer").inner_text()
    corrected = _say(page, "Sorry, my latest HbA1c was 6.5%, not 6.9%.")

    assert page.locator(".turn").nth(2).get_attribute("class").split() == ["turn", "stale"]
    chip = corrected.locator(".chip.corrected")
    assert "6.9" in chip.locator("del").all_inner_texts()[1] and "6.5" in chip.inner_text()
    assert "Understood as: corrects" in corrected.locator(".understood").inner_text()
    assert corrected.locator(".chip.invalidated").all_inner_texts()[-1].endswith("turn 3 no longer holds")
    assert client.explain(told, 4).answer.text == corrected.locator(".answer .text").inner_text()


def test_what_a_patient_says_is_never_markup(page: Any, base: str, patient: str) -> None:
    _open(page, base, "conversation", patient)
    turn = _say(page, SCRIPT)
    assert turn.locator(".said").inner_text().endswith(SCRIPT)
    for screen in ("conversation", "anatomy/1", "memory", "timeline"):
        _open(page, base, screen, patient)
        assert page.title() != "taken"


def test_memory_is_grouped_weighed_and_drawn_with_the_target_that_holds_for_this_patient(
    page: Any, base: str, told: str, client: AnamnesisClient
) -> None:
    ldl = {"date": "2025-03-03", "test": "LDL cholesterol", "value": 118, "unit": "mg/dL", "loinc": "18262-6"}
    client.import_card(told, {**CARD, "lab_results": [ldl]})
    _open(page, base, "memory", told)

    slots = page.locator(".slots section h2").all_inner_texts()
    assert slots[0] == "Allergies" and {"Medicines", "Conditions", "Tests", "Person"} <= set(slots)
    hba1c, cholesterol = (page.locator(".plot", has_text=name) for name in ("HbA1c", "LDL"))
    assert hba1c.locator("svg").get_attribute("aria-label") == "HbA1c: 2024-12-02 7.8 %, 2025-03-03 6.9 %"
    assert "within target" in hba1c.inner_text() and hba1c.locator("path.outside").count() == 1
    # 118 meets the general 130, not the 100 of a patient with diabetes.
    assert "outside target" in cholesterol.inner_text() and "< 100 mg/dL" in cholesterol.inner_text()
    page.locator("summary", has_text="Working").click()
    assert "How has my latest HbA1c changed" in page.locator(".tier[open]").inner_text()


def test_the_slider_goes_back_before_the_correction_and_the_past_can_be_asked(page: Any, base: str, told: str) -> None:
    _open(page, base, "timeline", told)
    then = page.locator(".then")
    then.get_by_text("6.9%").wait_for()
    page.locator("#known").focus()
    page.keyboard.press("ArrowLeft")
    then.get_by_text("7.2%").wait_for()
    assert "no longer" in then.inner_text() and "6.9%" not in then.inner_text()
    assert page.locator("#known-at").inner_text().startswith("Turn 1")
    page.locator("#past-question").fill("What is my latest HbA1c?")
    page.keyboard.press("Enter")
    page.locator(".past-answer .text").wait_for()
    assert "7.2" in page.locator(".past-answer").inner_text()


def test_an_answer_is_taken_apart_and_proved(page: Any, base: str, told: str) -> None:
    _open(page, base, "anatomy/1", told)

    assert page.locator(".verdictline.proved").count() == 1
    assert "no longer holds: corrected" in page.locator(".stalemark").inner_text()
    rests = page.locator(".rests li").all_inner_texts()
    assert len(rests) == 2 and any("7.2%" in one and "no longer current" in one for one in rests)
    page.locator(".sentences .ref").first.click()
    assert page.evaluate("document.activeElement.id") == "fact-1"
    assert page.locator("td .bad").count() == 0 and page.locator("td .ok").count() > 10


def test_a_contradiction_is_settled_and_a_fact_corrected_by_hand(
    page: Any, base: str, told: str, client: AnamnesisClient
) -> None:
    client.say(told, "My HbA1c on 3 March 2025 was 8.4%.")
    _open(page, base, "settle", told)
    page.locator(".dispute .side", has_text="6.9%").get_by_role("button").click()
    page.locator(".outcome .chip").first.wait_for()
    assert page.locator(".dispute").count() == 0
    assert [fact.disputed for fact in client.profile(told).facts if fact.number == 6.9] == [False]
    assert [fact for fact in client.profile(told).facts if fact.number == 8.4] == []

    # The card tells an age without a unit, the patient years: two sides of one thing.
    client.say(told, "I am 52 years old.")
    page.reload()
    ages = page.locator(".dispute", has_text="Age")
    ages.wait_for()
    assert ages.count() == 1 and ages.locator(".side").count() == 2
    ages.locator(".side", has_text="52").get_by_role("button").click()
    page.locator(".outcome .chip").first.wait_for()
    assert page.locator(".dispute").count() == 0
    assert {fact.number for fact in client.profile(told).facts if fact.name == "age"} == {52}

    page.get_by_role("button", name="Correct: Metformin").click()
    page.get_by_label("Dose").fill("1000mg")
    page.get_by_label("Reason").fill("typing error")
    page.keyboard.press("Enter")
    page.locator(".outcome .chip.corrected", has_text="1000mg").wait_for()
    assert [fact.dose for fact in client.profile(told).facts if fact.name == "Metformin"] == ["1000mg"]


def test_an_edit_of_a_record_that_changed_meanwhile_is_refused(
    page: Any, base: str, told: str, client: AnamnesisClient
) -> None:
    _open(page, base, "settle", told)
    client.observe(told, "I have asthma.")
    page.get_by_role("button", name="Withdraw: Penicillin").click()
    page.get_by_label("Reason").fill("mistake")
    page.keyboard.press("Enter")
    page.locator(".failure").wait_for()

    assert any(fact.name == "Penicillin" and fact.current for fact in client.profile(told).facts)


def test_an_operator_sees_the_views_and_proves_the_log(page: Any, base: str, told: str) -> None:
    _open(page, base, "health", told)
    page.locator(".ok", has_text="current").nth(5).wait_for()
    page.get_by_role("button", name="Verify the log").click()
    page.get_by_text("no fault").wait_for()
    page.get_by_role("button", name="Rebuild the views").click()
    page.locator("td .ok", has_text="identical").nth(5).wait_for()


def test_a_studys_tables_and_figures_are_shown_without_a_service(browser: Any, tmp_path: Path) -> None:
    rows = {"p6": played("p6", "p6", {"llm": 0.2, "agent": 0.9}, 6)}
    stages = {"p6": [{"id": "p6", "systems": ["llm", "agent"], "whole": "agent"}]}
    write_report(study_folder(tmp_path / "first study", rows, stages))
    study_folder(tmp_path / "running", rows, stages)
    with running_gateway("127.0.0.1:9", studies=Studies(tmp_path)) as base:
        context = browser.new_context(viewport={"width": 360, "height": 800}, locale="ko-KR")
        page, faults = context.new_page(), []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{base}/#/study")
        page.locator(".report").first.wait_for()

        assert "6" in page.locator(".about").inner_text() and "논문의 주장" in page.inner_text("main")
        assert page.locator(".report table").count() > 3
        for picture in page.locator(".report img").all():
            picture.scroll_into_view_if_needed()
            page.wait_for_function("one => one.complete && one.naturalWidth > 0", arg=picture.element_handle())
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("#study").select_option("running")
        page.locator("pre", has_text="anamnesis study report DIR/running").wait_for()
        context.close()
    assert faults == []


def test_a_card_is_imported_from_a_file(page: Any, base: str, patient: str, tmp_path: Path) -> None:
    card = tmp_path / "card.json"
    card.write_text(json.dumps(CARD), encoding="utf-8")
    _open(page, base, "conversation", patient)
    page.locator("input[type=file]").set_input_files(card)
    page.locator(".screen.memory .slots").wait_for()

    assert "Metformin" in page.locator(".slots").inner_text()


@pytest.mark.parametrize("page", [("ko", 360), ("en", 360), ("ko", 1920)], indirect=True, ids=["ko", "en", "wide"])
def test_every_screen_fits_the_width_and_speaks_one_language(page: Any, base: str, told: str) -> None:
    korean = page.evaluate("navigator.language") == "ko-KR"
    for screen in SCREENS:
        _open(page, base, screen, told)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen
        assert page.evaluate("document.documentElement.lang") == ("ko" if korean else "en")
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll('button, select, textarea, input:not([type=file])')].filter(
                (one) => !(one.textContent.trim() || one.labels?.length || one.getAttribute('aria-label'))).length"""
        )
        assert unnamed == 0, screen
        raw = [word for word in ("undefined", "[object", "SLOT_", "NaN", "mm[Hg]") if word in page.inner_text("body")]
        assert raw == [], screen


# The command loads all that the agent knows: a minute on a busy machine.
@pytest.mark.torture
@pytest.mark.timeout(400)
def test_what_if_runs_the_later_turns_side_by_side_and_leaves_the_record_alone(
    page: Any, base: str, told: str, client: AnamnesisClient
) -> None:
    before = client.profile(told)
    _open(page, base, "whatif", told)
    page.locator("#fact").select_option(label="HbA1c 7.2% (2025-03-03)")
    page.locator("#new-value").fill("8.8")
    page.get_by_role("button", name="Run again").click()
    page.locator(".pair").wait_for(timeout=300_000)

    assert page.locator(".pair.differs .side").count() == 2
    assert "6.9" in page.locator(".card del").inner_text() and "undefined" not in page.inner_text("main")
    assert client.profile(told).fingerprint == before.fingerprint
