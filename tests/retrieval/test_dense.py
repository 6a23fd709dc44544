from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix, diags_array

from retrieval import Tokenizer
from retrieval.dense import EXACT_UP_TO, LsaEncoder, fit_latent_space, latent_dimensions, unit_rows
from retrieval.index import Index
from retrieval.sparse import MANY_ROWS, SparseRows
from retrieval.terms import TermCounts, count_terms
from retrieval.vectors import FaissSearch, NumpySearch, vector_search


def test_vectors_have_length_one_or_zero(index: Index) -> None:
    encoder = index.shelves["ko"].encoder
    known, unknown = np.linalg.norm(encoder.encode(["혈압이 높아요", "zzz qqq"]), axis=1)
    assert known == pytest.approx(1, abs=1e-5)
    assert unknown == 0


def test_meaning_crosses_words_that_share_company() -> None:
    pairs = ["pressure salt", "salt sodium", "pressure sodium", "knee gym", "knee weight", "weight gym"]
    tokenizer = Tokenizer(None)
    counts = count_terms(tokenizer.terms_of(pairs))
    encoder = LsaEncoder("en", tokenizer, counts.vocabulary, fit_latent_space(counts, dimensions=2))
    salt, sodium, knee = encoder.encode(["salt", "sodium", "knee"])
    assert salt @ sodium > 0.9 > 0.1 > salt @ knee


@pytest.mark.parametrize("texts", [[["a"]], [["a"], ["a"]], [["a", "b"], ["c"]], [[], ["a"]]])
def test_the_smallest_corpora_have_a_space(texts: list[list[str]]) -> None:
    counts = count_terms(texts)
    space = fit_latent_space(counts)
    assert 1 <= space.projection.shape[1] <= counts.size
    vectors = LsaEncoder("en", Tokenizer(None), counts.vocabulary, space).encode_counts(counts.counts)
    assert np.isfinite(vectors).all()


def test_a_corpus_without_terms_has_an_empty_space() -> None:
    counts = count_terms([[], []])
    encoder = LsaEncoder("en", Tokenizer(None), counts.vocabulary, fit_latent_space(counts))
    assert encoder.encode(["anything"]).shape == (1, 0)


def test_dimensions_grow_with_the_corpus_up_to_256() -> None:
    assert [latent_dimensions(size) for size in (1, 100, 400, 8500)] == [16, 25, 100, 256]


@pytest.mark.parametrize("shape", [(EXACT_UP_TO + 60, EXACT_UP_TO + 90), (40, 90), (90, 40)])
def test_every_way_of_decomposing_finds_the_leading_space(shape: tuple[int, int]) -> None:
    drawn = np.random.default_rng(7)
    topics = drawn.integers(0, 5, shape[0])
    words = (drawn.integers(0, shape[1] // 5, (shape[0], 12)) * 5 + topics[:, None]).ravel()
    rows = np.repeat(np.arange(shape[0]), 12)
    matrix = csr_matrix((np.ones(len(rows), dtype=np.int32), (rows, words)), shape=shape)
    rows_of = SparseRows(matrix.data, matrix.indices, matrix.indptr, shape)
    counts = TermCounts({str(number): number for number in range(shape[1])}, rows_of)

    space, again = fit_latent_space(counts, dimensions=5), fit_latent_space(counts, dimensions=5)

    np.testing.assert_allclose(space.projection, again.projection, atol=1e-5)
    np.testing.assert_allclose(space.projection.T @ space.projection, np.eye(5), atol=1e-4)
    vectors = LsaEncoder("en", Tokenizer(None), counts.vocabulary, space).encode_counts(counts.counts)
    same_topic = topics[:, None] == topics[None, :]
    cosines = vectors @ vectors.T
    assert cosines[same_topic].mean() > 0.9 > 0.2 > cosines[~same_topic].mean()


def test_terms_are_weighed_to_the_last_bit_as_by_products_of_matrices() -> None:
    drawn = np.random.default_rng(11)
    documents = [[f"t{term}" for term in drawn.integers(0, 60, size)] for size in (0, 1, 7, 40, 0, 12)]
    counts = count_terms(documents)
    space = fit_latent_space(counts, dimensions=3)
    matrix = counts.counts
    weighed = csr_matrix((1 + np.log(matrix.data), matrix.indices, matrix.indptr), shape=matrix.shape)
    weighed = csr_matrix(weighed.multiply(space.idf))
    lengths = np.sqrt(np.asarray(weighed.multiply(weighed).sum(axis=1)).ravel())
    scaled = diags_array(np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)) @ weighed

    vectors = LsaEncoder("en", Tokenizer(None), counts.vocabulary, space).encode_counts(matrix)

    assert np.array_equal(vectors, unit_rows((csr_matrix(scaled) @ space.projection).astype(np.float32)))


@pytest.mark.parametrize("rows", [1, 40, MANY_ROWS + 3])
def test_products_are_scipys_to_the_last_bit(rows: int) -> None:
    drawn = np.random.default_rng(rows)
    lengths = drawn.integers(0, 30, rows)
    indices = np.concatenate([drawn.permutation(400)[:length] for length in lengths]).astype(np.int32)
    data = drawn.standard_normal(len(indices))
    sparse = SparseRows(data, indices, np.concatenate([[0], np.cumsum(lengths)]), (rows, 400))
    dense = drawn.standard_normal((400, 33)).astype(np.float32)

    assert np.array_equal(sparse.times(dense), sparse.scipy() @ dense)
    assert np.array_equal(sparse.toarray(), sparse.scipy().toarray())


def test_few_vectors_are_compared_without_faiss() -> None:
    assert isinstance(vector_search(np.eye(3, dtype=np.float32)), NumpySearch)


def test_faiss_and_numpy_rank_alike() -> None:
    pytest.importorskip("faiss")
    drawn = np.random.default_rng(3)
    vectors = drawn.standard_normal((300, 16)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[100:110] = vectors[0]
    for row in (0, 5, 105, 299):
        plain = NumpySearch(vectors).nearest(vectors[row], 20)
        fast = FaissSearch(vectors).nearest(vectors[row], 20)
        assert [found for found, _ in fast] == [found for found, _ in plain]
        assert [score for _, score in fast] == pytest.approx([score for _, score in plain], abs=2e-5)


def test_searching_for_more_than_there_is_gives_all() -> None:
    vectors = np.eye(3, dtype=np.float32)
    for engine in ("numpy", "auto"):
        found = vector_search(vectors, engine).nearest(vectors[1], 50)
        assert [row for row, _ in found] == [1, 0, 2]
