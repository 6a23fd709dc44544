"""Memory around the OpenAI SDK: its own calls, with a patient's memory before and a ledger after them.

OPENAI_API_KEY, or OPENAI_BASE_URL of a server that speaks the same protocol, says who answers.
"""

import os

from openai import OpenAI

from clients import AnamnesisClient
from clients.adapters.openai_memory import remembering

with AnamnesisClient(os.environ.get("ANAMNESIS_ADDRESS", "127.0.0.1:50051")) as memory, OpenAI() as sdk:
    patient = memory.register_patient(locale="en", time_zone="Europe/London")
    openai = remembering(sdk, memory, patient)
    for said in ("My HbA1c was 7.2% on 3 March 2025.", "Sorry, it was 6.9%, not 7.2%."):
        answer = openai.chat.completions.create(
            model=os.environ.get("OPENAI_MODEL", "gpt-4o-mini"), messages=[{"role": "user", "content": said}]
        )
        print(answer.choices[0].message.content)
    for name in ("HbA1c",):
        print(name, [fact.number for fact in memory.profile(patient).facts if fact.name == name])
