"""Compressed sparse rows, for the few products that a search needs: SciPy takes 25 MiB and builds indexes alone."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

MANY_ROWS: Final = 512
"""Rows from which on a product is left to SciPy: so many are encoded where an index is built, which loads it anyway."""


@dataclass(frozen=True, slots=True)
class SparseRows:
    """A matrix by its nonzero values, row after row (CSR): ``indptr`` holds where each row begins, and the end."""

    data: NDArray[Any]
    indices: NDArray[np.int32]
    indptr: NDArray[np.integer[Any]]
    shape: tuple[int, int]

    def toarray(self) -> NDArray[Any]:
        """The whole matrix; no row names a column twice."""
        whole = np.zeros(self.shape, dtype=self.data.dtype)
        whole[np.repeat(np.arange(self.shape[0]), np.diff(self.indptr)), self.indices] = self.data
        return whole

    def scipy(self) -> csr_matrix:
        """The same for SciPy, over the same values."""
        from scipy.sparse import csr_matrix

        return csr_matrix((self.data, self.indices, self.indptr), shape=self.shape)

    def times(self, dense: NDArray[Any]) -> NDArray[Any]:
        """The product with a dense matrix, each row added up in the order of its values: SciPy's to the last bit."""
        if self.shape[0] >= MANY_ROWS:
            product: NDArray[Any] = self.scipy() @ dense
            return product
        kind = np.result_type(self.data, dense)
        found = np.zeros((self.shape[0], dense.shape[1]), dtype=kind)
        for row, (start, end) in enumerate(pairwise(self.indptr.tolist())):
            weights = self.data[start:end, None].astype(kind)
            # Over the first axis numpy adds one row to the next, as they stand.
            np.add.reduce(weights * dense[self.indices[start:end]], axis=0, out=found[row])
        return found
