"""Serve the obedient model by hand: `python -m tests.llm_server [PORT]`, then ANAMNESIS_LLM_BASE_URL as it prints."""

from __future__ import annotations

import asyncio
import sys

from tests.llm_server import LlmServer


async def main() -> None:
    async with LlmServer.running(port=int(sys.argv[1]) if len(sys.argv) > 1 else 0) as server:
        print(f"ANAMNESIS_LLM_BASE_URL={server.base_url}", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        sys.exit(130)
