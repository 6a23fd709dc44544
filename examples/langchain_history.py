"""LangChain's chat history over the log: what is added is understood, and read back from there."""

import os

from langchain_core.messages import AIMessage, HumanMessage

from clients import AnamnesisClient
from clients.adapters.langchain_memory import AnamnesisChatMessageHistory

with AnamnesisClient(os.environ.get("ANAMNESIS_ADDRESS", "127.0.0.1:50051")) as client:
    patient = client.register_patient(locale="ko", time_zone="Asia/Seoul")
    history = AnamnesisChatMessageHistory(client, patient, conversation_id="clinic")
    history.add_messages(
        [HumanMessage("페니실린 알레르기가 있어요."), AIMessage("페니실린 알레르기를 기억하겠습니다.")]
    )
    for message in history.messages:
        print(type(message).__name__, message.text)
    print([fact.name for fact in client.profile(patient).facts])
