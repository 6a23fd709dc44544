"""What is served: the names of the services and of their methods, as a call has them."""

from __future__ import annotations

from protos.anamnesis.v1 import audit_pb2, conversation_pb2, memory_pb2

_DESCRIPTORS = tuple(
    service
    for file in (conversation_pb2, memory_pb2, audit_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
)

SERVICES: tuple[str, ...] = tuple(service.full_name for service in _DESCRIPTORS)
"""Full names of what is served."""
METHODS: tuple[str, ...] = tuple(
    f"/{service.full_name}/{method.name}" for service in _DESCRIPTORS for method in service.methods
)
"""Their methods, as a call names them."""
