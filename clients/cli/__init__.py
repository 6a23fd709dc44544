"""Commands for users of the service, over gRPC."""
