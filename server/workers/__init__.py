"""Several processes that serve one data directory: a front that forwards each call to the worker of its patient."""
