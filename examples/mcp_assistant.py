"""What an assistant does over the Model Context Protocol, done by the official client."""

import asyncio
import json
import os
import sys
from typing import Any

from mcp import ClientSession, StdioServerParameters, stdio_client

ADDRESS = os.environ.get("ANAMNESIS_ADDRESS", "127.0.0.1:50051")
SERVER = StdioServerParameters(
    command=sys.executable, args=["-m", "server", "mcp", "--address", ADDRESS], env=dict(os.environ)
)


async def main() -> None:
    """Register, remember, recall."""
    async with stdio_client(SERVER) as (read, write), ClientSession(read, write) as assistant:
        await assistant.initialize()

        async def call(tool: str, **arguments: str) -> Any:
            result = await assistant.call_tool(tool, arguments)
            return json.loads(getattr(result.content[0], "text", "{}"))

        patient = (await call("register_patient", locale="en", time_zone="UTC"))["patient_id"]
        await call("remember", patient_id=patient, text="I am allergic to penicillin: it gave me hives.")
        print((await call("recall", patient_id=patient, query="Which antibiotic may I have?"))["memory"])


asyncio.run(main())
