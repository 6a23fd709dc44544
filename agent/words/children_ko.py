"""Sentences about children's fevers, doses and nurseries, in Korean."""

from __future__ import annotations

from typing import Final

SENTENCES: Final = {
    "child.of": "{name}: ",
    "child.amount": "{medicine:은} {weight}이면 한 번에 {low}~{high}mg{volume}, 힘들어할 때만 {least}~{most}시간 간격으로 24시간에 "
    "{times}번까지입니다.",
    "child.volume": " = 5mL에 {strength}mg인 시럽 {low}~{high}mL",
    "child.volume_if": " (병에 5mL당 {strength}mg이라고 적혀 있으면 약 {low}~{high}mL)",
    "child.by_age": " 영국 설명서의 이 나이 용량: 5mL에 {strength}mg인 시럽 {volume}mL.",
    "child.old_weight": "{before}이 아니라 {weight}로 계산했습니다. ",
    "child.check_paracetamol": "병의 농도를 먼저 확인하고 같은 성분(아세트아미노펜)이 든 다른 약과 겹치지 않게 하세요. 아이가 "
    "힘들어하지 않으면 안 먹여도 됩니다.",
    "child.check_ibuprofen": "음식이나 우유와 함께 먹이고 병의 농도를 먼저 확인하세요. 토하거나 설사해 물이 모자랄 때, 수두, "
    "콩팥병, 이 약으로 천식이 나빠진 적이 있으면 먹이지 않습니다.",
    "child.ask_weight": "{who} 몸무게가 몇 kg인가요? 말씀해 주시면 계산해 드립니다({medicine:은} 체중 1kg에 {low}~{high}mg, "
    "{least}~{most}시간 간격, 24시간에 {times}번까지).",
    "child.newborn": "석 달이 안 된 아기에게는 의사나 간호사가 시킨 것이 아니면 {medicine:을} 스스로 먹이지 말고 먼저 "
    "진료를 받으세요(NICE NG143, 미국소아과학회).",
    "child.too_young": "{medicine:은} 생후 {months}개월 전에는 의사가 시키지 않는 한 먹이지 않습니다.",
    "child.no_aspirin": "아이에게 아스피린은 반 알도 먹이지 마세요. 16세 미만, 특히 독감이나 수두 때 라이증후군이 올 수 "
    "있습니다(영국 MHRA, 미국 CDC).",
    "child.pox": "수두에는 이부프로펜 계열을 먹이지 않습니다. 심한 피부 감염이 올 수 있습니다(영국 NHS). ",
    "child.dry": "토하거나 설사해 물이 모자랄 수 있을 때는 이부프로펜 계열을 먹이지 않습니다(NICE NG143). ",
    "child.reacted": "이부프로펜 계열은 먹이지 마세요. 말씀하신 천식·알레르기 반응 때문에 먼저 의사에게 물어야 합니다. ",
    "child.told_doses": "말씀하신 대로면 {listed}, 모두 {total}mg으로 체중 1kg에 약 {each}mg입니다.",
    "child.one_dose": "말씀하신 대로면 {listed}, 체중 1kg에 약 {each}mg입니다.",
    "child.dose_at": "{clock} {medicine} {amount}",
    "child.dose_no_hour": "{medicine} {amount}",
    "child.same_substance": "이름은 달라도 모두 같은 성분({medicine})이라 번갈아 먹인 것이 되지 않습니다.",
    "child.within": "한 번 용량과 하루 최대량 안에 있습니다.",
    "child.doubled": "한 번 용량(1kg에 {low}~{high}mg)보다는 많지만 해로운 양(1kg에 {harmful}mg부터)에는 한참 못 미칩니다. "
    "일부러 토하게 하지 마세요. 이것만으로 응급실에 갈 일은 아니고 지켜보면 됩니다. 오늘 횟수로는 두 번으로 칩니다. 더 먹었을 "
    "수 있거나 처지고 토하면 {poison}에 연락하고, 먹인 시각과 양을 적어 가족이 함께 보세요.",
    "child.over": "하루 최대량(1kg에 {limit}mg)을 넘었습니다. 지금은 {medicine:을} 더 먹이지 말고, 멀쩡해 보여도 약병을 들고 "
    "오늘 안에 {seek}. 간은 초기 증상 없이 상할 수 있습니다.",
    "child.harmful": "하루 최대량(1kg에 {limit}mg)을 넘어 지금 진료가 필요합니다. {medicine:은} 더 먹이지 말고, 약병을 모두 들고 지금 "
    "소아 진료가 되는 응급실로 가세요({poison}에도 물을 수 있고, 처지거나 의식이 흐리면 {emergency}). 겉으로 괜찮아 보여도 안심할 "
    "수 없습니다. 흔히 하는 실수이니 자책하지 마시고, 물어보시길 잘하셨습니다.",
    "child.unknown_amount": "얼마나 되는 양인지는 병의 농도(5mL에 몇 mg)에 달려 있으니 말씀해 주시면 계산해 드립니다.",
    "child.next_from": "{medicine:은} {given}에 먹였으니 {earliest} 전에는 더 먹이지 않습니다(적어도 {least}시간, 보통 {least}~{most}시간). "
    "그때도 힘들어할 때만, 24시간에 {times}번까지입니다.",
    "child.next_now": "{medicine:은} {given}에 먹여 {least}시간이 지났으니 힘들어하면 한 번 더 먹여도 됩니다. 24시간에 {times}번까지입니다"
    "(지금까지 {count}번).",
    "child.next_double": "{medicine:은} 다음 한 번을 거르고 {earliest} 전에는 먹이지 마세요({given}에서 {double}시간). 그 뒤에는 {who} "
    "자신의 몸무게로 한 번 양만 먹입니다.",
    "child.next_unknown": "{medicine:은} 마지막으로 먹인 때부터 적어도 {least}시간(보통 {least}~{most}시간) 지나서, 24시간에 "
    "{times}번까지입니다. 먹인 시각을 말씀해 주시면 계산해 드립니다.",
    "child.day_full": "{medicine:은} 24시간에 {count}번이 최대라 {earliest} 전에는 먹이지 않습니다.",
    "child.other_medicine": "{medicine:은} 오늘 먹였다고 하신 약({given})과 다른 성분이라, 필요하면 먹일 수 있습니다.",
    "child.not_given_yet": "말씀하신 대로면 {name:은} 아직 먹지 않았습니다.",
    "child.fever_home": "이 나이에 {degrees} 열만으로는 응급이 아니며, 숫자보다 아이 상태가 중요합니다.{well} 물을 자주 조금씩 "
    "먹이고 얇게 입히고 밤에 한두 번 살피며, 해열제는 힘들어할 때만 쓰세요. 오늘·내일 진료를 받을 때: 잘 못 마시거나 소변이 줄 때, 귀·목·배가 "
    "점점 아플 때, 열이 사흘 넘게 갈 때.",
    "child.fever_infant": "생후 3~6개월 아기의 {degrees}는 오늘 안에 진찰이 필요합니다(NICE NG143).",
    "child.well": " 잘 마시고 잘 노는 것은 안심되는 신호입니다.",
    "child.at_once": "바로 {emergency}에 전화할 때: 깨우기 어렵거나 축 늘어짐, 눌러도 없어지지 않는 발진, 뻣뻣한 목, 가쁜 숨, "
    "파란 입술, 경련.",
    "child.unwell": "말씀하신 아이 상태(잘 못 마심, 처짐, 소변이 줆, 가쁜 숨 같은 것)는 오늘 안에 진료가 필요합니다.",
    "child.no_fever": "{degrees}는 열의 기준(38°C)보다 낮습니다.",
    "nursery.fever": "어린이집·학교: 열이 있는 동안은 쉬고, 해열제 없이 24시간 열이 없고 잘 놀면 보낼 수 있습니다.",
    "nursery.chickenpox": "어린이집·학교: 모든 물집에 딱지가 앉은 뒤(보통 발진 뒤 5일쯤)에 보냅니다. 임신부, 신생아, 면역이 약한 "
    "사람과는 떨어져 지내게 하세요.",
    "nursery.hand_foot_mouth": "어린이집·학교: 수족구는 열이 내리고 입안이 나아 잘 먹고 물집이 마르면(대개 1주쯤) 보낼 수 있고, 우리나라 "
    "어린이집은 흔히 의사의 완치(등원 가능) 확인서를 받으니 아침에 어린이집이나 소아과에 전화해 보세요. 대변에는 몇 주 동안 "
    "바이러스가 나오니 기저귀를 간 뒤와 밥 먹기 전에 손을 씻고, 어린 동생은 열과 물집을 지켜보세요.",
    "nursery.stomach": "어린이집·학교: 마지막 구토나 설사 뒤 48시간이 지나면 보냅니다.",
    "nursery.scarlet": "어린이집·학교: 항생제를 시작하고 24시간이 지나면 보냅니다.",
    "nursery.conjunctivitis": "어린이집·학교: 눈곱과 눈물이 줄 때까지 어린이집 방침을 물어보고, 손을 자주 씻고 수건을 따로 쓰세요.",
    "nursery.impetigo": "어린이집·학교: 진물이 마르고 딱지가 앉거나 항생제를 쓴 지 48시간이 지나면 보냅니다.",
    "nursery.lice": "어린이집·학교: 열 없는 감기나 머릿니만으로 쉴 필요는 없습니다.",
    "nursery.roseola": "어린이집·학교: 24시간 열이 없고 잘 놀면 보낼 수 있고, 열이 내린 뒤의 발진은 기다리지 않아도 됩니다.",
    "child.roseola": "며칠 열이 나다 내리면서 잘 노는 아이에게 눌러서 없어지는 발진이 돋은 것은 돌발진에 맞고, 해롭지 않아 약이 "
    "필요 없습니다. 해열제 알레르기일 가능성은 낮아 알레르기로 적지 않습니다. 다음에 먹고 또 돋거나 붓고 가려우면 의사에게 알리세요. 눌러도 "
    "없어지지 않는 점, 다시 나는 열, 처짐이 있으면 진료를 받으세요.",
    "child.late_dose": "빠뜨린 것은 지금 먹이고, 다음 것은 간격이 {least}시간 넘게 되도록 조금 늦춰(잠들기 전까지) 고르게 나누세요. "
    "두 번 치를 한꺼번에 먹이지 않습니다. 나은 것 같아도 처방받은 날까지 먹이고, 그만두려면 먼저 병원에 물어보세요.",
    "child.vomited": "먹고 30분 안에 토했다면 같은 양을 한 번만 다시 먹여도 됩니다. 또 토하면 더 먹이지 말고 약국이나 병원에 전화하세요. "
    "다음 것은 제시간에 먹이고 처방대로 끝까지 먹입니다. 계속 토하거나 처지거나 목이 뻣뻣하거나 귀 뒤가 부으면 진료를 받으세요.",
    "child.honey": "돌 전에는 꿀을 먹이지 않습니다(영아 보툴리누스 중독). 한 번 맛본 정도면 위험은 작아 토하게 하거나 응급실에 갈 일은 "
    "아닙니다. 몇 주 지켜보고, 변비와 함께 울음이나 빠는 힘이 약해지거나 눈꺼풀이 처지거나 축 늘어지면 바로 가세요(CDC, 영국 NHS).",
    "child.after_alarm": "앞서 말씀드린 대로({names}) 지금 진료를 받으세요. {given}그 전에는 더 먹이지 말고, 약이 듣는지 보려고 "
    "기다리지 마세요.",
    "child.pregnant_contact": "임신 중에 수두를 앓는 아이와 지내고 계시니 오늘 산부인과에 전화하세요. 수두를 앓았거나 예방접종을 두 번 "
    "했으면 대개 괜찮지만, 모르면 항체 검사를 하고 접촉한 지 며칠 안에 면역글로불린 같은 치료를 하기도 합니다(RCOG, 질병관리청).",
    "child.jabs": "생후 3개월이 지난 아기가 접종 뒤 48시간 안에 나는 가벼운 열은 흔하고, 잘 먹고 놀면 저절로 지나갑니다. 39°C가 "
    "되거나 48시간을 넘거나 처지면 진료를 받으세요.",
}
