"""The service for browsers and curl: REST/JSON over HTTP, server-sent events for what streams, an OpenAPI document.

It transcodes and adds nothing: a request is the RPC's request message as JSON, an answer its response message, and who
calls is decided by the service, which gets the caller's ``Authorization`` as it came.
"""
