"""Where a net learns: on the processor with NumPy, on a GPU with PyTorch. The learning itself is written once over both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from parlour.core.errors import NoSpeed


class Processor:
    """NumPy. Slow, but always there."""

    speed = "cpu"
    name = "processor"
    xp: Any = np
    small: Any = np.float32
    """The numbers that matrices are multiplied in."""

    def __init__(self, seed: int) -> None:
        self._dice = np.random.default_rng(seed)

    def zeros(self, *shape: int, dtype: str = "float32") -> Any:
        return np.zeros(shape, dtype)

    def put(self, array: Any) -> Any:
        """An array of NumPy's, as it is used here."""
        return np.array(array)

    def get(self, array: Any) -> Any:
        """Back to NumPy."""
        return np.array(array)

    def shared(self, array: Any) -> Any:
        """An array of a loop, without a copy."""
        return array

    def cast(self, array: Any, kind: Any) -> Any:
        return array.astype(kind, copy=False)

    def take(self, array: Any, index: Any) -> Any:
        """Along the first axis, for every column its own."""
        return np.take_along_axis(array, index, 0)

    def give(self, array: Any, index: Any, values: Any) -> None:
        np.put_along_axis(array, index, values, 0)

    def pick(self, array: Any, index: Any, axis: int) -> Any:
        """Some places of an axis, the same for all others."""
        return np.take(array, index, axis)

    def where_positive(self, array: Any, values: Any) -> Any:
        """The values where the array is above 0, else 0."""
        return values * (array > 0)

    def chance(self, *shape: int) -> Any:
        """Numbers between 0 and 1."""
        return self._dice.random(shape, np.float32).clip(1e-9, 1 - 1e-7)

    def order(self, count: int) -> Any:
        return self._dice.permutation(count)

    def kept(self, step: Callable[[], None], stream: Callable[[Any], None]) -> Callable[[], None]:
        """A step that is done many times with the same arrays."""
        return step

    def wait(self) -> None:
        """Until all is done."""


class Card(Processor):
    """PyTorch on a GPU: steps are recorded once as CUDA graphs, so that a step costs one launch."""

    speed = "cuda"

    def __init__(self, seed: int) -> None:
        try:
            import torch
        except ImportError as missing:
            raise NoSpeed("Learning on a GPU needs the train extra: pip install 'parlour[train]'.") from missing
        if not torch.cuda.is_available():
            raise NoSpeed("PyTorch found no GPU here. Learn on the processor instead (slowly): speed 'cpu'.")
        self.xp, self.small, self._there = torch, torch.bfloat16, torch.device("cuda")
        self.name = torch.cuda.get_device_name()
        torch.manual_seed(seed)
        torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = True

    def zeros(self, *shape: int, dtype: str = "float32") -> Any:
        return self.xp.zeros(shape, dtype=getattr(self.xp, dtype), device=self._there)

    def put(self, array: Any) -> Any:
        return self.xp.as_tensor(np.array(array), device=self._there)

    def get(self, array: Any) -> Any:
        return array.float().cpu().numpy()

    def shared(self, array: Any) -> Any:
        return self.xp.as_tensor(array, device=self._there)

    def cast(self, array: Any, kind: Any) -> Any:
        return array.to(kind)

    def take(self, array: Any, index: Any) -> Any:
        return self.xp.gather(array, 0, index)

    def give(self, array: Any, index: Any, values: Any) -> None:
        array.scatter_(0, index, values)

    def pick(self, array: Any, index: Any, axis: int) -> Any:
        return self.xp.index_select(array, axis, index)

    def where_positive(self, array: Any, values: Any) -> Any:
        return self.xp.ops.aten.threshold_backward(values, array, 0)

    def chance(self, *shape: int) -> Any:
        return self.xp.rand(shape, device=self._there).clamp_(1e-9, 1 - 1e-7)

    def order(self, count: int) -> Any:
        return self.xp.randperm(count, device=self._there)

    def kept(self, step: Callable[[], None], stream: Callable[[Any], None]) -> Callable[[], None]:
        """Recorded at its second call (the first one compiles and warms up); `stream` is told where the work is recorded."""
        torch, calls, graph = self.xp, 0, self.xp.cuda.CUDAGraph()

        def again() -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                step()
                torch.cuda.synchronize()
                return
            if calls == 2:
                with torch.cuda.graph(graph):
                    stream(torch.cuda.current_stream().cuda_stream)
                    step()
                stream(0)
            graph.replay()

        return again

    def wait(self) -> None:
        self.xp.cuda.synchronize()
