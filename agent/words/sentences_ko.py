"""The Korean sentences by key; ``sentences_en`` holds the same keys with the same slots."""

from typing import Final

SENTENCES: Final = {
    "value.one": "{name:은} {value}입니다.",
    "value.latest": "가장 최근 {name:은} {value}입니다.",
    "value.day_of": "{name} {value:은} {day} 결과입니다.",
    "goes_on.since": "네, 말씀하신 대로면 {name:은} {day}부터 아직 있습니다.",
    "goes_on.so": "네, 말씀하신 대로면 {name:은} 아직 있습니다.",
    "goes_on.over": "아니요. {name:은} 나았다고 말씀하셨습니다.",
    "mentioned.recorded": "네. {day}에 말씀하신 {brief:이} 기록에 있습니다.",
    "mentioned.never": "아니요. {name}에 대해 말씀하신 내용은 찾지 못했습니다.",
    "answer.as_told": "네, 그렇게 말씀하셨습니다.",
    "value.previous": "그 전 {name:은} {value}입니다.",
    "value.next": "그다음 {name:은} {value}입니다.",
    "value.first": "기록에 있는 첫 {name:은} {value}입니다.",
    "value.highest": "가장 높았던 {name:은} {value}입니다.",
    "value.lowest": "가장 낮았던 {name:은} {value}입니다.",
    "value.best": "목표에 비추어 가장 좋았던 {name:은} {value}입니다.",
    "value.worst": "목표에 비추어 가장 벗어난 {name:은} {value}입니다.",
    "value.tied": "같은 값이 {days}에도 있습니다.",
    "value.average": "{name} {count}개 값의 평균은 {mean}입니다({first}~{last}).",
    "value.count": "기록된 {name:은} {count}번입니다: {listed}.",
    "value.count_limit": "{name:이} {limit} 값은 {count}번입니다: {listed}.",
    "value.count_limit_none": "기록된 {name} {total}개 가운데 {limit} 값은 없습니다.",
    "value.listed": "{name}(오래된 순서): {listed}.",
    "value.listed_window": "{window}의 {name}: {listed}.",
    "value.left_out": "(그 사이 {count}개 생략)",
    "value.change_up": "{name:은} {before}에서 {after:으로} {size} 증가했습니다.",
    "value.change_down": "{name:은} {before}에서 {after:으로} {size} 감소했습니다.",
    "value.change_none": "{name:은} {before}에서 {after:으로} 변화가 없습니다.",
    "value.change_only": "비교할 값이 하나뿐입니다: {name} {value}.",
    "value.fewer": "기록된 {name} 값은 {count}개뿐입니다.",
    "value.overall": "전체로 보면 {change}",
    "value.up": "처음보다 {size} 올랐습니다.",
    "value.down": "처음보다 {size} 내렸습니다.",
    "value.same": "처음과 같습니다.",
    "value.none_before": "{value} 전의 {name} 값은 기록에 없습니다.",
    "value.none_after": "{value} 뒤의 {name} 값은 기록에 없습니다.",
    "value.only_one": "기록된 {name} 값은 하나뿐입니다: {value}.",
    "value.none_in_window": "{window}에 잰 {name} 값은 기록에 없습니다. 가장 가까운 값은 {value}입니다.",
    "value.since": "{name:이} {limit} 것은 {value}부터입니다.",
    "value.since_none": "최근 {name:은} {value:으로}, {limit} 상태가 아닙니다.",
    "value.no_direction": "{name:은} 어느 쪽이 나은지 정한 기준이 없습니다. "
    "가장 높은 값은 {highest}, 가장 낮은 값은 {lowest}입니다.",
    "limit.above": "{number:을} 넘은",
    "limit.below": "{number}보다 낮은",
    "limit.from": "{number} 이상인",
    "limit.to": "{number} 이하인",
    "window.on": "{first}",
    "window.between": "{first}~{last}",
    "window.since": "{first} 이후",
    "window.until": "{last}까지",
    "changed.now": "이제부터는 {medicine}입니다. 이전 것에 더하는 것이 아니라 대신하는 것입니다.",
    "changed.to_come": "{name} 복용은 {day}부터 {what:으로} 바뀝니다. 그날까지는 지금대로입니다.",
    "since.fact": "{name:은} {day}부터로 기록되어 있습니다.",
    "since.years": "{name:은} {day}부터로 기록되어 있습니다(약 {years}년).",
    "since.unknown": "{name:을} 언제 시작했는지는 기록에 없습니다. {told}에 처음 말씀하셨습니다. 시작한 때를 알려 "
    "주시면 기록하겠습니다.",
    "since.not_on_record": "{name:은} 기록에 없어 언제부터인지 확인되지 않습니다.",
    "told.inside": "말씀하신 {name} {value:은} 목표 범위 안에 있습니다(목표 {limit}). {source}",
    "told.above": "말씀하신 {name} {value:은} 목표보다 높습니다(목표 {limit}). {source}",
    "told.below": "말씀하신 {name} {value:은} 목표보다 낮습니다(목표 {limit}). {source}",
    "told.low_pressure": "말씀하신 {name} {value:은} 낮은 혈압입니다({limit} mmHg 미만). 어지럽거나 쓰러질 것 같으면 "
    "바로 진료를 받고, 드시는 약이 맞는지 의료진에게 오늘 물어보세요.",
    "told.no_lower": "이 기준에는 아래 한계가 없어 너무 낮은지는 판단하지 않습니다. "
    "어지럽거나 힘이 없으면 의료진에게 알리세요.",
    "told.not_low": "너무 낮지는 않습니다. 보통 {limit} mmHg보다 낮을 때 저혈압이라고 합니다. "
    "어지럽거나 일어설 때 아찔하면 의료진에게 알리세요.",
    "told.none": "말씀하신 {name} {value:은} 적용할 기준을 가지고 있지 않아 판단하지 않습니다. 의료진과 상의해 "
    "주세요.",
    "corrected.taken_since": "{name:을} 시작한 때를 {before}에서 {after:으로} 정정했습니다.",
    "corrected.taken_since_now": "{name:을} 시작한 때를 {after:으로} 기록했습니다.",
    "corrected.had_since": "{name} 진단 시기를 {before}에서 {after:으로} 정정했습니다.",
    "corrected.had_since_now": "{name} 진단 시기를 {after:으로} 기록했습니다.",
    "avoid.with": "함께 피하거나 조심할 것({names}):",
    "avoid.unknown": "제 자료에는 여기서 피해야 할 것이 따로 없습니다. 약사나 의사에게 확인하시고, "
    "그때까지 아무것도 바꾸지 마세요.",
    "another.alone": "앞의 말씀은 본인의 기록을 보고 드린 것이고 다른 분의 기록은 여기에 없어서, "
    "그분께도 맞는지는 말씀드릴 수 없습니다. "
    "그분의 약과 병에 달려 있으니 그분의 의사나 약사에게 물어보세요.",
    "another.general": "그분에 관한 기록은 여기에 없습니다. 일반적으로는 다음과 같으니 그분의 약사에게 확인해 "
    "보세요:",
    "meant.taken_for": "{name:을} 말씀하시는 것으로 알고 답합니다.",
    "medicine.which": "어느 약을 말씀하시나요? {names}",
    "goal.told": "{day}에 말씀하신 {name} 목표는 {limit}입니다.",
    "goal.own": "{day}에 말씀하신 본인의 목표를 기준으로 했습니다.",
    "goal.own_and_general": "{day}에 말씀하신 본인의 목표를 기준으로 했고, "
    "일반 기준은 {limit}입니다({source}).",
    "next.moved_by": "드시는 약 가운데 {names:이} 이 값을 그쪽으로 움직일 수 있습니다. 스스로 끊지는 마세요.",
    "next.pressure_high": "이 값만으로 응급은 아닙니다. 5분 쉬었다가 다시 재고, 며칠 동안 잰 값을 적어 의사에게 보여 "
    "주세요. 가슴 통증, 숨참, 심한 두통, 한쪽 힘 빠짐, 말이 어눌함이 함께 있으면 바로 도움을 청하세요.",
    "next.pulse_low": "운동을 많이 하는 사람이나 잠잘 때는 흔히 40~60이고, 불편한 증상이 없으면 응급은 아닙니다. "
    "쉬고 나서 다시 재고, 계속 느리면 처방한 의사에게 알리세요. 어지럼, 실신, 숨참, 가슴 통증이 있으면 바로 진료를 "
    "받으세요.",
    "next.pulse_high": "몇 분 쉬었다가 다시 재 보세요. 열, 탈수, 통증, 긴장, 카페인도 맥박을 올립니다. 가슴 통증, "
    "숨참, 실신, 불규칙한 맥박이 있으면 바로 진료를 받으세요.",
    "next.hba1c_high": "지난 2~3개월의 평균이니 급하지는 않습니다. 약, 식사, 운동이 어땠는지 돌아보고 다음 진료 때 "
    "치료를 조정할지 물어보세요.",
    "next.glucose_high": "한 번의 값만으로는 알기 어렵습니다. 언제 드셨는지 적고 다시 재 보세요. 심한 갈증, 많은 "
    "소변, 구토, 복통, 졸림이 있으면 바로 진료를 받으세요.",
    "next.kidney": "한 번의 값으로 진단하지 않고 석 달 안에 소변검사와 함께 다시 확인합니다. 약 용량에 영향을 주니 "
    "이부프로펜, 나프록센 같은 소염진통제는 묻지 않고 드시지 말고, 다음 진료 때 이 값을 말씀하세요.",
    "next.thyroid_high": "TSH가 높은 것은 갑상선호르몬이 모자란다는 뜻입니다. 이 값으로 약 용량을 정하니 처방한 "
    "의사에게 알리고 스스로 바꾸지는 마세요. 용량을 바꾸면 6~8주 뒤에 다시 검사합니다.",
    "next.thyroid_low": "TSH가 낮은 것은 갑상선호르몬이 많다는 뜻이고, 갑상선약을 드신다면 용량이 많을 수 있습니다. "
    "그 때문에 덥고 땀이 나고 가슴이 뛰고 잠이 안 올 수 있습니다. 며칠 안에 처방한 의사에게 알리고 스스로 바꾸지는 "
    "마세요. 용량을 바꾸면 6~8주 뒤에 다시 검사합니다.",
    "next.inr_high": "피가 바라는 것보다 늦게 굳어 출혈이 생기기 쉽습니다. 오늘 용량을 정하는 병원에 전화하고 스스로 "
    "용량을 바꾸지 마세요. 검은 변, 붉은 소변, 멈추지 않는 피, 머리를 부딪힌 일이 있으면 바로 진료를 받으세요.",
    "next.inr_low": "피가 바라는 것보다 잘 굳어 혈전이 생기기 쉽습니다. 오늘 용량을 정하는 병원에 전화하고 스스로 두 "
    "배로 드시지 마세요. 한쪽 힘 빠짐, 말이 어눌함, 가슴 통증, 숨참이 있으면 119에 전화하세요.",
    "next.hba1c_high_old": "지난 2~3개월의 평균이니 급하지는 않습니다. 연세가 많으면 저혈당이 더 해로워 7.5~8% "
    "정도까지를 목표로 하는 때가 많습니다. 목표는 의사와 정하세요.",
    "next.depression_high": "5~9점은 가벼움, 10~14점은 중간, 15~19점은 중간보다 심함, 20점 이상은 심함으로 봅니다. "
    "그때의 상태일 뿐 진단은 아니니, 하던 치료를 이어 가며 치료하는 의사에게 점수를 알리세요. 죽고 싶은 생각이 들면 "
    "바로 도움을 청하세요.",
    "next.anxiety_high": "5~9점은 가벼움, 10~14점은 중간, 15점 이상은 심함으로 봅니다. 그때의 상태일 뿐 진단은 "
    "아니니 치료하는 의사에게 점수를 알리세요.",
    "next.oxygen_low": "손가락을 따뜻하게 하고 가만히 앉아 1분쯤 다시 재 보세요. 계속 그러면 오늘 의사에게 알리고, "
    "92%(COPD가 있으면 88%) 아래이거나 평소보다 숨이 차거나 입술이 파랗거나 정신이 흐리면 바로 진료를 받으세요.",
    "next.fever": "열은 몸을 지키는 반응이라 그 자체로 위험하지는 않습니다. 물을 자주 마시고 옷을 가볍게 입고 쉬며, "
    "힘들 때만 해열제를 쓰세요. 사흘 넘게 가면 그날 진료를 받고, 축 처지거나 숨이 힘들거나 목이 뻣뻣하거나 눌러도 안 "
    "없어지는 발진, 경련이 있거나 석 달이 안 된 아기면 바로 가세요.",
    "next.thyroid": "이 값으로 약 용량을 정합니다. 처방한 의사에게 알리고 스스로 바꾸지는 마세요. 용량을 바꾸면 "
    "6~8주 뒤에 다시 검사합니다.",
    "next.thyroid_pregnant": "며칠 안에 병원에 연락하세요. 임신 중에는 용량을 올려야 할 때가 많고 약 4주마다 "
    "검사합니다. 약은 계속 드시고 스스로 바꾸지는 마세요.",
    "next.uric_acid_high": "급한 일은 아닙니다. 물을 넉넉히 마시고 술, 내장, 단 음료를 줄이세요. 통풍이 있으면 이 "
    "값을 보며 의사가 요산 낮추는 약을 정합니다.",
    "next.lipids_high": "급한 일은 아닙니다. 동물성 기름을 줄이고 채소와 운동을 늘리세요. 얼마나 낮춰야 하는지는 "
    "다른 위험을 함께 보고 의사가 정합니다.",
    "next.hemoglobin_low": "원인(철분 부족이 흔하고 출혈일 때도 있습니다)을 찾아야 하니 진료 때 물어보세요. 검은 "
    "변이나 피 섞인 변, 실신, 가슴 통증, 가만히 있어도 숨참은 바로 진료가 필요합니다.",
    "next.ferritin_low": "저장된 철이 적다는 뜻입니다. 원인을 찾고, 의사 말대로 몇 달 철분을 먹은 뒤 다시 잽니다.",
    "next.vitamin_d_low": "의사나 약사가 정해 준 양의 비타민 D로 채웁니다. 응급은 아닙니다.",
    "next.liver_high": "조금 높은 것은 흔하며(지방간, 술, 약) 몇 주 뒤 다시 잽니다. 술을 쉬고 드시는 약과 영양제를 "
    "모두 의사에게 말씀하세요. 눈이 노래지거나 소변이 짙어지면 빨리 진료를 받으세요.",
    "since.course": "{name} 기록: {steps}.",
    "since.step": "{day}부터 {dose}",
    "since.told_on": "{day}에 처음 말씀하신 때",
    "safe.no_caution_taken": "드시고 있는 {name:과} 기록에 있는 것({listed})에 대해서는 된다거나 안 된다는 내용을 "
    "가지고 있지 않습니다. 지금도 맞는지, 이 수치에서 어느 용량이 맞는지는 처방한 의사가 정하니 물어보고, 스스로 "
    "바꾸지 마세요.",
    "weeks_now.counted": "오늘로 임신 {weeks}주 {days}일입니다. {day}의 {told}주에서 이어 센 것입니다.",
    "degree.is": "이 값은 {degree}에 해당합니다.",
    "degree.times": "상한의 약 {times}배입니다.",
    "degree.mild": "가벼운 이상",
    "degree.moderate": "중간 정도의 이상",
    "degree.severe": "심한 이상",
    "degree.anaemia_mild": "가벼운 빈혈",
    "degree.anaemia_moderate": "중간 정도의 빈혈",
    "degree.anaemia_severe": "심한 빈혈",
    "degree.borderline_high": "경계성으로 높은 범위",
    "degree.high": "높은 범위",
    "degree.very_high": "매우 높은 범위",
    "degree.kidney_g3a": "콩팥 기능이 가볍게에서 중간 정도로 떨어진 상태(3개월 이상 이어지면 3a단계)",
    "degree.kidney_g3b": "콩팥 기능이 중간에서 심한 정도로 떨어진 상태(3개월 이상 이어지면 3b단계)",
    "degree.kidney_g4": "콩팥 기능이 심하게 떨어진 상태(3개월 이상 이어지면 4단계)",
    "degree.kidney_g5": "콩팥 기능 부전(이어지면 5단계)",
    "degree.bone_penia": "골감소증 범위(골다공증은 아님)",
    "degree.bone_porosis": "골다공증 범위",
    "degree.b12_lack": "비타민 B12가 부족하다고 볼 만큼 낮은 값",
    "degree.b12_unclear": "비타민 B12 부족일 수도 있어 추가 검사로 가려야 하는 경계의 값",
    "degree.pressure_1": "이어지면 고혈압 1기",
    "degree.pressure_2": "이어지면 고혈압 2기",
    "degree.sugar_prediabetes": "당뇨병 전단계 범위",
    "degree.sugar_diabetes": "당뇨병 범위(다시 검사해 확인해야 함)",
    "diagnosis.sugar_high": "당뇨병 범위입니다(공복 126 mg/dL 이상, 당화혈색소 6.5% 이상, 아무 때나 200 이상). "
    "증상이 없으면 한 번의 값으로 진단하지 않고 다른 날 당화혈색소나 공복혈당을 한 번 더 검사해 확인하니 며칠~몇 주 "
    "안에 진료를 받으세요. 심한 갈증, 구토, 체중 감소가 있으면 그날 가세요.",
    "diagnosis.sugar_between": "당뇨병은 아니지만 정상보다 높은 당뇨병 전단계 범위입니다(공복 100~125 mg/dL, "
    "당화혈색소 5.7~6.4%). 다음 검사는 당화혈색소(또는 공복혈당 재검사, 필요하면 당부하검사)이고, 그 뒤로는 1년에 한 "
    "번 확인합니다. 체중을 조금 줄이고 더 움직이면 당뇨병이 될 위험이 절반쯤 줄어듭니다.",
    "diagnosis.sugar_below": "당뇨병이나 당뇨병 전단계 범위보다 낮습니다.",
    "diagnosis.pressure_high": "고혈압 범위입니다(병원 140/90, 집 135/85 이상). 다만 몇 번의 값으로 진단하지 않으니 "
    "일주일 동안 아침저녁으로 앉아 쉬고 재서 평균을 의사에게 보여 주세요.",
    "diagnosis.pressure_below": "고혈압 범위(병원 140/90, 집 135/85 이상)보다 낮습니다.",
    "diagnosis.lipids_high": "콜레스테롤이나 중성지방이 높은 범위이며, 공복에 한 번 더 검사해 확인합니다.",
    "diagnosis.lipids_between": "경계로 높은 범위입니다.",
    "diagnosis.lipids_below": "심장병이나 당뇨병이 없는 사람에게 바람직한 범위입니다.",
    "diagnosis.urate_high": "요산이 높은 것이며, 그것만으로 통풍은 아닙니다. 통풍은 관절이 뜨겁게 붓고 몹시 아픈 "
    "발작이 있는 병이고, 발작이 없는 사람은 대부분 통풍이 되지 않습니다.",
    "diagnosis.urate_below": "높지 않습니다.",
    "diagnosis.blood_low": "빈혈입니다(남성 13, 여성 12 g/dL 미만). 페리틴, 비타민 B12, 엽산을 검사하고 원인을 "
    "찾아야 합니다.",
    "diagnosis.blood_well": "빈혈은 아닙니다(남성 13, 여성 12 g/dL 미만이 빈혈).",
    "diagnosis.iron_low": "저장된 철이 바닥난 상태이며, 빈혈인지는 혈색소로 봅니다. 원인을 찾아야 합니다.",
    "diagnosis.iron_well": "저장된 철이 바닥난 상태는 아닙니다.",
    "diagnosis.kidneys_low": "낮은 값이지만 콩팥병은 석 달 넘게 이어질 때를 말합니다. eGFR과 소변 단백(ACR)을 다시 "
    "검사하고, 몸이 아프거나 소변이 줄면 더 빨리 진료를 받으세요.",
    "diagnosis.kidneys_well": "이 값만으로 콩팥병은 아니며, 소변 단백으로 드러나는 콩팥병도 있습니다.",
    "diagnosis.thyroid_high": "갑상선자극호르몬이 4보다 높으면 갑상선기능저하일 수 있어 유리 T4와 몇 주 뒤 재검사로 "
    "확인합니다.",
    "diagnosis.thyroid_low": "갑상선자극호르몬이 0.4보다 낮으면 갑상선기능항진이거나 갑상선약이 많은 것일 수 있어 "
    "유리 T4와 T3로 확인합니다.",
    "diagnosis.thyroid_within": "보통 범위(0.4~4) 안입니다.",
    "diagnosis.bones_porous": "골다공증 범위입니다(T-점수 -2.5 이하). 치료에 대해 진료를 받으세요.",
    "diagnosis.bones_thin": "골감소증 범위(T-점수 -1에서 -2.5 사이)이고 골다공증은 아닙니다.",
    "diagnosis.bones_well": "뼈 밀도는 정상입니다.",
    "tablets.sugar": "약: 당뇨병 전단계는 대부분 약 없이 체중, 식사, 운동으로 치료하고, 당뇨병으로 확인되면 그와 "
    "함께 흔히 메트포르민부터 씁니다. 두 번째 검사 뒤에 의사가 정합니다.",
    "tablets.pressure": "약: 몇 번의 값만으로 시작하지 않습니다. 160/100 미만이고 다른 위험이 없으면 대개 싱겁게 "
    "먹기, 체중, 운동, 절주를 몇 주~석 달 해 보고 그래도 높으면 약을 더하며, 160/100 이상이거나 "
    "당뇨병·콩팥병·심장병이 있으면 더 일찍 시작합니다. 의사가 정합니다.",
    "tablets.lipids": "약은 이 값만이 아니라 나이, 흡연, 혈압, 당뇨병, 가족력을 합친 위험으로 정합니다. 위험이 "
    "낮으면 식사, 체중, 운동부터 하고 3~6개월 뒤 다시 검사하며, LDL이 190 이상이거나 당뇨병이 있거나 "
    "심근경색·뇌졸중을 앓았으면 스타틴을 권합니다. 의사가 위험을 계산해 줄 수 있습니다.",
    "tablets.urate": "약: 발작이나 결석이 없이 요산만 높으면 대개 약이 필요 없습니다.",
    "tablets.thyroid": "약: 유리 T4가 정상이고 TSH가 10 이하면 다시 검사만 하는 일이 많고, 그보다 높거나 임신 중이면 "
    "대개 약을 씁니다. 두 번째 검사 뒤에 의사가 정합니다.",
    "tablets.none": "이 값만으로는 약이 필요하지 않습니다.",
    "moved.into": "나아졌습니다. 이제 목표 범위 안에 있습니다(목표 {limit}).",
    "moved.within": "전에도 지금도 목표 범위 안에 있습니다(목표 {limit}).",
    "moved.out": "나아진 것은 아닙니다. 전에는 목표 범위 안이었고 지금은 벗어났습니다(목표 {limit}).",
    "moved.nearer": "나아졌지만 아직 목표를 벗어나 있습니다(목표 {limit}).",
    "moved.farther": "나아진 것은 아닙니다. 전보다 목표에서 더 멀어졌습니다(목표 {limit}).",
    "moved.same": "목표에서 벗어난 정도는 전과 같습니다(목표 {limit}).",
    "moved.across": "이제 목표의 반대쪽으로 벗어나 있습니다(목표 {limit}).",
    "told.stated": "질문에 적어 주신 목표를 기준으로 했습니다.",
    "told.source": "기준은 {source}이고, 개인 목표는 의료진과 정합니다.",
    "form.nothing": "앞서 드린 답에 옮길 내용이 없습니다. 무엇을 정리해 드릴지 말씀해 주세요.",
    "form.no_numbers": "앞서 드린 답에는 수치가 없습니다.",
    "form.item": "항목",
    "form.value": "내용",
    "form.day": "날짜",
    "other.none": "앞서 말씀드린 것이 전부이고 다른 것은 기록에 없습니다.",
    "other.which": "다른 것은 {count}가지입니다: {listed}. 어느 것을 말씀하시나요?",
    "step.note": "잰 값과 몸 상태를 날짜와 함께 적어 두고, 평소와 다른 점을 표시합니다.",
    "step.questions": "다음 진료 때 물어볼 것을 두세 가지 적어 둡니다.",
    "step.sleep": "자고 일어나는 시간을 일정하게 하고, 잠을 설친 날을 적어 둡니다.",
    "step.alarm": "먹거나 재는 시간을 알람으로 맞추고, 빠뜨린 날을 적어 둡니다.",
    "step.support": "이번 주 계획을 가족이나 가까운 사람에게 알려 함께 지킵니다.",
    "step.review": "주말에 한 주의 기록을 훑어보고, 지키지 못한 것 하나를 다음 주에 다시 정합니다.",
    "assess.medicine": "약을 줄이거나 늘리거나 끊는 일은 스스로 정하지 말고, 처방한 의료진에게 먼저 물어보세요.",
    "follow_up.reaction": "{name}에 어떤 반응이 있었는지 알려 주시겠어요?",
    "follow_up.dose": "{name:은} 한 번에 얼마나, 하루에 몇 번 드시나요?",
    "follow_up.frequency": "{name:은} 하루에 몇 번 드시나요?",
    "follow_up.onset": "{name:은} 언제부터 있었나요?",
    "handover.head": "이렇게 전하시면 됩니다.",
    "judge.pressure_inside": "최근 혈압 {value}({day})는 목표 범위 안에 있습니다(목표 {limit}).",
    "judge.pressure_above": "최근 혈압 {value}({day})는 목표보다 높습니다(목표 {limit}).",
    "judge.against": "이 값에서는 드시는 {name:이} 문제가 될 수 있습니다({harm} 수 있음). "
    "스스로 끊지 말고 처방한 의료진에게 바로 물어보세요.",
    "handover.alarm": "- 먼저 말씀하세요: {listed}",
    "handover.person": "- 본인: {listed}",
    "handover.symptoms": "- 지금 불편한 점: {listed}",
    "handover.conditions": "- 진단: {listed}",
    "handover.history": "- 앓은 병과 받은 시술: {listed}",
    "handover.medicines": "- 복용약: {listed}",
    "handover.stopped": "- 최근에 끊은 약: {listed}",
    "handover.planned": "- 시작할 예정인 약: {listed}",
    "handover.allergies": "- 알레르기: {listed}",
    "handover.no_allergies": "- 알레르기: 없다고 하심",
    "handover.values": "- 최근에 잰 값: {listed}",
    "handover.closing": "여기에 없는 증상이나 약이 있으면 함께 말씀하시고, 약 봉투를 가져가시면 좋습니다.",
    "handover.nothing": "아직 전해 드릴 기록이 없습니다. 진단, 드시는 약, 알레르기부터 말씀해 주세요.",
    "total.day": "{name:은} {dose}씩 {taken}, 하루에 모두 {total}입니다.",
    "total.schedule": "{name:은} {dose}, 하루에 모두 {total}입니다.",
    "total.week": "{name:은} {dose}, 일주일에 모두 {total}입니다. 요일마다 달라서 하루 합계는 하나로 말할 수 "
    "없습니다.",
    "total.differs": "{name:은} {dose}입니다. 날마다 달라서 하루 합계는 하나로 말할 수 없습니다.",
    "total.no_dose": "{name:은} 한 번에 얼마나 드시는지 기록에 없어 하루 합계를 낼 수 없습니다. 알려 주시면 "
    "계산하겠습니다.",
    "total.no_times": "{name:은} 하루에 몇 번 드시는지 정해져 있지 않아 하루 합계를 낼 수 없습니다. {known}",
    "total.which": "어느 약의 하루 합계를 말씀하시나요? 약 이름을 알려 주세요.",
    "stopping.named": "{name:은} 스스로 끊거나 용량을 바꾸지 말고, 처방한 의료진에게 먼저 물어보세요.",
    "stopping.tell": "물어보실 때 이것도 함께 말씀하세요: {listed}.",
    "purpose.none_taken": "복용 중인 것으로 기록된 약이 없습니다.",
    "purpose.unsure": "그 말만으로는 어느 약인지 분명하지 않아, 드시는 약이 각각 무엇에 쓰이는지 말씀드립니다.",
    "cause.not_described": "제가 가진 문서에는 {medicine:과} {finding}의 관계가 나와 있지 않습니다. 관계가 없다는 "
    "뜻은 아닙니다.",
    "cause.of_yours": "기록된 약 가운데 {finding:은} {medicine}의 부작용으로 알려져 있습니다.",
    "cause.none_of_yours": "제가 가진 {medicine}의 부작용 내용에는 {finding:이} 나와 있지 않습니다. "
    "그렇다고 관계가 없다는 뜻은 아닙니다.",
    "cause.unknown": "{finding:이} 무엇 때문인지는 여기서 알 수 없습니다.",
    "cause.another": "드시는 약에 관해서는 이런 내용이 있습니다.",
    "cause.ask": "원인은 진찰을 받아야 알 수 있습니다. 처방약은 스스로 끊지 말고, 언제부터 그랬는지와 함께 "
    "의료진에게 말씀하세요.",
    "cause.alarm": "원인이 무엇이든, 앞서 말씀드린 대로 바로 진료를 받으시라는 안내는 그대로입니다.",
    "comfort.worry": "걱정되시는 마음, 충분히 이해합니다.",
    "comfort.worry_offer": "어떤 점이 가장 걱정되는지, 언제부터 그런지 말씀해 주시면 기록과 문서에서 찾아 답해 "
    "드리겠습니다. 걱정으로 잠이나 일상이 힘들면 "
    "의료진에게도 꼭 이야기하세요.",
    "comfort.strain": "많이 힘드셨겠습니다. 병을 돌보는 일은 잘 안 되는 날도 있기 마련이고, 그것이 잘못은 아닙니다.",
    "comfort.strain_offer": "무엇이 가장 힘든지 말씀해 주시면 할 수 있는 작은 것부터 함께 정해 보겠습니다. 힘든 "
    "마음이 이어지면 의료진이나 가까운 "
    "사람에게도 이야기하세요.",
    "comfort.relief": "많이 놀라셨겠습니다.",
    "comfort.relief_offer": "지금은 괜찮아졌더라도 오늘 있었던 일을 의료진에게 알리고, 다시 그러면 바로 도움을 "
    "받으세요.",
    "needed.value": "{name} 값이 얼마였고 언제 쟀는지 알려 주시면 기록하겠습니다.",
    "needed.medicine": "어느 약인지, 한 번에 얼마나 하루 몇 번인지 알려 주시면 기록하겠습니다.",
    "needed.allergy": "무엇에 알레르기가 있고 어떤 반응이 있었는지 알려 주시면 기록하겠습니다.",
    "needed.test": "어떤 검사의 값이 얼마였는지, 언제 한 검사인지 알려 주시면 기록하겠습니다.",
    "side.purpose": "무엇에 쓰는지",
    "side.onset": "언제부터 듣는지",
    "side.duration": "얼마나 오래",
    "side.timing": "하루 중 언제",
    "side.technique": "쓰는 방법",
    "side.missed_dose": "빠뜨렸을 때",
    "side.extra_dose": "많이 썼을 때",
    "side.vomited_dose": "먹고 토했을 때",
    "side.stopping": "끊거나 거르기",
    "side.side_effects": "부작용",
    "side.dependence": "의존과 내성",
    "side.storage": "보관",
    "side.monitoring": "검사와 확인",
    "side.substitute": "대신 쓸 것",
    "side.alcohol": "술",
    "side.food": "음식",
    "side.supplements": "건강기능식품",
    "side.pain_and_cold_medicine": "진통제와 감기약",
    "side.vaccination": "예방접종",
    "side.dental_and_surgery": "치과 치료와 수술",
    "side.driving": "운전",
    "side.exercise": "운동",
    "side.travel": "여행",
    "side.heat_and_bathing": "더위와 목욕",
    "side.smoking": "담배",
    "side.pregnancy": "임신",
    "side.breast_feeding": "수유",
    "side.sex_and_contraception": "성생활과 피임",
    "side.contagion": "옮는지",
    "side.heredity": "유전되는지",
    "side.meaning": "무엇인지",
    "side.cause": "원인",
    "side.signs": "어떻게 나타나는지",
    "side.outlook": "경과",
    "side.self_care": "도움이 되는 것",
    "side.warning_signs": "진료를 받을 때",
    "side.test_preparation": "검사 전 준비",
    "unknown.about": "{names}에 관한 질문으로 이해했지만, 제가 가진 문서와 기록에서 답할 내용을 찾지 못했습니다. "
    "의료진이나 약사에게 확인해 주세요.",
    "unknown.unclear": "무엇을 물으시는지 분명하지 않아 답을 찾지 못했습니다. 기록된 약·진단·검사값, 값의 변화, "
    "약을 같이 써도 되는지, 계획을 물으실 수 "
    "있습니다. 어떤 것을 말씀하시나요?",
    "unknown.nothing": "제가 가진 문서와 기록에서 이 질문에 답할 내용을 찾지 못했습니다. 의료진이나 약사에게 "
    "확인해 주세요.",
    "plan.week": "이번 주 계획(기준 정보: {listed}):",
    "plan.now": "지금부터 할 일(기준 정보: {listed}):",
    "ended.list": "중단한 약:",
    "ended.none": "중단한 것으로 기록된 약은 없습니다. 끊으신 약이 있으면 알려 주세요.",
    "ended.item": "{item}({day} 중단)",
    "ended.not_on_record": "{name:은} 기록에 없어, 드셨는지 끊으셨는지 확인되지 않습니다. 알려 주시면 "
    "기록하겠습니다.",
    "ended.still_taken": "{item:은} 중단한 것으로 기록되어 있지 않고, 지금 드시는 약으로 남아 있습니다.",
    "ended.on": "{item:은} {day}에 중단한 것으로 기록되어 있습니다.",
    "ended.undated": "{item:은} 중단한 것으로 기록되어 있고, 언제 끊었는지는 기록에 없습니다.",
    "ended.told": "이렇게 말씀하셨습니다: “{words}”",
    "ended.no_reason": "까닭은 기록에 없습니다. 알려 주시면 기록하겠습니다.",
    "ended.before": "{name} 전에 드시던 약으로 기록된 것:",
    "ended.nothing_before": "{name} 전에 드시던 약은 기록에 없습니다. 알려 주시면 기록하겠습니다.",
    "still.nothing": "앞서 드린 안내 가운데 어느 것을 말씀하시는지 찾지 못했습니다. 무엇에 관한 것인지 알려 주세요.",
    "why_changed.which": "어느 약을 말씀하시나요? 이름을 알려 주시면 기록에 있는 내용을 말씀드리겠습니다.",
    "why_changed.unknown": "{name:을} 바꾼 까닭은 바꾼 의사만 말할 수 있고, 기록에는 이유가 없습니다.",
    "why_changed.not_told": "{name:을} 왜 바꿨는지 확실한 까닭은 바꾼 의료진만 말할 수 있습니다.",
    "why_changed.likely": "가장 그럴듯한 까닭: {reasons}.",
    "why_changed.lower_dose": "기록에서 가장 그럴듯한 까닭: {listed}. 이 나이와 체중, 콩팥 기능에서는 {name:이} 더 "
    "강하게 작용해 피가 나기 쉬우므로 설명서가 낮은 용량을 쓰게 합니다.",
    "why_rule.metformin": "{name:은} 콩팥으로 빠져나가므로 사구체여과율(eGFR)이 45 미만이면 흔히 줄이고 "
    "30 미만이면 끊습니다. 몸에 쌓이면 젖산산증이 올 수 있어서입니다.",
    "why_rule.apixaban": "{name:은} 80세 이상, 체중 60kg 이하, 크레아티닌 1.5 mg/dL 이상 가운데 두 가지가 맞으면 "
    "낮은 용량을 씁니다. 약이 너무 세게 들어 출혈이 늘 수 있어서입니다.",
    "why_rule.warfarin": "{name} 용량은 INR 값에 따라 정합니다.",
    "why_rule.thyroid": "{name} 용량은 TSH에 따라 정합니다. 낮으면 줄이고 높으면 늘립니다.",
    "why_rule.beta_blocker": "{name:은} 맥박이 느리거나 혈압이 낮거나 어지러우면 흔히 줄이고, "
    "맥박이나 혈압이 계속 높으면 늘립니다.",
    "why_rule.kidneys": "{name:은} 콩팥으로 빠져나가므로 콩팥이 약하면 적게 씁니다.",
    "why_changed.on_record": "이 약을 정할 때 흔히 보는 것은 기록에 이렇게 있습니다: {listed}.",
    "why_changed.above": "기준보다 높음",
    "why_changed.below": "기준보다 낮음",
    "why_changed.ask": "다음에 연락할 때 이유를 물어보시고, 그때까지는 처방받은 대로 드세요.",
    "allergy_beside.unrelated": "{allergies} 알레르기와 {name:은} 서로 관계가 없습니다. 그 때문에 {name:을} "
    "피할 까닭은 없습니다. 문제가 되는 것은 {name}이나 같은 계열 약{kin}에 대한 알레르기인데 기록에 없습니다. "
    "어느 약이든 두드러기, 얼굴 부기, 숨참이 생기면 멈추고 바로 {emergency}에 연락하세요.",
    "allergy_beside.held": "먼저 약사에게 물어보세요. {name} 제품 가운데 {allergies} 성분이 들어 있거나 그것으로 "
    "만든 것이 있습니다. 처음 쓰기 전에 포장을 보여 주고 알레르기를 말하세요.",
    "together.beyond": "{names:과} {others:을} 함께 쓰는 것에 대해 그 밖에 가진 내용은 없습니다. 드시는 약을 모두 "
    "약사에게 말하세요.",
    "beside_limit.may_above": "아니요, 지금 용량으로는 안 됩니다.",
    "beside_limit.may_within": "네, 지금 용량이면 됩니다.",
    "beside_limit.may_untold": "정해진 용량까지만 됩니다.",
    "beside_limit.above": "{other:과} 함께 쓸 때 {name:은} 하루 {most}mg까지인데{also}, 기록된 {dose:은} 그보다 "
    "많습니다. 오늘이나 다음 진료일에 처방한 곳이나 약국에 전화해 용량을 확인하고, 어느 쪽도 스스로 끊지 마세요.",
    "beside_limit.within": "{other:과} 함께 쓸 때 {name:은} 하루 {most}mg까지이고{also}, 기록된 {dose:은} 그 안에 "
    "있습니다.",
    "beside_limit.untold": "{other:과} 함께 쓸 때 {name:은} 하루 {most}mg까지입니다{also}. 용량이 기록에 없으니 "
    "약 상자를 보고 그보다 많으면 처방한 곳이나 약국에 전화하세요.",
    "beside_limit.grave": "의사가 그래도 {other:과} 함께 처방할 때 {name:은} 하루 {most}mg까지입니다{also}.",
    "beside_limit.grave_above": "의사가 그래도 {other:과} 함께 처방할 때 {name:은} 하루 {most}mg까지인데{also}, "
    "기록된 "
    "{dose:은} 그보다 많습니다.",
    "once_for.also": "{name:을} 조심한 것은 {medicine} 때문이었고, 그 약은 기록에 끊은 것으로 되어 있습니다.",
    "once_for.food": "네, 알려진 바로는 괜찮습니다: {name:을} 조심한 것은 {medicine} 때문이었고, 그 약은 기록에 "
    "끊은 것으로 되어 있습니다.",
    "once_for.food_beside": "{name:을} 조심한 것은 {medicine} 때문이었고 그 약은 기록에 끊은 것으로 되어 "
    "있습니다. 지금 드시는 약 때문에 조심할 것은 가지고 있지 않습니다.",
    "once_for.test": "아니요, 알려진 바로는 필요 없습니다: {name} 검사는 {medicine} 때문에 하던 것인데, 그 약은 "
    "기록에 끊은 것으로 되어 있습니다. 다른 이유로 재는 것이 아닌지 병원에 전화로 확인하고 예약을 정리하세요.",
    "ordinary.yes": "네, 알려진 바로는 괜찮습니다:",
    "ordinary.no_clash": "아니요, 알려진 문제는 없습니다:",
    "ordinary.part": "드시는 것 가운데 일부와는 알려진 바로 괜찮습니다:",
    "ordinary.label": "{names:은} {others:과} 함께 라벨에 적힌 용량대로 쓰셔도 됩니다.",
    "ordinary.each_other": "{names:은} 서로 함께 쓰셔도 됩니다.",
    "ordinary.food": "{names:은} {others:과} 함께 보통 먹는 양이면 드셔도 됩니다.",
    "ordinary.prescribed": "{names:과} {others:은} 처방대로라면 함께 드시는 일이 흔합니다.",
    "ordinary.unknown": "{others:과} 함께 쓰는 것에 대해서는 가진 내용이 없으니 처음 쓰기 전에 약사에게 물어보세요.",
    "ordinary.allergy": "그 성분에 알레르기가 있으면 쓰지 마세요.",
    "together.none": "{names:과} {others:을} 함께 쓰는 것에 대해서는 된다거나 안 된다는 내용을 가지고 있지 않고, "
    "그것이 먹어도 된다는 뜻은 아닙니다. 처음 드시기 전에 약사에게 둘 다 말하고 확인하세요{because}.",
    "together.none_taken": "{names:과} {others:을} 함께 쓰는 것에 대해서는 된다거나 안 된다는 내용을 가지고 있지 "
    "않습니다. 둘 다 드시는 것으로 기록되어 있으니, 처방한 곳이나 약사가 둘 다 알고 있는지 확인하고{because}, "
    "그때까지 "
    "스스로 끊거나 바꾸지 마세요.",
    "together.because": "(기록에 {listed:이} 있으므로)",
    "together.watched": "일부러 함께 처방하기도 하지만 조심해서 쓰는 약들입니다: {reasons}. 처방대로 드시고, 한쪽을 "
    "처방한 의사가 다른 쪽도 아는지 확인하세요.",
    "together.alone": "{name:과} 견주어 볼 약이 기록에 없습니다. 드시는 다른 약을 알려 주시면 살펴보겠습니다.",
    "side_by_side.which": "어느 약들을 말씀하시나요? 이름을 알려 주시면 각각 무엇에 쓰는지 말씀드리겠습니다.",
    "side_by_side.apart": "하는 일이 서로 달라 하나가 다른 하나를 대신하지 못하니, 처방대로 함께 드세요.",
    "side_by_side.alike": "같은 목적의 약으로 서로 효과를 보탭니다. 둘 다 계속 필요한지는 처방한 의사가 정합니다.",
    "safe.no_caution": "기록에 있는 것({listed})과 {name:을} 함께 쓰는 것에 대해서는 된다거나 안 된다는 내용을 "
    "가지고 "
    "있지 않고, 그것이 먹어도 된다는 뜻은 아닙니다. 처음 드시기 전에 약사에게 이것들을 말하고 확인하세요.",
    "still.unchanged": "그 안내의 바탕이 된 기록은 그 뒤로 정정되지 않았습니다.",
    "still.stale": "그 안내의 바탕이 된 기록이 그 뒤로 정정되어, 그대로는 맞지 않습니다.",
    "still.since": "다만 그 뒤로 이런 내용이 기록되었습니다: {listed}.",
    "still.ask": "새로 알려 주신 것에 맞추어 다시 물어보시면 그 내용으로 답하겠습니다.",
    "outside.no_target": "{name}에 적용할 기준이 없어 어느 값이 벗어났는지 판단하지 않습니다: {values}.",
    "outside.none": "{name} {count}개 값은 모두 목표 안에 있습니다(목표 {limit}).",
    "outside.some": "목표({limit})를 벗어난 {name} 값은 {values}입니다.",
    "stated.dated": "{brief}({day})",
    "aside.nod": "네, 알겠습니다. 궁금한 점이나 기록할 내용이 있으면 말씀해 주세요.",
    "aside.how_to_settle": "항목과 맞는 값을 함께 말씀해 주세요(예: “96이 아니라 112예요”).",
    "aside.sorry": "불편하게 해 드려 죄송합니다. 잘못된 기록이 있으면 항목과 맞는 값을, 궁금한 것이 있으면 한 "
    "가지씩 말씀해 주세요.",
    "aside.short_and_plain": "네, 짧고 쉬운 말로 말씀드리겠습니다.",
    "aside.short": "네, 짧게 말씀드리겠습니다.",
    "aside.plain": "네, 쉬운 말로 말씀드리겠습니다.",
    "aside.in_full": "네, 자세히 말씀드리겠습니다.",
    "aside.beyond": "예약, 비용, 진료 시간, 서류처럼 기록과 의학 자료 밖의 일은 제가 알 수 없습니다. "
    "병원이나 기관에 직접 문의해 주세요.",
    "aside.who_sees": "말씀하신 내용은 이 건강 기록에 저장되며, 누가 볼 수 있는지는 이 서비스를 운영하는 "
    "기관이 정합니다. 열람이나 삭제에 관해서는 그 기관에 문의해 주세요.",
    "aside.who": "저는 말씀하신 건강 정보를 기록하고 알려 드리는 프로그램이며 의사가 아닙니다. 진단, 약, 검사에 "
    "관해 물어봐 주세요.",
    "aside.others": "저는 본인의 건강 기록과 일반적인 건강 정보만 말씀드릴 수 있습니다. 다른 분의 정보나 "
    "프로그램의 내부 설정은 알려 드리지 않습니다.",
    "social.hello": "안녕하세요. 말씀해 주시는 진단, 복용약, 알레르기, 검사 결과를 기록해 두고 필요할 때 다시 알려 "
    "드립니다. 무엇을 도와드릴까요?",
    "social.welcome": "도움이 되었다니 다행입니다. 더 궁금한 점이 있으면 언제든 말씀해 주세요.",
    "origin.words": "{name}: {day}에 하신 말씀 “{quote}”에서 기록한 것입니다.",
    "origin.clinician": "{name}: {day}에 의료진이 기록한 것입니다.",
    "origin.entered": "{name}: {day}에 기록에 입력된 것입니다.",
    "off_it.head": "{name:을} 끊었으니 이렇게 지켜보세요.",
    "off_it.diuretic": "며칠 안에 몸에 물이 다시 찰 수 있습니다. 발목이나 다리가 붓는지, 사흘에 2kg 넘게 체중이 "
    "느는지, 특히 누우면 숨이 찬지 보고 매일 아침 체중을 재세요. 그런 변화가 시작되면 그날 병원에 연락하고, 가만히 "
    "있어도 숨이 차면 119에 전화하세요.",
    "off_it.beta_blocker": "처음 2주쯤 맥박과 혈압이 오르고 가슴 통증이 다시 올 수 있으니 둘 다 재 두세요. 가슴 "
    "통증, 심한 두근거림, 숨참은 바로 진료가 필요합니다.",
    "off_it.clots": "피떡을 막던 힘이 며칠 안에 없어집니다. 얼굴 처짐, 한쪽 팔 힘 빠짐, 말 어눌함, 가슴 통증, "
    "갑작스러운 숨참, 한쪽 다리 부기는 응급입니다. 언제 무엇으로 대신할지 물어보세요.",
    "off_it.sugar": "혈당이 오를 수 있으니 2주쯤은 더 자주 재고, 심한 갈증이나 소변이 많아지거나 정해 준 값보다 "
    "계속 높으면 병원에 연락하세요.",
    "off_it.steroid": "몇 주 넘게 썼다면 몸이 스스로 만드는 호르몬이 모자랄 수 있습니다. 힘이 빠지거나 어지럽고 "
    "토하거나 배가 아프면 그날 진료를 받고, 원래 증상이 돌아오는지도 보세요.",
    "off_it.antidepressant": "처음 몇 주 어지럼, 찌릿한 느낌, 불면, 예민함이 있을 수 있고 나중에 기분이 가라앉을 수 "
    "있습니다. 오래가면 병원에 연락하고, 자해 생각이 들면 바로 도움을 받으세요.",
    "off_it.sedative": "며칠은 잠이 안 오고 불안할 수 있습니다. 떨림, 식은땀, 혼란, 경련은 바로 진료가 필요합니다.",
    "off_it.opioid": "며칠 동안 안절부절, 식은땀, 콧물, 배 경련, 설사가 있을 수 있고 통증이 돌아올 수 있습니다. "
    "예전 용량으로 돌아가면 너무 셀 수 있으니 그러지 마세요.",
    "off_it.fits": "발작이 다시 올 수 있으니 병원에서 괜찮다고 할 때까지 운전, 혼자 수영, 높은 곳은 피하세요. 5분 "
    "넘는 발작이나 이어지는 발작은 응급입니다.",
    "off_it.stomach": "2~4주 동안 속쓰림이 더 심하게 돌아왔다가 가라앉는 일이 흔합니다. 검은 변, 피를 토함, 삼키기 "
    "어려움은 바로 진료를 받으세요.",
    "off_it.thyroid_high": "두근거림, 땀, 손 떨림, 체중 감소가 돌아올 수 있고, 몇 주 뒤 피검사로 다시 확인합니다.",
    "off_it.thyroid_low": "몇 주에 걸쳐 피로, 추위, 느린 맥박, 체중 증가가 돌아옵니다. 6~8주 뒤 피검사로 다시 "
    "확인합니다.",
    "off_it.gout": "관절이 뜨겁고 붉게 붓는 발작이 다시 올 수 있습니다. 열이 함께 나면 그날 진료를 받으세요.",
    "off_it.breath": "기침, 쌕쌕거림, 밤에 깸, 응급 흡입기를 더 쓰게 되는 것은 그 약이 필요했다는 뜻이니 병원에 "
    "연락하세요. 말을 잇기 어려운 숨참은 응급입니다.",
    "off_it.movement": "뻣뻣함, 느려짐, 떨림이 돌아올 수 있습니다. 고열에 몸이 굳거나 헛소리를 하면 응급입니다.",
    "off_it.mood": "몇 주에 걸쳐 불면, 초조함, 가라앉거나 들뜨는 기분이 돌아올 수 있으니 일찍 병원에 연락하고, 자해 "
    "생각이 들면 바로 도움을 받으세요.",
    "off_it.urine": "소변 줄기가 약해지거나 밤에 깨는 일이 돌아올 수 있습니다. 소변이 전혀 안 나오면 바로 진료를 "
    "받으세요.",
    "off_it.pressure": "혈압이 오를 수 있으니 2주쯤 같은 시각에 재서 적어 두세요. 목표보다 계속 높으면 병원에 "
    "연락하고, 심한 두통, 가슴 통증, 한쪽 힘 빠짐, 말 어눌함은 응급입니다.",
    "off_it.infection": "며칠 안에 열, 통증, 붉어짐이 돌아오거나 몇 주 안에 물 같은 설사가 나면 그날 연락하세요.",
    "off_it.unnoticed": "끊어도 느낌으로는 알 수 없고 검사에서만 드러납니다. 언제 다시 재는지 물어보세요.",
    "off_it.complaint": "그 약을 쓰던 증상이 돌아올 수 있습니다. 언제 얼마나 심한지 적어 두고, 돌아오면 끊게 한 "
    "곳에 연락하세요.",
    "off_it.rest": "다른 약은 그대로 드시고, 묻지 않고 다시 시작하지는 마세요.",
    "off_it.which": "여기에 해당하는, 끊은 약이 기록에 없습니다. 어떤 약을 말씀하시나요?",
    "skin.less": "바르거나 붙이는 {name:은} 핏속으로 훨씬 적게 들어가 알약보다 해가 드물지만, 전혀 없지는 않습니다.",
    "skin.still": "알약을 말린 까닭은 조금은 그대로입니다: {reasons}.",
    "skin.how": "그러니 먼저 약사에게 묻고, 상처 없는 좁은 곳에 얇게 며칠만 쓰며 같은 계열 알약은 함께 드시지 "
    "마세요. 발진, 검은 변, 멍이 생기면 멈추고 물어보세요.",
    "skin.which": "피부에 쓰는 어떤 약을 말씀하시나요?",
    "moves.low": "네, {name:은} {value:을} 낮춥니다.",
    "moves.high": "네, {name:은} {value:을} 높일 수 있습니다.",
    "moves.unknown": "{name:이} {value:을} 바꾼다는 내용은 제 문서에 없습니다.",
    "moves.tell": "이 값을 잴 때마다 {name:을} 쓴다고 말씀하시고, 검사 전에 스스로 끊지는 마세요.",
    "moves.which": "어떤 약과 어떤 수치를 말씀하시나요?",
    "ill.listed": "그동안 아팠던 것: {listed}.",
    "ill.none": "그동안 아팠던 것은 기록에 없습니다.",
    "why.reason": "그렇게 말씀드린 까닭: {reasons}",
    "why.went_by": "제가 살펴본 기록: {listed}.",
    "why.value": "{value:은} {standing}.",
    "why.nothing": "기록에 있는 대로 말씀드린 것입니다: {listed}. 말씀해 주신 내용입니다.",
    "why.not_ours": "그 말씀이 무엇에 근거하는지는 제 기록으로 확인되지 않습니다. 그 말을 한 쪽에 물어봐 주세요.",
    "why.on_record": "그 말과 관련해 기록에 있는 것은 다음과 같습니다: {listed}. 그 밖의 근거는 제 기록에 없습니다.",
    "lookup.weeks_by_now": "그때부터 세면 지금은 약 {weeks}주입니다.",
    "just_told.nothing": "이 대화에서 바로 앞에 하신 말씀이 없습니다.",
    "just_told.words": "바로 앞에 이렇게 말씀하셨습니다: “{words}” 그 말씀에서 기록된 것은 없습니다.",
    "just_told.recorded": "바로 앞에 이렇게 말씀하셨습니다: “{words}” 기록된 것: {listed}.",
    "appointments.told": "진료 예약이나 일정은 제가 기록하거나 알려 드리지 못합니다. 달력이나 병원 앱에 적어 두세요.",
    "appointments.asked": "진료 예약이나 일정은 제 기록에 없습니다. 예약하신 병원이나 병원 앱에서 확인해 주세요.",
    "weigh.instead_unknown": "{name} 대신 무엇을 쓸 수 있는지는 제 자료로 정할 수 없습니다. 약사나 처방한 의사에게 "
    "드시는 약을 모두 보여 주고 물어보세요.",
    "told.nothing_of_patient": "말씀 잘 들었습니다. 이 기록의 환자에 관해 새로 적을 내용은 찾지 못했습니다. "
    "말씀하시는 "
    "분 자신의 이야기는 이 기록에 적지 않습니다.",
    "told.own_not_kept": "말씀하시는 분 자신의 것({names})은 이 환자의 기록에 적지 않습니다.",
    "told.nothing_recorded": "말씀 잘 들었습니다. 본인에 관해 새로 기록할 내용은 찾지 못했습니다. 기록이 필요하면 "
    "검사값이나 약 이름을 함께 알려 주세요.",
    "weigh.no": "아니요, 지금은 {name:을} 쓰지 마세요(드시거나 먹이지 마세요). 처방한 의사나 약사가 괜찮다고 "
    "확인하기 전에는 시작하지 않습니다.",
    "weigh.not_yet": "지금은 {name:을} 쓰지 마세요: 처방한 의사나 약사가 괜찮다고 확인하기 전에는 시작하지 "
    "않습니다.",
    "weigh.avoid": "아니요, {name:은} 피하세요.",
    "weigh.leave_out": "{name:은} 더 쓰지 말고, 오늘 처방한 병원이나 약사에게 썼다는 것을 알리세요.",
    "weigh.call": "{name:은} 이대로 계속해도 된다고 말씀드릴 수 없고 스스로 끊지도 마세요: 다음 복용 전에, 오늘 "
    "바로 처방한 병원에 전화해 확인하세요.",
    "weigh.ask": "{name:은} 쓰기 전에 의사나 약사에게 먼저 확인하세요.",
    "weigh.ask_taken": "{name:은} 처방대로 계속하면서, 이 점을 처방한 의사나 약사에게 물어보세요.",
    "weigh.food": "아니요: 기록에 {listed:이} 있습니다. 골라내는 것으로는 부족하니 그 음식은 드시지 마세요. 기름, "
    "국물, 소스, 조리 도구에도 묻어 있고, 천식이 있으면 반응이 더 심해질 수 있습니다. 닿지 않은 다른 음식을 "
    "고르세요. 입술이나 목이 붓거나 숨이 차거나 쓰러질 것 같으면 바로 {emergency}에 전화하세요(에피네프린 주사가 "
    "있으면 먼저 놓습니다).",
    "weigh.because": "주의: {reasons}.",
    "limit.reached": "오늘은 {name:을} 더 드시지 마세요: 말씀하신 양이 약 {amount}mg이고, 설명서에서 어른은 24시간에 "
    "{most}mg까지입니다(더 적어야 하는 분도 있습니다). 처음 드신 때부터 24시간이 지날 때까지 더 쓰지 말고, 다른 "
    "방법은 "
    "약사에게 물어보세요. 몸이 안 좋으면 {emergency}에 전화하세요.",
    "limit.poison": "{name:을} 더 드시지 마세요: 말씀하신 양이 약 {amount}mg이고 24시간에 {most}mg까지입니다. 괜찮아 "
    "보여도 해가 늦게 나타날 수 있으니, 지금 응급실이나 중독 상담 전화에 언제 얼마나 먹었는지 말하세요. 졸림, 구토, "
    "혼란, 숨참이 있으면 {emergency}에 전화하세요.",
    "limit.extra": "아니요, {name:은} 조금만 더해도 지나칠 수 있으니 처방받은 것보다 더 드시지 마세요. 모자라면 오늘 "
    "처방한 곳이나 약사에게 전화하세요. 깨우기 힘들거나 숨이 느려지거나 쓰러지거나 멍해지면 바로 구급차를 부르세요.",
    "limit.day_poison": "멈추세요. {name} {dose} {taken}, 24시간이면 {total}mg이 되는데 하루 최대는 "
    "{most}mg입니다(한 번에 이만큼이면 하루 {doses}번까지). 지금까지 먹은 양을 셀 때까지 더 드시지 마세요. 24시간 "
    "안에 {most}mg을 넘게 드셨다면 괜찮게 느껴져도 지금 응급실이나 {emergency}(구급상담)에 전화해 양과 시각을 "
    "말하세요. 해는 며칠 뒤에 나타날 수 있습니다. 구토, 졸림, 혼란, 배 통증, 노란 피부가 있으면 바로 {emergency}에 "
    "전화하세요.",
    "limit.day_pain": "이만큼 먹어야 하는 통증이면 오늘 치과나 병원에서 진료를 받으세요.",
    "limit.day_high": "말씀하신 대로 {name} {dose} {taken}, 24시간이면 {total}mg으로 보통의 하루 최대 {most}mg을 "
    "넘습니다. 다음 번을 드시기 전에 오늘 약사나 처방한 곳에 약봉투를 확인하세요. 이미 그렇게 드셨고 몸이 이상하면 "
    "바로 진료를 받거나 {emergency}에 전화하세요.",
    "limit.day_within": "어른의 {name} 하루 최대는 보통 {most}mg이어서 그 안에 있습니다. 콩팥이나 간이 나쁘거나 "
    "나이, 다른 약에 따라 더 적을 수 있습니다.",
    "double.said": "오늘은 {name:을} 더 드시지 마세요. {soon} {watch} {next}",
    "double.today": "괜찮게 느껴져도 오늘 약국이나 처방한 병원(밤이면 119 구급상담)에 전화해 무엇을 얼마나 언제 "
    "드셨는지 말하세요.",
    "double.at_once": "괜찮게 느껴져도 지금 처방한 병원이나 응급실(119 구급상담)에 전화해 무엇을 얼마나 언제 "
    "드셨는지 말하세요.",
    "double.heart": "어지러우면 앉거나 눕고, 천천히 일어나고, 운전하지 말고, 되면 맥박과 혈압을 재세요. 쓰러지거나 "
    "맥이 아주 느리거나 고르지 않거나 숨이 차거나 가슴이 아프면 {emergency}에 전화하세요.",
    "double.sugar": "지금 무엇이든 드시고, 오늘과 밤까지 한두 시간마다 혈당을 재고, 운전하거나 혼자 계시지 마세요. "
    "70mg/dL 아래거나 떨리고 식은땀이 나면 바로 당 15g을 드세요. 졸리거나 정신이 흐리면 {emergency}에 전화하세요.",
    "double.bleed": "하루 이틀은 부딪히거나 베이지 않게 조심하고 이부프로펜 같은 소염진통제를 피하세요. 검은 변, "
    "붉은 소변, 멈추지 않는 피, 머리를 부딪힘이 있으면 {emergency}에 전화하세요.",
    "double.mind": "운전과 술을 피하고 혼자 계시지 마세요. 깨우기 어렵거나 비틀거리거나 헛소리, 떨림, 구토가 있거나 "
    "숨이 느리거나 심장이 몹시 뛰면 {emergency}에 전화하세요.",
    "double.other": "대부분의 약은 한 번 더 먹은 것으로 큰 탈이 없지만, 구토, 졸림, 두근거림, 발진이 있으면 진료를 "
    "받고 심하면 {emergency}에 전화하세요.",
    "double.next": "다른 말을 듣지 않았다면 다음 것은 내일 원래 시간에 평소대로 한 번만 드세요. 약통이나 표시를 쓰면 "
    "다시 헷갈리지 않습니다.",
    "double.next_often": "오늘 남은 다음 번을 거를지는 그곳에 물어보고, 그 뒤로는 원래 시간에 평소대로 한 번만 "
    "드세요.",
    "sugar.not_low": "아니요: 최근 혈당은 {value}로 낮지 않으니 사탕이나 주스를 드실 필요가 없습니다. 식사와 약은 "
    "처방대로 하세요. 떨리거나 식은땀이 나거나 멍하면 다시 재어 70mg/dL보다 낮을 때 당 15g을 드세요.",
    "weigh.other_name": "주의: {said:은} 기록에 드시고 있다고 된 {name:과} 같은 성분입니다. 겹쳐 드시지 말고, 하루 "
    "최대량은 합쳐서 세며, 약사에게 두 가지를 다 보여 주세요.",
    "weigh.watch": "이미 드셨다면 이런 신호를 살피고, 있으면 바로 진료를 받으세요: {signs}.",
    "weigh.watch_taken": "이런 신호가 있으면 바로 진료를 받으세요: {signs}.",
    "weigh.apart": "{name:과} {others:은} 적어도 4시간 띄워 드세요: {reasons}.",
    "weigh.contains": "{part} 성분이 들어 있는데 {allergy} 기록이 있음",
    "weigh.allergy": "{allergy} 기록이 있음",
    "urgent.first.now": "지금 바로 {emergency}에 전화하거나 가까운 응급실로 가세요. 직접 운전하지 말고 내일까지 "
    "기다리지 마세요.",
    "urgent.first.today": "지금 병원에 연락해 오늘 안에 진료를 받으세요. 심해지면 {emergency}에 전화하세요.",
    "urgent.tell": "말씀하신 증상({names})과 기록된 내용을 알려 주세요: {listed}.",
    "urgent.tell_alone": "말씀하신 증상({names})과 언제부터였는지 알려 주세요.",
    "urgent.take": "드시는 약이나 이 목록을 가져가세요: {listed}. 혼자 있지 말고 곁에 사람을 두세요.",
    "urgent.take_alone": "드시는 약의 봉투를 가져가고, 혼자 있지 말고 곁에 사람을 두세요.",
    "urgent.nothing": "진료를 받기 전에는 이 증상 때문에 다른 약을 스스로 드시지 마세요.",
    "urgent.worse": "정신이 흐려지거나 숨쉬기 힘들거나 쓰러지면 곧바로 {emergency}에 전화하세요.",
    "urgent.door": "전화기를 곁에 두고 문은 열어 두세요.",
    "uphold.now": "기다리지 마세요. 앞서 말씀드린 대로({names}) 지금 바로 {emergency}에 전화하거나 응급실로 "
    "가세요. {why}{stated}",
    "uphold.today": "미루지 마세요. 앞서 말씀드린 대로({names}) 오늘 안에 병원에 연락해 진료를 받으시고, 갑자기 "
    "심해지면 {emergency}에 전화하세요. {why}{stated}",
    "uphold.this_week": "말씀드린 것은 그대로입니다({names}): 이번 주 안에 진료를 받으시고, 심해지면 더 일찍, "
    "위급하면 {emergency}에 전화하세요. {why}{stated}",
    "uphold.seen": "진료를 받으셨다니 다행입니다. 들으신 대로 지키시고, 다시 그러거나 더 심해지면 바로 다시 가거나 "
    "{emergency}에 전화하세요.",
    "uphold.mind": "농담처럼 하신 말씀이어도 그냥 넘기고 싶지 않습니다. 지금 안전하신가요? 죽고 싶거나 다 "
    "끝내고 싶은 "
    "생각이 조금이라도 드시면 곁의 사람에게 말하고 {crisis}(24시간)로 전화하세요. 위험하면 {emergency}입니다.",
    "crisis.stays": "하신 말씀이 마음에 남습니다. 오늘 가까운 사람과 의사에게 알려 주세요. 그런 생각이 다시 들거나 "
    "커지면 언제든 {crisis}로, 위험하면 {emergency}로 전화하세요.",
    "uphold.dose": "다음 약을 먹을지 거를지는 진찰하는 의료진이 정할 일이니, 드시기 전에 그곳에 물어보세요.",
    "uphold.why": "그렇게 말씀드린 까닭({names})은 이렇습니다: {why}{stated} 제때 움직이셨습니다. 지금은 그곳 "
    "의료진에게 이 내용을 그대로 전하세요.",
    "procedure.anticoagulant": "피를 묽게 하는 약은 스스로, 또는 다른 사람처럼 며칠 끊지 마세요: 뇌졸중이나 혈전 "
    "위험이 있습니다. 이 하나를 빼는 정도는 끊지 않고 하는 일이 많고, 다른 시술은 약과 콩팥 기능, 시술에 따라 "
    "다릅니다. 지금 처방한 곳과 시술하는 곳 양쪽에 알리세요(와파린이면 시술 1~3일 전에 INR을 확인합니다). 며칠을 "
    "끊을지는 제가 정해 드릴 수 없습니다.",
    "procedure.antiplatelet": "혈전을 막는 약(항혈소판제)은 스스로 끊지 마세요: 스텐트를 넣었다면 며칠만 빠져도 막힐 "
    "수 있습니다. 이 하나를 빼는 정도는 끊지 않고 더 오래 눌러 지혈하면서 하는 일이 많습니다. 시술하는 곳에 약과 "
    "스텐트를 말하고, 끊자고 하면 처방한 의사와 먼저 상의하게 하세요.",
    "procedure.why.anticoagulant": "까닭은 이렇습니다. 이 약이 빠지면 며칠 만에 혈전이 생겨 뇌졸중이 올 수 있지만, "
    "작은 시술 뒤의 피는 눌러서 멎게 할 수 있습니다. 다른 사람이 끊었다고 이 경우에도 괜찮은 것은 아닙니다: 병과 약, "
    "시술이 다를 수 있습니다.",
    "procedure.why.antiplatelet": "까닭은 이렇습니다. 이 약이 빠지면 스텐트나 좁아진 혈관이 며칠 만에 혈전으로 막혀 "
    "심근경색이 올 수 있고, 넣은 지 몇 달 안이 가장 위험합니다. 이를 뺀 자리의 피는 눌러서 멎게 할 수 있습니다. 다른 "
    "사람이 끊었다고 이 경우에도 괜찮은 것은 아닙니다.",
    "counsel.low_sugar": "{value:은} 저혈당입니다: 지금 빨리 흡수되는 당 15~20g(주스, 포도당, 설탕; 초콜릿은 "
    "느립니다)을 드시고 15분 뒤 다시 재어, 70mg/dL보다 낮으면 한 번 더 드신 다음 간단히 식사하세요. {behind}오늘 "
    "처방한 곳에 알리세요. 정신이 흐리거나 졸리거나 삼키지 못하거나 당이 오르지 않으면 {emergency}에 전화하세요.",
    "counsel.low_sugar_treated": "{value:은} 저혈당이고, 바로 당을 드신 것은 잘하셨습니다. 드시고 15분 뒤 다시 재어 "
    "70mg/dL보다 낮으면 한 번 더 드신 다음 간단히 식사하세요. {behind}지나갔더라도 오늘 처방한 곳에 알리세요. 정신이 "
    "흐리거나 졸리거나 삼키지 못하거나 당이 오르지 않으면 {emergency}에 전화하세요.",
    "counsel.low_sugar_behind": "{names:이} 저혈당을 부를 수 있어 용량을 바꿔야 할 수 있습니다(스스로 바꾸지는 "
    "마세요). ",
    "complaint.no_nsaid": "기록({names})으로 보아 이부프로펜, 나프록센 같은 소염진통제는 묻지 않고 쓰지 마세요. 보통 "
    "아세트아미노펜을 설명서 용량 안에서 씁니다.",
    "counsel.iron_stools": "{name} 때문에 변이 검거나 짙은 녹색으로 나오는 것은 잘 알려진, 해롭지 않은 "
    "영향입니다. 그 때문에 끊지는 마세요. 다만 변이 끈적한 타르 같거나 냄새가 지독하거나 붉은 피가 섞이거나, "
    "어지럽고 쓰러질 것 같거나 배가 아프면 바로 진료를 받으세요.",
    "counsel.flow_green": "최고(평소) 최대호기유속 {best}에 견주면 {shares}로 안심되는 범위입니다. 계획대로 "
    "계속하고 다시 재세요. {caution} 아래이거나 나빠지면 그날 진료를 받고, {danger} 아래이거나 말을 잇지 못하거나 "
    "갈비뼈 사이가 들어가거나 입술이 파래지거나 흡입기 효과가 4시간을 못 가면 119입니다. 조절용 흡입기는 "
    "계속합니다.",
    "counsel.flow_yellow": "최고(평소) 최대호기유속 {best}에 견주면 {shares}로 떨어진 주의 범위입니다. 괜찮다고 "
    "넘기지 말고, 계획대로 증상완화 흡입기를 쓰고 조절용은 계속하며 다시 재세요. {caution} 아래이거나 나빠지면 "
    "그날 진료를 받고, {danger} 아래이거나 말을 잇지 못하거나 갈비뼈 사이가 들어가거나 입술이 파래지면 119입니다.",
    "counsel.flow_red": "최고(평소) 최대호기유속 {best}에 견주면 {shares}로 절반 아래입니다. 응급입니다: 증상완화 "
    "흡입기를 쓰면서 지금 바로 구급차를 부르세요(주의 {caution}, 위험 {danger}).",
    "list.against_allergy": " - 주의: {allergy} 기록이 있음, 처방한 의사나 약사의 확인 없이는 드시지 마세요",
    "weigh.no_more": "아니요, {name:은} 드시지 마세요(이미 드셨어도 더는 드시지 마세요): 처방한 의사나 약사가 "
    "괜찮다고 "
    "확인하기 전에는 안 됩니다. 오늘 전화해 물어보세요.",
    "weigh.check": "{name:은} 스스로 끊지 말고, 오늘 처방한 병원에 이 점을 전화로 확인하세요.",
    "weigh.until": "확인될 때까지 {name:은} 시작하지 말고 다른 약은 그대로 드시면서, 오늘 처방한 곳이나 약국에 "
    "전화하세요.",
    "weigh.why_said": "그렇게 말씀드린 까닭: {reasons}.",
    "weigh.why": "{name:을} 쓰지 말라고 말씀드린 까닭: {reasons}. 다른 사람에게 괜찮았다고 이 경우에도 괜찮은 것은 "
    "아닙니다.",
    "uphold.in_care": "걱정되는 결과입니다({names}). 지금 계신 곳의 의료진이 이미 보고 있겠지만, 새로 생긴 증상은 "
    "바로 알리세요.",
    "who.name": "말씀해 주신 성함은 {said}입니다.",
    "who.name.other": "말씀해 주신 환자분 성함은 {said}입니다.",
    "who.lives": "사시는 곳은 {said}입니다.",
    "who.lives.other": "환자분이 사시는 곳은 {said}입니다.",
    "who.from": "출신 국가는 {said}입니다.",
    "who.from.other": "환자분의 출신 국가는 {said}입니다.",
    "who.born": "태어나신 때는 {said}입니다.",
    "who.born.other": "환자분이 태어나신 때는 {said}입니다.",
    "who.besides": "그 밖에: {listed}.",
    "who.unnamed": "이 기록에는 이름이 없습니다. 알려 주시면 기록하겠습니다. 알고 있는 것: {listed}.",
    "who.no_name": "이 기록에는 이름이 없습니다. 알려 주시면 기록하겠습니다.",
    "who.no_home": "사시는 곳은 이 기록에 없습니다. 알려 주시면 기록하겠습니다.",
    "who.no_birth": "태어나신 날은 이 기록에 없습니다. 알려 주시면 기록하겠습니다.",
    "told.by_name": "네, {name}님, 기록했습니다: {listed}.",
    "told.name_alone": "네, {name}님. 이름을 기록했습니다.",
    "handover.asked": "- 물어보기만 했고 복용은 확인되지 않음(먹는 약에 넣지 않음): {listed}",
    "handover.avoid": "- 쓰지 말라고 한 것: {listed}",
    "handover.open": "- 아직 확인이 필요한 것: {listed}",
    "weigh.reacted": "{name:은} 전에 반응이 있었던 약이라고 말씀하심",
    "dose.by_weight": "{name:은} {weight}이면 한 번에 {low}~{high}mg{volume}이고(체중 1kg에 "
    "{rule_low}~{rule_high}mg), 필요할 때 {least}~{most}시간 간격으로 24시간에 {times}번까지, 하루 {a_day}mg을 "
    "넘기지 않습니다.",
    "dose.rule": "{name:은} 체중 1kg에 한 번 {low}~{high}mg을 {least}~{most}시간 간격으로, 24시간에 {times}번까지 "
    "먹입니다.",
    "dose.ask_weight": "아이 몸무게가 몇 kg인가요? 말씀해 주시면 계산해 드립니다.",
    "dose.volume": "(1mL에 {strength}mg인 시럽으로 약 {low}~{high}mL)",
    "dose.check_paracetamol": "병에 적힌 농도와 설명서를 먼저 확인하고, 감기약에 같은 성분이 겹치지 않게 하세요. "
    "아이가 힘들어하지 않으면 먹이지 않아도 됩니다. 축 처지거나 잘 못 마시거나 숨이 힘들거나 열이 사흘 넘게 가면 "
    "진료를 받으세요(식약처 허가사항, 영국 NHS).",
    "dose.check_ibuprofen": "음식이나 우유와 함께 먹이고, 병에 적힌 농도와 설명서를 먼저 확인하세요. 생후 6개월 "
    "전, 토하거나 설사해 물이 모자랄 때, 수두, 콩팥병이 있거나 이 약으로 천식이 나빠진 적이 있으면 먹이지 "
    "않습니다(식약처 허가사항, 영국 NHS).",
    "dose.adult_paracetamol": "성인은 아세트아미노펜을 한 번에 500~1,000mg(500mg 1~2정), 4~6시간 간격으로 먹고, "
    "종합감기약 등 다른 약에 든 것까지 합해 24시간에 4,000mg(500mg 8정)을 넘기지 않습니다(650mg 서방정은 2정씩 "
    "8시간마다, 하루 6정까지). 체중이 50kg이 안 되거나 간 질환이 있거나 술을 매일 마시면 더 적게 쓰니 약사에게 "
    "확인하고, 사흘 넘게 필요하면 진료를 받으세요(식약처 허가사항, 영국 NHS).",
    "dose.adult_ibuprofen": "성인은 처방 없이 이부프로펜을 한 번에 200~400mg, 음식과 함께 6~8시간 간격으로 먹고 "
    "24시간에 1,200mg을 넘기지 않습니다. 위궤양, 콩팥·심장병, 천식, 항응고제나 혈압약 복용, 임신 중이면 먼저 "
    "약사나 의사에게 확인하고, 가장 적은 양을 며칠만 쓰세요(식약처 허가사항, 영국 NHS).",
    "dose.warned": "{name}의 용량은 말씀드리지 않습니다: {reasons}. 먼저 의사나 약사에게 확인하세요.",
    "dose.newborn": "생후 3개월이 안 된 아기에게는 {name:을} 스스로 먹이지 말고 먼저 의사에게 보이세요. 이 나이에 "
    "38도 이상이면 지금 바로 진료를 받아야 하고, 약이 열을 가릴 수 있습니다(영국 NICE NG143).",
    "dose.too_young": "{name:은} 생후 {months}개월 전에는 의사가 시키지 않는 한 먹이지 않습니다.",
    "dose.together": "두 가지를 한꺼번에 먹이지 않습니다. 한 가지를 먹이고, 다음 시간이 되기 전에도 아이가 계속 "
    "힘들어할 때만 다른 한 가지를 쓰되 적어도 2~3시간 띄우고, 각각의 간격(아세트아미노펜 4~6시간, 이부프로펜 "
    "6~8시간)과 하루 횟수를 따로 지키며 먹인 시각을 적어 두세요. 이부프로펜은 생후 6개월부터, 물을 잘 마실 때만 "
    "쓰고 수두가 있으면 쓰지 않습니다(영국 NICE NG143, NHS).",
    "dose.next": "{name:은} 앞서 먹인 때부터 적어도 {least}시간({least}~{most}시간) 지나서, 아직 힘들어할 때만 "
    "다시 먹이고 24시간에 {times}번까지입니다. 먹인 시각을 말씀해 주시면 몇 시부터인지 계산해 드립니다.",
    "course.until": "{item}: 말씀하신 대로라면 {day}까지입니다(그날 포함, 앞으로 {left}일).",
    "course.today": "{item}: 말씀하신 대로라면 오늘({day})이 마지막 날입니다.",
    "course.over": "{item}: 말씀하신 대로라면 {day}이 마지막 날이었습니다.",
    "course.unknown": "언제까지 쓰는지는 기록에 없습니다. 약 봉투를 보시거나 약사에게 물어보세요.",
    "course.no_weekday": "무슨 요일인지는 말씀하신 적이 없습니다.",
    "course.keep": "좋아져도 처방된 날까지 다 쓰고, 약 봉투에 적힌 날수가 다르면 그쪽을 따르세요.",
    "given.at": "말씀하신 대로라면 {day} {clock}에 {amount}먹였습니다(약 {hours}시간 전).",
    "given.unknown": "먹인 시각을 말씀하신 적이 없어 언제인지 알 수 없습니다. "
    "병을 보거나 먹인 분에게 확인하고, 그때까지는 간격을 다 두세요.",
    "given.again": "{name:은} 적어도 {least}시간({least}~{most}시간) 간격을 두는데 그 시간이 지났으니, "
    "아이가 힘들어하면 몸무게에 맞는 양을 다시 먹일 수 있습니다(24시간에 {times}번까지).",
    "given.which": "다시 먹여도 되는지는 어떤 약이었는지에 달려 있으니 약 이름을 알려 주세요.",
    "part.head": "{part}에 드시는 약(기록 기준):",
    "part.none": "기록에 {part}에 드시는 약은 없습니다.",
    "part.joint": "과 ",
    "part.morning": "아침",
    "part.noon": "점심",
    "part.afternoon": "오후",
    "part.evening": "저녁",
    "part.bedtime": "자기 전",
    "part.usual": "시간을 말씀하지 않은 약은 보통 때를 기준으로 했으니 약 봉투에 적힌 것을 따르세요.",
    "put_right.small": "이제부터 봉투에 적힌 대로 {name} {new}씩 쓰고, 모자란 만큼 더 쓰거나 두 배로 쓰지 마세요. "
    "그동안 {old}씩 쓴 것은 작은 차이여서 대개 문제가 되지 않습니다. 걱정되면 약사에게 물어보세요.",
    "put_right.tell": "이제부터 봉투에 적힌 대로 {name} {new}씩 쓰고, 모자란 만큼 더 쓰거나 두 배로 쓰지 마세요. "
    "그동안 {old}씩 쓴 것은 오늘 약사나 처방한 의사에게 말씀하세요.",
    "companion.folic_acid": "{other:과} 함께 먹을 때는 부작용(입안 헐음, 메스꺼움, 피와 간의 해)을 줄이려고 "
    "먹고 보통 "
    "{other} 먹는 날은 피합니다. 병 자체를 치료하는 약은 아닙니다.",
    "companion.neural_tube": "임신 중에는 아기의 척추와 뇌가 잘 닫히도록(신경관 결손, 이분척추 같은 기형을 막으려고) "
    "보통 임신 12주까지 먹습니다.",
    "companion.iron_in_pregnancy": "임신 중에는 아기 몫까지 피가 더 많이 만들어지므로 빈혈을 막고 치료하려고 "
    "먹습니다.",
    "companion.preeclampsia": "임신 중에는 임신중독증(전자간증)을 막으려고 일부 임부에게 저용량을 씁니다. 처방받은 "
    "대로만 드시고 진통제로 드시지는 마세요.",
    "companion.pyridoxine": "{other:과} 함께 먹을 때는 신경을 보호합니다.",
    "companion.stomach": "{other:과} 함께 먹을 때는 위를 보호하는 뜻도 있습니다.",
    "companion.bones": "{other:과} 함께 먹을 때는 뼈가 튼튼하도록 돕습니다.",
    "companion.attacks": "{other:을} 시작하고 처음 몇 달은 요산이 움직이면서 발작이 오기 쉬워, 아프지 않을 때도 "
    "발작을 "
    "막으려고 함께 먹습니다. 지금 안 아프다고 빼지 마세요.",
    "companion.periods": "피임에만 쓰는 약은 아닙니다. 기록된 {other} 때문에 생리 양과 통증을 줄이고 주기를 고르게 "
    "하려고 쓰기도 합니다. 흡연, 번쩍이는 빛이 보이는 편두통, 혈전이 있었다면 처방한 의사에게 말하고, 한쪽 "
    "다리가 붓고 "
    "아프거나 가슴 통증, 숨참이 있으면 바로 진료를 받으세요.",
    "companion.low_tricyclic": "적은 용량에서는 우울증 때문이 아니라 기록된 {other} 때문에 발작을 막거나 신경통을 "
    "가라앉히거나 잠을 돕는 데 씁니다.",
    "companion.nerves": "기록된 {other} 때문에 일반 진통제가 잘 듣지 않는 신경통을 가라앉히는 데 씁니다.",
    "companion.migraine": "기록된 {other} 때문에 아플 때만이 아니라 매일 먹어 발작을 줄이는 데 쓰며, 효과는 몇 "
    "주 뒤에 "
    "나타납니다.",
    "companion.tremor": "기록된 {other} 때문에 빠른 맥박과 떨림을 가라앉히는 데 씁니다.",
    "companion.heart_rate": "기록된 {other} 때문에 혈압만이 아니라 맥박을 늦추고 심장을 쉬게 하려고 씁니다. 갑자기 "
    "끊지 마세요.",
    "companion.fibrillation": "기록된 {other} 때문에 심장에 피떡이 생겨 뇌졸중이 올 수 있어 그것을 막는 약입니다. "
    "의사와 상의 없이 거르거나 끊지 마세요. 주된 위험은 출혈입니다.",
    "companion.platelets": "기록된 {other} 때문에 혈소판이 뭉치지 않게 해 다시 오는 것을 막습니다. 스스로 끊지 "
    "마시고, "
    "멍과 출혈이 쉽게 생길 수 있습니다.",
    "companion.vessels": "기록된 {other} 때문에 콜레스테롤이 높지 않아도 심장과 뇌의 혈관을 지키려고 씁니다.",
    "companion.sglt2": "기록된 {other} 때문에 당뇨병이 없어도 심장과 콩팥을 지키려고 씁니다.",
    "companion.kidneys": "기록된 {other} 때문에 혈압이 좋아도 심장과 콩팥을 지키려고 쓰기도 합니다.",
    "companion.spironolactone": "기록된 {other} 때문에도 쓰며, 소변 늘리는 약으로만 쓰는 것은 아닙니다.",
    "companion.pcos": "기록된 {other} 때문에 당뇨병이 없어도 인슐린이 잘 듣게 하고 주기를 고르게 하려고 씁니다.",
    "companion.low_methotrexate": "일주일에 한 번 적은 용량은 항암 치료가 아니라, 기록된 {other} 때문에 면역을 "
    "가라앉히는 것입니다.",
    "companion.antimalarial": "말라리아약으로만 쓰지 않고, 기록된 {other} 때문에 면역을 가라앉히려고 씁니다.",
    "companion.airways": "기록된 {other} 때문에 부은 기도를 가라앉히려고, 대개 며칠만 씁니다.",
    "companion.stone": "기록된 {other} 때문에 요관을 느슨하게 해 돌이 잘 빠지게 하려고 씁니다.",
    "new_medicine.methotrexate": "{name:은} 일주일에 한 번만, 같은 요일에 드세요. 더 자주 먹으면 위험합니다. "
    "열, 입안 "
    "헐음, 숨참이 있으면 바로 연락하세요.",
    "new_medicine.rivaroxaban": "{name:은} 식사와 함께 드시고 스스로 거르거나 끊지 마세요. 검은 변, 멈추지 않는 "
    "출혈, "
    "머리를 부딪친 일이 있으면 바로 진료를 받으세요.",
    "new_medicine.thinner": "{name:은} 스스로 거르거나 끊지 마세요. 검은 변, 멈추지 않는 출혈, 머리를 부딪친 일이 "
    "있으면 바로 진료를 받고, 아세트아미노펜 말고 다른 진통제는 먼저 물어보세요.",
    "new_medicine.colchicine": "{name:은} 처방보다 더 드시지 말고, 설사, 구토, 근육 힘 빠짐이 있으면 멈추고 의사나 "
    "약사에게 연락하세요.",
    "new_medicine.steroid": "{name:은} 아침 식사와 함께, 처방된 날까지 드시고 오래 먹던 것은 스스로 끊지 마세요.",
    "new_medicine.antibiotic": "{name:은} 먼저 좋아지더라도 처방된 날수만큼 다 쓰고, 두드러기, 얼굴 부기, 숨참이 "
    "있으면 멈추고 바로 진료를 받으세요.",
    "how_taken.note": "먹는 법: {note}. 처방이나 약 봉투에 적힌 것이 먼저입니다.",
    "given_for.is": "네, {name:은} {kind}에 드는 약입니다.",
    "most.on_record": "기록: {medicine}.",
    "most.less": "신장이나 간이 약하거나, 나이가 많거나, 체중이 50kg이 안 되거나, 임신 중이거나, 피를 묽게 하는 "
    "약이나 여러 약을 드시면 더 적어야 하니 같은 성분이 든 다른 약까지 약사와 확인하세요. 이미 넘겼다면 오늘 약사나 "
    "의사에게 전화하고, 몸이 안 좋거나 한꺼번에 많이 드셨으면 바로 119에 전화하세요.",
    "most.acetaminophen": "{name:은} 어른이 한 번에 1000mg까지, 4시간 넘게 띄워, 모든 제품을 합쳐 24시간에 "
    "4000mg까지입니다(식약처, 영국 NHS). 스스로는 통증 10일, 열 3일을 넘기지 마세요. 한 달에 15일 넘게 쓰면 두통이 "
    "오히려 잦아집니다.",
    "most.ibuprofen": "{name:은} 처방 없이는 어른이 한 번에 200~400mg, 4~6시간 넘게 띄워 24시간에 "
    "1200mg까지입니다(식약처, 영국 NHS). 처방이면 더 많을 수 있습니다. 스스로는 통증 10일, 열 3일을 넘기지 마세요. "
    "거의 매주 여러 날 쓰면 위, 신장, 혈압, 심장에 부담이 되고 한 달에 15일 넘게 쓰면 두통이 잦아지니 원인을 "
    "진료받으세요.",
    "most.dexibuprofen": "{name:은} 어른이 한 번에 300mg, 4~6시간 넘게 띄워 24시간에 1200mg까지입니다(식약처). "
    "스스로는 통증 10일, 열 3일을 넘기지 마세요.",
    "most.naproxen": "{name:은} 처방 없이는 8~12시간 간격으로 24시간에 나프록센나트륨 660mg(나프록센 "
    "600mg)까지입니다(미국 FDA 라벨). 처방이면 더 많을 수 있습니다. 스스로는 통증 10일, 열 3일을 넘기지 말고 같은 "
    "계열 진통제와 함께 쓰지 마세요.",
    "most.aspirin": "통증에 쓰는 {name:은} 어른이 한 번에 300~900mg, 4시간 넘게 띄워 24시간에 4000mg까지(영국 NHS), "
    "며칠만 씁니다. 16세 미만은 쓰지 않습니다. 심장 때문에 드시는 저용량 아스피린은 처방대로만 드세요.",
    "most.sumatriptan": "{name} 정은 처방과 설명서에 적힌 만큼, 24시간에 200mg을 넘기지 않습니다(영국은 300mg). "
    "나았다가 다시 아플 때만 첫 번째에서 2시간 넘게 지나 한 번 더 씁니다(미국 FDA 라벨, 영국 BNF). 한 달에 9일을 "
    "넘기면 두통이 더 잦아지니 의사에게 말하세요.",
    "most.triptan": "{name:은} 보통 24시간에 두 번까지이고, 나았다가 다시 아플 때만 2~4시간 넘게 지나 한 번 더 쓰며 "
    "설명서를 따릅니다. 한 달에 9일을 넘기면 두통이 더 잦아지니 의사에게 말하세요.",
    "most.reliever": "{name:은} 필요할 때 쓰는 약입니다. 일주일에 이틀 넘게 필요하거나 밤에 깨면 천식이 잘 조절되지 "
    "않는 것이니 며칠 안에 진료를 받아 조절제를 상의하세요(GINA). 발작 때는 한 번씩 열 번까지 쓰고, 듣지 않거나 "
    "4시간을 못 가면 119에 전화하세요.",
    "most.loperamide": "{name:은} 어른이 처방 없이 24시간에 8mg(처방이면 16mg)까지, 이틀만 씁니다. 더 쓰면 심장 "
    "박동이 흐트러집니다(미국 FDA). 열이 나거나 변에 피가 섞이면 쓰지 마세요.",
    "most.once_a_day": "{name:은} 어른이 하루 한 번 한 알입니다. 더 먹어도 더 듣지 않고 졸리기만 합니다(설명서). "
    "모자라면 코 스프레이 같은 다른 방법을 약사에게 물어보세요.",
    "most.sleep_aid": "잠 때문에 쓰는 {name:은} 하룻밤에 한 번(25~50mg)이 끝이고 2주를 넘기지 않습니다(영국 NHS, "
    "설명서). 점점 안 듣고, 나이가 많으면 헷갈리고 넘어지기 쉽습니다. 계속 못 주무시면 진료를 받으세요.",
    "most.nose_drops": "{name:은} 설명서에 적힌 횟수로 5~7일까지만 씁니다. 더 오래 쓰면 약 없이는 코가 "
    "막힙니다(영국 NHS, BNF). 식염수는 자주 써도 됩니다.",
    "most.laxative": "{name:은} 자기 전 한 번(비사코딜 5~10mg, 센나 15mg)이 보통이고 상의 없이는 일주일을 넘기지 "
    "않습니다(영국 NHS). 더 오래 필요하면 원인을 진료받으세요.",
    "most.acid_blocker": "처방 없이 쓰는 {name:은} 하루 한 번(파모티딘은 두 번까지) 14일까지입니다. 남거나 "
    "되풀이되면 진료를 받으세요(영국 NHS, 미국 FDA 라벨). 처방이면 더 오래 드실 수 있습니다.",
    "given_for.is_not": "아니요, {name:은} {kind}에 드는 약이 아닙니다.",
    "given_for.though_well": "지금 불편하지 않다고 필요 없는 약은 아닙니다. 그 상태를 지키려고 먹는 약이니 처방한 "
    "의사에게 묻지 않고 빼지 마세요.",
    "dose.next_at": "{given}에 먹였으니 {name:은} {earliest} 전에는 다시 먹이지 않습니다(적어도 {least}시간, 보통 "
    "{least}~{most}시간). 그때도 아이가 힘들어할 때만 먹이고 24시간에 {times}번까지입니다.",
    "dose.inside": "{weight}에 {name} {amount}은 체중 1kg에 {each}mg으로, 한 번에 먹이는 {low}~{high}mg(1kg에 "
    "{rule_low}~{rule_high}mg) 안에 있어 괜찮은 양입니다. 다음은 {least}~{most}시간 뒤에, 24시간에 "
    "{times}번까지입니다.",
    "dose.above": "{weight}에 {name} {amount}은 체중 1kg에 {each}mg으로, 한 번에 먹이는 {low}~{high}mg보다 "
    "많습니다. 한 번이라면 대개 해가 되지 않지만 다음 것은 건너뛰고, 오늘 먹인 양과 시각을 약사나 의사에게 말해 "
    "확인하세요. 앞으로는 {high}mg을 넘기지 마세요.",
    "dose.harmful": "{weight}에 {name} {amount}은 체중 1kg에 {each}mg으로, 한 번에 먹이는 {low}~{high}mg을 훨씬 "
    "넘어 해로울 수 있는 양입니다. 아파 보이지 않아도 지금 바로 119(중독 상담)나 응급실에 연락하고 병을 "
    "가져가세요. 더 먹이지 마세요.",
    "dose.below": "{weight}에 {name} {amount}은 체중 1kg에 {each}mg으로, 보통 한 번에 먹이는 {low}~{high}mg보다 "
    "적습니다. 해롭지는 않지만 효과가 약할 수 있습니다. 간격이 남았을 때 채워 먹이지 말고, 다음({least}~{most}시간 "
    "뒤)에 알맞은 양을 먹이세요.",
    "dose.no_strength": "시럽의 농도(1mL에 몇 mg인지)를 알아야 맞는 양인지 말할 수 있습니다. {weight}이면 "
    "{name:은} 한 번에 {low}~{high}mg입니다. 병에 적힌 농도를 알려 주세요.",
    "dose.changed": "네, 달라집니다. {before}이 아니라 {weight}이면 {name:은} 한 번에 {old_low}~{old_high}mg 대신 "
    "{low}~{high}mg{volume}입니다. 간격은 그대로 {least}~{most}시간, 24시간에 {times}번까지입니다.",
    "fever.home": "이 나이에 {degrees} 열만으로는 응급이 아니며 집에서 돌보며 지켜볼 수 있습니다.{well} 물이나 "
    "이온음료를 조금씩 자주 먹이고, 얇게 입히고, 미온수로 억지로 닦지 말고, 해열제는 아이가 힘들어할 때만 쓰고, "
    "밤에도 한두 번 살펴보세요(영국 NICE NG143).",
    "fever.below": "{degrees}는 열의 기준(38°C)보다 낮습니다.{well} 지금은 집에서 물을 자주 먹이며 지켜보면 되고, "
    "힘들어하지 않으면 해열제는 더 필요 없습니다(영국 NICE NG143).",
    "fever.well": " 잘 마시고 노는 것은 안심되는 신호입니다.",
    "fever.ask_age": "아이가 몇 살(몇 개월)인지에 따라 다릅니다. 나이와 체온, 잘 마시고 노는지를 알려 주세요.",
    "fever.weak": "기록에 있는 것({names}) 때문에 열은 집에서 지켜볼 일이 아닙니다. 해열제로 기다리지 말고 지금 "
    "바로 진료팀에 전화하거나 응급실로 가세요({emergency}).",
    "fever.grown": "성인의 {degrees} 열은 대개 집에서 쉬고 물을 자주 마시며 지켜볼 수 있고, 힘들면 "
    "아세트아미노펜을 설명서대로 씁니다. 열이 사흘 넘게 가거나 40°C 이상, 잘 못 마심, 소변볼 때 아픔, 최근 "
    "해외여행, 면역이 약해지는 병이나 약이 있으면 오늘 진료를 받으세요. 숨이 차거나 가슴이 아픔, 목이 뻣뻣함, "
    "의식이 흐림, 눌러도 없어지지 않는 발진, 경련이 있으면 바로 {emergency}에 전화하세요(영국 NHS).",
    "fever.grown_today": "{degrees} 열에 지금까지 말씀하신 것(오래 가는 열이나 함께 있는 증상)을 보면 오늘 진료를 "
    "받는 것이 좋습니다. 물을 자주 드세요. 숨이 차거나 가슴이 아픔, 목이 뻣뻣함, 의식이 흐림, 눌러도 없어지지 않는 "
    "발진, 경련이 있으면 바로 {emergency}에 전화하세요(영국 NHS).",
    "fever.grown_below": "{degrees}는 열의 기준(38°C)보다 낮습니다. 쉬면서 물을 자주 드시고, 38°C 이상이 사흘 넘게 "
    "가거나 잘 못 마시면 진료를 받으세요. 숨이 차거나 목이 뻣뻣하거나 의식이 흐리면 바로 {emergency}에 "
    "전화하세요(영국 NHS).",
    "fever.pregnant": "임신 중 {degrees} 열은 오늘 산부인과에 전화해 진료를 받으세요. 그 전에 힘들면 "
    "아세트아미노펜을 설명서대로 쓸 수 있고 이부프로펜은 쓰지 않습니다. 숨이 차거나 배가 많이 아프거나 피나 물이 "
    "나오거나 태동이 줄면 바로 {emergency}에 전화하세요(영국 NHS).",
    "fever.now": "{degrees} 열입니다. {why} 지금 바로 {emergency}에 전화하거나 응급실로 데려가세요. 해열제를 "
    "먹이고 지켜보며 기다리지 마세요(영국 NICE NG143).",
    "fever.today": "{degrees} 열입니다. {why} 오늘 안에 진료를 받으세요(영국 NICE NG143).",
    "fever.why_young": "생후 3개월이 안 된 아기의 38°C 이상은 다른 증상이 없어도 응급으로 봅니다.",
    "fever.why_infant": "생후 3~6개월 아기가 39°C 이상이면 당일 진찰이 필요합니다.",
    "fever.why_unwell": "잘 못 마시거나 처지거나 소변이 준다고 하신 점이 걱정됩니다.",
    "fever.why_long": "열이 {days}일째 이어지고 있습니다.",
    "fever.why_with": "함께 있는 증상: {listed}.",
    "fever.watch": "오늘 진료를 받을 때: 생후 3개월 미만이 38°C 이상이거나 3~6개월이 39°C 이상, 잘 못 마시거나 "
    "8~12시간 소변이 없음, 평소보다 처지거나 달래지지 않음, 귀나 목·배가 많이 아픔, 열이 사흘 넘게 감(닷새면 "
    "반드시), 내렸다 다시 오름.",
    "fever.at_once": "바로 {emergency}에 전화할 때: 깨우기 어렵거나 축 늘어짐, 눌러도 없어지지 않는 발진, 뻣뻣한 "
    "목, 숨이 가쁘거나 갈비뼈 사이가 들어감, 입술이나 피부가 파랗거나 잿빛, 경련.",
    "day.head": "하루 복약 시간표(기상 {waking}, 아침 {breakfast}, 점심 {noon}, 저녁 {dinner}, 취침 "
    "{bedtime}{assumed}):",
    "day.assumed": "; 말씀하지 않은 시각은 어림이니 알려 주시면 맞춰 드립니다",
    "day.nothing": "지금 먹는 약이 기록에 없어 시간표를 만들 수 없습니다. 약 이름, 용량, 하루 몇 번인지 알려 "
    "주시면 짜 드립니다.",
    "day.place_waking": "기상 직후",
    "day.place_before_breakfast": "아침 먹기 전",
    "day.place_breakfast": "아침",
    "day.place_noon": "점심",
    "day.place_afternoon": "오후",
    "day.place_before_dinner": "저녁 먹기 전",
    "day.place_dinner": "저녁",
    "day.place_bedtime": "자기 전",
    "day.as_needed": "필요할 때만: {name}",
    "day.apart": "{one:과} {other:은} 적어도 4시간 띄웠습니다.",
    "day.not_apart": "{one:과} {other:은} 적어도 4시간 띄워야 하는데 이 하루에는 넣지 못했습니다. 약사에게 시간을 "
    "물어보세요.",
    "day.unknown": "{name:은} 하루 몇 번 먹는지 기록에 없어 한 번으로 놓았습니다. 약 봉투를 보고 알려 주세요.",
    "day.unsure": "복용이 확인되지 않음",
    "day.left_out": "{name:은} 시간표에서 뺐습니다. 주의: {reasons}. 먹기 전에 의사나 약사에게 확인하세요.",
    "day.marked": "주의: {reasons}. 스스로 끊지 말고 처방한 곳에 확인하세요.",
    "dose.volume_if": "(1mL에 {strength}mg인 시럽이면 약 {low}~{high}mL)",
    "dose.after_alarm": "먼저 말씀드린 대로 바로 진료를 받으세요({names}). 해열제로 나아지는지 지켜볼 일이 아니니, "
    "약을 먹일지와 양은 전화한 곳이나 응급실에서 정하게 하세요.",
    "dose.dry": "{listed} 때문에 몸에 물이 모자랄 수 있어 {name:은} 지금 먹이지 않습니다. 물이나 경구수액을 조금씩 "
    "자주 먹이고, 8~12시간 소변이 없거나 처지면 오늘 진료를 받으세요(영국 NICE NG143).",
    "fever.as_said": "앞서 말씀드린 대로({names}) 집에서 지켜보지 말고 지금 진료를 받으세요. 더 나빠지면 바로 "
    "{emergency}에 전화하세요.",
    "history.now": "지금 {medicine} 복용하는 것으로 기록되어 있습니다.",
    "history.last": "지금은 복용하지 않는 것으로 기록되어 있습니다: {medicine}.",
    "history.changed": "{day}에 바뀌었습니다: {what}.",
    "history.changed_by": "{day}에 바뀌었습니다: {what}({by}).",
    "history.since": "{day}부터로 기록되어 있고, 용량이 바뀐 기록은 없습니다.",
    "history.never_changed": "{day}에 처음 말씀하셨고, 용량이 바뀐 기록은 없습니다.",
    "period.on": "{first}",
    "period.day": "{first}",
    "period.between": "{first}부터 {last}까지",
    "period.since": "{first}부터",
    "period.until": "{last}까지",
    "changes.head": "약에서 바뀐 것({when}):",
    "changes.none": "약이 바뀐 기록이 없습니다({when}).",
    "changes.no_visits": "진료 날짜는 기록하지 않아 최근 석 달을 봅니다.",
    "changes.started": "- {name}: {what} 시작({day})",
    "changes.first_told": "- {name}: {what} 처음 말씀하심({day})",
    "changes.stopped": "- {name}: 중단({day})",
    "changes.again": "- {name}: {what} 다시 시작({day})",
    "changes.held": "- {name}: 잠시 쉼({day})",
    "changes.dose": "- {name}: {what} ({day})",
    "days.one": "{name}: 말씀하신 날은 1일입니다({when}): {days}. 말씀하지 않은 날은 세지 않았습니다.",
    "days.several": "{name}: 말씀하신 날은 {count}일입니다({when}): {days}. 말씀하지 않은 날은 세지 않았습니다.",
    "days.none": "{name}: 말씀하신 날이 없습니다({when}). 말씀하지 않은 날은 세지 않았습니다.",
    "course.weight_heart": "체중이 {span} 만에 {size} 늘었습니다({first} → {last}). 심부전에서 3일에 2 kg 넘게 "
    "느는 것은 몸에 물이 차는 "
    "신호입니다. 다음 예약까지 기다리지 말고 오늘 심부전 진료팀에 전화하세요. 이뇨제는 미리 받아 둔 지침이 "
    "없으면 스스로 바꾸지 "
    "말고 물어보세요. 누우면 숨차거나 가만히 있어도 숨차고 분홍 거품 가래나 가슴 통증이 있으면 {emergency}입니다.",
    "course.peak_flow_now": "최대호기유속이 {last:으로}, 가장 좋았던 {best}의 {share}%입니다. 심한 천식 발작일 "
    "수 있습니다: 지금 {emergency}에 "
    "전화하고, 똑바로 앉아 증상 완화 흡입기를 스페이서로 한 번씩, 열 번까지 흡입하며 기다리세요. 혼자 운전하지 "
    "마세요.",
    "course.peak_flow_today": "최대호기유속이 {last:으로}, 가장 좋았던 {best}의 {share}%까지 떨어졌습니다. "
    "천식이 나빠지고 있으니 오늘 안에 "
    "진료를 받고 천식 행동 지침을 따르세요. 말을 잇기 어렵거나 흡입기가 4시간을 못 가거나 {best}의 절반 아래면 "
    "{emergency}입니다.",
    "course.low_sugars": "두 주 안에 70 mg/dL 아래가 {times} 있었습니다(가장 낮은 값 {lowest}, {day}). {what}의 "
    "용량을 줄여야 할 수 있으니 오늘 "
    "당뇨 진료팀에 전화하세요. 스스로 올리지 말고, 당과 글루카곤을 곁에 두고, 자기 전 혈당을 재고, 낮을 때는 "
    "운전하지 마세요. "
    "깨우기 어렵거나 삼키지 못하면 {emergency}입니다.",
    "course.movements": "말씀하신 태동({course}번)이 줄고 있습니다. 기다리거나 단것을 더 먹고 보지 말고, 지금 "
    "분만하실 병원에 전화하고 바로 가서 "
    "태아 심박을 확인하세요. 유난이 아니고, 다음 검진까지 기다릴 일이 아닙니다. 피나 물이 나오거나 배가 심하게 "
    "아프면 {emergency}입니다.",
    "course.mood": "기분이 {first}점에서 {last}점까지 떨어졌습니다. 혼자 버티실 일이 아닙니다. 지금 죽고 싶은 "
    "생각이 있거나 방법을 떠올리고 "
    "계신가요? 그렇다면 혼자 있지 말고 곁의 사람에게 말하고 {crisis}(24시간)로 전화하세요. 위험하면 "
    "{emergency}입니다. 처방한 의사에게도 오늘 "
    "알리고, 약은 스스로 끊지 마세요.",
    "course.angina": "협심증 발작이 점점 잦아집니다({course}번, 모두 {total}번). 불안정 협심증일 수 있어 "
    "예약일까지 기다리지 말고 오늘 바로 진료가 "
    "필요합니다. 가만히 있거나 자다가 오거나 혀밑약 뒤 5분이 지나도 아프면 {emergency}에 전화하세요. 직접 "
    "운전하지 마세요.",
    "course.nappies": "젖은 기저귀가 {first}개에서 {last}개로 줄었습니다. 탈수일 수 있으니 오늘 바로 아기를 "
    "보이세요. 먹이려 해도 깨우기 어렵거나 "
    "축 처지면 지금 {emergency}에 전화하거나 응급실로 가세요.",
    "course.colitis": "변 횟수가 늘고({course}번) 피가 섞였습니다. 장염이 심하게 악화된 것일 수 있어 지금 "
    "응급실로 가야 합니다({emergency}). 지사제(로페라미드)는 "
    "먹지 말고, 스테로이드는 스스로 끊지 말고, 염증성 장질환 진료팀에 알리세요.",
    "course.bleeds": "{name:을} 드시는 동안 {count}곳에서 피가 났습니다. 오늘 바로 진료와 피검사가 필요합니다. "
    "다음 약을 먹을지는 먹기 전에 그곳에 "
    "물어보고, 진통소염제는 쓰지 마세요. 코피는 고개를 숙이고 15분 눌러도 안 멎거나, 검은 변, 붉은 소변, 심한 "
    "두통, 머리를 다친 일이 "
    "있으면 {emergency}입니다.",
    "course.bleeds_beside": "{name:은} {thinner}의 작용을 세게 할 수 있습니다.",
    "course.steroid_sugar": "혈당 {value:은} 스테로이드({name}) 때문에 오른 것일 수 있습니다. 갈증이나 잦은 "
    "소변이 있으면 오늘 처방한 의사에게 "
    "전화하고, 약은 갑자기 끊지 마세요. 토하거나 졸리거나 혈당이 300 mg/dL을 넘으면 {emergency}입니다.",
    "course.wasting": "체중이 {span}에 {size}({share}%) 줄었습니다. 이번 주 안에 진료팀에 알려 영양과 통증 "
    "조절을 상의하세요. 물도 삼키지 못하거나 "
    "하루 넘게 거의 못 드시면 오늘 진료를 받으세요.",
    "course.wound": "수술 뒤 체온이 {first}도에서 {last}도로 올랐습니다. 상처 감염일 수 있으니 다음 예약까지 "
    "기다리지 말고 오늘 수술한 병원에서 진료를 "
    "받으세요. 오한, 어지러움, 빠르게 번지는 붉음이 있으면 {emergency}입니다.",
    "diary.getting_worse": "나빠지고 있으니 미루지 말고 진료 때 이 기록을 보이세요. 갑자기 심해지거나 새 증상이 "
    "생기면 그날 진료를 받으세요.",
    "diary.getting_better": "나아지고 있습니다. 다시 나빠지거나 새 증상이 생기면 진료를 받으세요.",
    "diary.side": "쪽은 고치신 대로 {side}입니다.",
    "diary.steps": "구간별 변화: {listed}.",
    "diary.under": "{limit} 미만은 {times}({listed}).",
    "diary.over": "{limit} 초과는 {times}({listed}).",
    "diary.span": "{first}부터 {last}까지 {days}일째입니다.",
    "diary.home_pressure": "집에서 잰 평균이 135/85 이상이면 높은 편입니다(대한고혈압학회 2022). 약은 스스로 "
    "바꾸지 말고 이 기록을 의사에게 보이세요.",
    "diary.mended": "[정정: {old} → {new}]",
    "course.confusion": "며칠 사이 생긴 혼란에 졸림, 열, 못 드시는 것이 더해지는 것은 섬망이 깊어지는 "
    "신호입니다(감염, 소변이 막힘 등). 방문 진료를 기다리지 "
    "말고 오늘 바로 진료를 받으세요. 깨우기 어렵거나 숨이 가쁘거나 소변이 안 나오면 지금 {emergency}에 전화하세요.",
    "course.period": "생리량이 많습니다(가장 많은 날 {day} {most}개). 1~2주 안에 진료를 받아 빈혈 검사(혈색소, "
    "페리틴)를 받으세요. 어지러워 쓰러질 것 "
    "같거나 숨이 차거나 한 시간에 하나씩 몇 시간 넘게 젖으면 바로 진료를 받으세요({emergency}).",
    "diary.carry_on": "약은 이 기록만으로 스스로 끊거나 바꾸지 말고, 이 경과를 처방한 곳에 알리고 물어보세요.",
    "diary.noted": "적어 두었습니다: {listed}.",
    "first.before": "먼저인 것은 {earlier}입니다: {earlier:은} {first}, {later:은} {second}로 {span} 먼저입니다.",
    "first.same": "{earlier:과} {later:은} 같은 날({first})입니다.",
    "diary.head": "말씀하신 날별로 정리했습니다.",
    "diary.row": "- {name}: {listed}. {rest}",
    "diary.total": "모두 {total}(있었던 날 {span}).",
    "diary.up": "처음보다 {size} 늘었습니다({span} 사이).",
    "diary.down": "처음보다 {size} 줄었습니다({span} 사이).",
    "diary.same": "처음과 같습니다({span} 사이).",
    "diary.better": "나아진 쪽입니다.",
    "diary.worse": "나빠진 쪽입니다.",
    "diary.extremes": "가장 높은 날 {of_high}({high}), 가장 낮은 날 {of_low}({low}).",
    "diary.mean": "{span} 평균 {mean}.",
    "diary.finding": "- {name}: {listed}, 말씀하신 날 {span}.",
    "diary.words": "- 그날그날 하신 말씀: {listed}",
    "diary.untold": "말씀하지 않은 날은 세지 않았습니다.",
    "diary.pain": "통증(점수)",
    "diary.mood": "기분(점수)",
    "diary.sleep": "잠",
    "diary.lasted": "이어진 시간",
    "diary.puffs": "흡입",
    "diary.tablets": "약",
    "diary.times": "횟수",
    "diary.things": "개수",
    "diary.unit.tablets": "{count}알",
    "diary.unit.puffs": "{count}번",
    "diary.unit.times": "{count}번",
    "diary.unit.things": "{count}개",
    "diary.unit.hours": "{count}시간",
    "diary.unit.minutes": "{count}분",
    "complaint.since": "{name:은} {day}부터 있다고 하셨습니다.",
    "complaint.since_unknown": "{name:이} 언제 시작되었는지는 기록에 없습니다. 처음 말씀하신 날은 {told}입니다. "
    "언제부터인지 알려 주시면 기록하겠습니다.",
    "complaint.days": "{count}일 되었습니다. {name:은} {day}부터라고 하셨습니다.",
    "complaint.one_day": "하루 되었습니다. {name:은} {day}부터라고 하셨습니다.",
    "complaint.count": "{name:은} {times} 있었다고 하셨습니다({days}).",
    "complaint.last": "말씀하신 가운데 마지막 {name:은} {day}입니다.",
    "complaint.gap": "첫 {name}({first})부터 마지막({last})까지 {count}일입니다.",
    "complaint.once": "{name:은} {day} 하루만 말씀하셨습니다.",
    "goal.met": "네, 최근 {name:은} {value:으로}, {day}에 말씀하신 목표({limit})에 들었습니다.",
    "goal.above": "아니요, 최근 {name:은} {value:으로}, {day}에 말씀하신 목표({limit})보다 높습니다.",
    "goal.below": "아니요, 최근 {name:은} {value:으로}, {day}에 말씀하신 목표({limit})보다 낮습니다.",
    "put_right.head": "이번 대화에서 바로잡으신 것:",
    "put_right.earlier": "지금까지 바로잡으신 것:",
    "put_right.nothing": "지금까지 바로잡으신 것은 없습니다.",
    "put_right.taken_out": "- 기록에서 뺌: {name}",
    "put_right.taken_back": "- 바로잡았다가 되돌림: {name}",
    "put_right.before": "바로잡기 전에는 {name:을} {before:으로} 말씀하셨고, 지금은 {now}입니다.",
    "operated.when": "{name:은} {when}에 받으셨다고 하셨습니다.",
    "operated.unknown": "{name:을} 언제 받으셨는지는 기록에 없습니다.",
    "smokes.a_day": "담배는 하루 {amount} 피우신다고 하셨습니다({day}).",
    "smokes.often": "담배는 {often} {amount} 피우신다고 하셨습니다({day}).",
    "smokes.so": "담배를 피우신다고 하셨습니다({day}). 얼마나 피우시는지는 기록에 없습니다.",
    "smokes.until": "{until}까지 담배를 피우셨다고 하셨습니다({day}).",
    "whether.so": "네, {said}",
    "whether.not": "아니요, {said}",
    "whole.past": "앓은 병과 받은 시술: {listed}",
    "smokes.formerly": "예전에 담배를 피우셨다고 하셨습니다({day}).",
    "smokes.never": "담배를 피우지 않는다고 하셨습니다({day}).",
    "value.measured_last": "{name:을} 마지막으로 잰 날은 {day}입니다: {value}.",
    "handover.relatives": "- 가족력: {listed}",
    "handover.habits": "- 생활 습관과 목표: {listed}",
    "due.ahead": "다음 {name:은} {day}쯤으로, {days}일 남았습니다. 기록으로 계산한 날입니다: 마지막 {last}, "
    "{often}. 예약은 기록하지 않으니 병원에서 정해 준 날이 먼저입니다.",
    "due.today": "다음 {name:은} 오늘({day})쯤입니다. 기록으로 계산한 날입니다: 마지막 {last}, {often}. 예약은 "
    "기록하지 않으니 병원에서 정해 준 날이 먼저입니다.",
    "due.past": "기록으로 계산하면 {name:은} {day}쯤이었고 {days}일 지났습니다: 마지막 {last}, {often}. 그 뒤에 "
    "맞으셨으면 날짜를 알려 주시고, 아니면 병원에 연락하세요.",
    "due.no_last": "{name:은} {often}로 기록되어 있지만 마지막 날짜를 말씀하신 적이 없어 다음 날짜를 계산할 수 "
    "없습니다. 날짜를 알려 주세요.",
    "details.quoted": "{day}에 이렇게 말씀하셨습니다: “{quote}”",
    "details.not_told": "{name}: {listed:은} 말씀하신 적이 없습니다.",
    "details.also_not_told": "{listed:은} 말씀하신 적이 없습니다.",
    "details.and": ", ",
    "details.side": "어느 쪽인지",
    "details.place": "어디서였는지",
    "details.who": "누구였는지",
    "details.batch": "제조번호",
    "details.why": "이유",
    "details.reaction": "어떤 반응이었는지",
    "details.long": "얼마나 걸렸는지",
    "tell.first": "{who}에 먼저 알릴 것: {listed}.",
    "tell.dentist": "치과",
    "tell.surgeon": "수술·마취 의료진",
    "tell.pharmacist": "약사",
    "tell.eyes": "안과",
    "tell.bleeding": "{names}(출혈 위험, 스스로 끊지 않음)",
    "tell.jaw": "{names}(발치 뒤 턱뼈 회복이 늦을 수 있음)",
    "tell.infection": "{names}(상처 회복과 감염)",
    "tell.heart": "{names}(심장과 혈압)",
    "tell.fasting": "{names}(금식 때 복용)",
    "tell.breathing": "{names}(마취 중 호흡)",
    "tell.kidneys": "{names}(약 용량 조절)",
    "tell.pregnant": "{names}(방사선 촬영과 약)",
    "tell.eyes_at_risk": "{names}(눈에 영향을 줄 수 있음)",
    "both.taken": "지금 {medicine} 복용 중으로 기록되어 있습니다.",
    "both.stopped": "중단한 약으로 기록되어 있습니다: {medicine}.",
    "both.close": "하나가 다른 하나를 대신하지 않습니다. 어느 쪽도 스스로 끊지 마시고, 둘 다 필요한지는 처방한 "
    "의사나 약사에게 물어보세요.",
    "both.close_ended": "하나가 다른 하나를 대신하지 않습니다. 스스로 다시 시작하거나 끊지 마시고, 중단한 약이 "
    "다시 필요한지는 처방한 의사에게 물어보세요.",
    "own.untold_dose": "{name} 용량은 말씀하지 않으셨습니다.",
    "own.untold_times": "{name:을} 하루에 몇 번 드시는지는 말씀하지 않으셨습니다.",
    "own.untold_hour": "하루 중 언제 드시는지 말씀하지 않으신 약: {listed}.",
    "own.often": "{name:은} {often} 드십니다.",
    "own.no_longer": "{name:은} 지금은 드시지 않습니다({day} 중단).",
    "own.no_longer_undated": "{name:은} 지금은 드시지 않습니다.",
    "own.last_taken": "마지막에는 {dosing}이었습니다.",
    "own.unsure": "아직 확실하지 않습니다. 기록에는 {brief:으로} 되어 있습니다.",
    "own.taking": "네, 지금 {medicine} 드시고 있습니다.",
    "own.taking_since": "네, {day}부터 {medicine} 드시고 있습니다.",
    "own.stopped": "아니요, {name:은} {day}에 끊으셨습니다.",
    "own.stopped_undated": "아니요, {name:은} 끊으셨습니다. 언제인지는 말씀하지 않으셨습니다.",
    "own.not_begun": "아직 아닙니다: {brief}.",
    "own.taken_off": "아니요, {name:은} 말씀하신 대로 기록에서 뺐습니다.",
    "own.put_right": "아니요, 정정하신 대로 기록에는 {brief:으로} 되어 있습니다.",
    "own.no_medicine": "아니요, {name:은} 기록에 있는 복용약이 아닙니다.",
    "own.how_many": "지금 드시는 약은 {count}가지입니다: {listed}.",
    "own.one_medicine": "지금 드시는 약은 1가지입니다: {listed}.",
    "own.besides_unsure": "그 밖에 아직 확실하지 않은 것: {listed}.",
    "own.dose_before": "{day} 전에는 {name} {before}, 그 뒤로는 {after}입니다.",
    "own.doses": "{name:은} 모두 {total}번입니다: {often}, {days}일.",
    "own.reacted": "{name} 때문에 있었던 반응: {reaction}.",
    "own.allergic": "네, 기록되어 있습니다: {allergy}.",
    "own.allergic_kin": "{name} 이름으로는 없지만, {name}에도 해당하는 {allergy:이} 기록되어 있습니다.",
    "own.keep_off": "이 사실을 아는 의사나 약사가 괜찮다고 하기 전에는 드시지 마세요.",
    "own.not_allergic": "아니요, {name} 알레르기는 없다고 말씀하셨습니다.",
    "own.no_allergy": "아니요, {name} 알레르기는 기록에 없습니다. 드셔도 괜찮은지는 제가 알 수 없습니다.",
    "own.no_allergies": "아니요, 알레르기는 없다고 말씀하셨습니다.",
    "own.has_it": "네, {name:이} 기록되어 있습니다.",
    "own.has_it_since": "네, {name:이} {day}부터 기록되어 있습니다.",
    "own.suspected": "아직 확진 아님: {name:이} 의심되는 것으로 기록되어 있습니다.",
    "own.had_it": "아니요, 지금은 아닙니다: {brief}.",
    "own.denied": "아니요, {name:은} 없다고 말씀하셨습니다.",
    "own.no_illness": "아니요, {name:은} 기록에 없습니다. 실제로 있는지는 제가 알 수 없습니다.",
    "own.relatives_only": "아니요, 본인이 아니라 가족입니다: {listed}.",
    "own.relative_has": "말씀하신 가족: {told}.",
    "own.told_together": "{medicine:은} {illness:과} 함께 말씀하셨습니다.",
    "own.no_family": "가족의 병은 기록에 없습니다.",
    "own.nobody_has": "가족 가운데 {illness:이} 있다고 하신 분은 기록에 없습니다.",
    "own.part": "{part}: {listed}",
}  # fmt: skip
