"""The service: composition, gRPC servicers and the operator's commands."""
