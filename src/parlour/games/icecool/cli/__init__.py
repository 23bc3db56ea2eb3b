"""Commands of `parlour` that come with ICECOOL2."""
