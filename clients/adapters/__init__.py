"""Memory for agents of other frameworks, over the public client: each module needs its framework, none the service.

`tools` holds what all share; `openai_memory`, `langgraph_memory` and `langchain_memory` are one framework each. The MCP
server is `clients.mcp_server`.
"""
