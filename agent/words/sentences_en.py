"""The English sentences by key; ``sentences_ko`` holds the same keys with the same slots."""

from typing import Final

SENTENCES: Final = {
    "value.one": "{name:cap}: {value}.",
    "value.latest": "Your latest {name} is {value}.",
    "value.day_of": "{name:cap} {value}: that was on {day}.",
    "goes_on.since": "Yes, by what you told me you still have {name}, since {day}.",
    "goes_on.so": "Yes, by what you told me you still have {name}.",
    "goes_on.over": "No, you told me that {name} is over.",
    "mentioned.recorded": "Yes: {brief} is on record, first told on {day}.",
    "mentioned.never": "No, I find nothing of {name} in what you have told me.",
    "answer.as_told": "Yes, that is what you told me.",
    "value.previous": "Before that, your {name} was {value}.",
    "value.next": "After that, your {name} was {value}.",
    "value.first": "The first {name} on record is {value}.",
    "value.highest": "Your highest {name} was {value}.",
    "value.lowest": "Your lowest {name} was {value}.",
    "value.best": "Held against the target, your best {name} was {value}.",
    "value.worst": "Held against the target, your worst {name} was {value}.",
    "value.tied": "The same value was measured on {days}.",
    "value.average": "The average of {count} {name} values is {mean} ({first} to {last}).",
    "value.count": "{name:cap} is on record {count} times: {listed}.",
    "value.count_limit": "{name:cap} was {limit} {count} times: {listed}.",
    "value.count_limit_none": "None of the {total} {name} values on record is {limit}.",
    "value.listed": "{name:cap}, oldest first: {listed}.",
    "value.listed_window": "{name:cap}, {window}: {listed}.",
    "value.left_out": "({count} in between left out)",
    "value.change_up": "{name:cap} went from {before} to {after}, an increase of {size}.",
    "value.change_down": "{name:cap} went from {before} to {after}, a decrease of {size}.",
    "value.change_none": "{name:cap} was {before} and is {after}: no change.",
    "value.change_only": "There is only one value to compare: {name} {value}.",
    "value.fewer": "Only {count} {name} values are on record.",
    "value.overall": "Over the whole time {change}",
    "value.up": "it rose by {size}.",
    "value.down": "it fell by {size}.",
    "value.same": "it is unchanged.",
    "value.none_before": "No {name} from before {value} is on record.",
    "value.none_after": "No {name} from after {value} is on record.",
    "value.only_one": "Only one {name} is on record: {value}.",
    "value.none_in_window": "No {name} from {window} is on record. The nearest is {value}.",
    "value.since": "{name:cap} has been {limit} since {value}.",
    "value.since_none": "The latest {name}, {value}, is not {limit}.",
    "value.no_direction": "I hold no criterion by which a {name} is better or worse. The highest is {highest}, the "
    "lowest {lowest}.",
    "limit.above": "above {number}",
    "limit.below": "below {number}",
    "limit.from": "{number} or more",
    "limit.to": "{number} or less",
    "window.on": "{first}",
    "window.between": "{first} to {last}",
    "window.since": "since {first}",
    "window.until": "until {last}",
    "changed.now": "From now on: {medicine}, in place of what you took before, not on top of it.",
    "changed.to_come": "{name} changes on {day}: {what}. Until then it stays as it is.",
    "since.fact": "On record since {day}: {name}.",
    "since.years": "On record since {day}: {name} (about {years} years).",
    "since.unknown": "When {name} began is not on record; you first told me on {told}. If you tell me since when, I "
    "will record it.",
    "since.not_on_record": "{name:cap} is not on your record, so I cannot say since when.",
    "told.inside": "The {name} you told, {value}, is within the target range (target: {limit}). {source}",
    "told.above": "The {name} you told, {value}, is above the target (target: {limit}). {source}",
    "told.below": "The {name} you told, {value}, is below the target (target: {limit}). {source}",
    "told.low_pressure": "The {name} you told, {value}, is low (below {limit} mmHg). If you feel dizzy or faint, get "
    "seen at once; and ask your care team today whether your medicines are right.",
    "told.no_lower": "This criterion has no lower limit, so I cannot say whether it is too low for you; tell "
    "your care "
    "team if you feel dizzy or weak.",
    "told.not_low": "It is not too low: a pressure is called low under {limit} mmHg. "
    "If you feel dizzy or faint on standing, tell your care team.",
    "told.none": "I hold no criterion for the {name} you told, {value}, so I cannot judge it; please ask your team.",
    "corrected.taken_since": "The start of {name} is corrected: {before} → {after}.",
    "corrected.taken_since_now": "The start of {name} is recorded: {after}.",
    "corrected.first_day": "The first day of the {name} is corrected: {before} → {after}.",
    "corrected.first_day_now": "The first day of the {name} is recorded: {after}.",
    "corrected.had_since": "Since when you have had {name} is corrected: {before} → {after}.",
    "corrected.had_since_now": "Since when you have had {name} is recorded: {after}.",
    "avoid.with": "What not to go with it ({names}):",
    "avoid.unknown": "My documents name nothing that is to be avoided there. Ask the pharmacist or your doctor, and "
    "change nothing until then.",
    "another.alone": "What I said rests on your own record, and nobody else's is here, so I cannot say whether "
    "it fits "
    "them. Their own medicines and illnesses decide: ask their doctor or pharmacist.",
    "another.general": "Of them nothing is on this record. In general, which they can check with their pharmacist:",
    "meant.taken_for": "I take you to mean {name}.",
    "medicine.which": "Which medicine do you mean? {names}",
    "goal.told": "The target for your {name}, as you told me on {day}, is {limit}.",
    "goal.own": "That is your own target, as you told me on {day}.",
    "goal.own_and_general": "That is your own target, as you told me on {day}; the general one is {limit} "
    "({source}).",
    "next.moved_by": "Among your medicines {names} can move this value that way; do not stop it on your own.",
    "next.pressure_high": "By itself this is no emergency: rest for five minutes and measure again, write the "
    "readings of some days down and show them to your doctor. With chest pain, breathlessness, a severe headache, "
    "weakness on one side or trouble speaking, get help at once.",
    "next.pulse_low": "Trained people and sleepers often have 40 to 60, and without complaints it is no emergency: "
    "measure again at rest and tell whoever prescribes for you if it stays low. Be seen at once with dizziness, "
    "fainting, breathlessness or chest pain.",
    "next.pulse_high": "Rest for some minutes and measure again. Fever, thirst, pain, worry and caffeine raise it; "
    "be seen at once with chest pain, breathlessness, fainting or an uneven beat.",
    "next.hba1c_high": "It is the average of the last two to three months, so there is time: look at how the "
    "medicines, meals and exercise went, and ask at your next visit whether treatment needs adjusting.",
    "next.glucose_high": "One value alone says little: note when you last ate and measure again. With great thirst, "
    "much urine, vomiting, belly pain or drowsiness be seen at once.",
    "next.kidney": "One value is no diagnosis: it is repeated within three months, with a urine test. It matters for "
    "the doses of medicines; take no ibuprofen, naproxen or the like without asking. Tell your doctor of it at the "
    "next visit.",
    "next.thyroid_high": "A raised TSH means too little thyroid hormone. The dose is set by this value: tell whoever "
    "prescribes for you, and change nothing yourself. After a change it is tested again in 6 to 8 weeks.",
    "next.thyroid_low": "A low TSH means too much thyroid hormone: with a thyroid tablet the dose may be too high, "
    "which by itself brings heat, sweating, a fast pulse and poor sleep. Tell whoever prescribes for you in the next "
    "days, and change nothing yourself. After a change it is tested again in 6 to 8 weeks.",
    "next.inr_high": "The blood clots more slowly than wanted, so a bleed comes more easily: ring whoever sets the "
    "dose today, change no dose yourself, and be seen at once with black stools, red urine, a bleed that does not "
    "stop or a knock to the head.",
    "next.inr_low": "The blood clots more easily than wanted: ring whoever sets the dose today, and double no dose "
    "yourself. With one-sided weakness, trouble speaking, chest pain or breathlessness call an ambulance.",
    "next.hba1c_high_old": "It is the average of the last two to three months, so there is time. At a higher age 7.5 "
    "to 8 % is often enough, since low sugars do more harm than a value a little above; your doctor sets the aim.",
    "next.depression_high": "5 to 9 points are called mild, 10 to 14 moderate, 15 to 19 moderately severe, 20 and "
    "more severe. It is a snapshot and no diagnosis: go on as agreed and tell whoever treats you the number. With "
    "thoughts of ending your life get help at once.",
    "next.anxiety_high": "5 to 9 points are called mild, 10 to 14 moderate, 15 and more severe. It is a snapshot and "
    "no diagnosis: tell whoever treats you the number.",
    "next.oxygen_low": "Warm the finger, sit still and measure again for a minute. Tell your doctor today if it "
    "stays so; be seen at once under 92 % (with COPD under 88 %), or with more breathlessness than usual, blue lips "
    "or confusion.",
    "next.fever": "A fever is the body's defence and by itself no danger: drink often, dress lightly, rest, and take "
    "something for it only if it troubles. Be seen the same day if it lasts more than three days, and at once with "
    "drowsiness, hard breathing, a stiff neck, a rash that does not fade under a glass, a fit, or under three months "
    "of age.",
    "next.thyroid": "The dose is set by this value: tell whoever prescribes for you, and change nothing yourself. "
    "After a change it is tested again in 6 to 8 weeks.",
    "next.thyroid_pregnant": "Call your clinic in the next days: in pregnancy the dose often has to be raised, and "
    "it is tested about every four weeks. Go on taking the tablet, and change nothing yourself.",
    "next.uric_acid_high": "It needs no rush: water, little alcohol, less offal and sugary drinks help, and with "
    "gout your doctor sets the medicine that lowers it by this value.",
    "next.lipids_high": "It needs no rush: less animal fat, more vegetables and exercise help, and how low it should "
    "be depends on your other risks, which your doctor weighs.",
    "next.hemoglobin_low": "The cause has to be found (often iron, sometimes bleeding): ask your doctor for it. "
    "Black or bloody stools, fainting, chest pain or breathlessness at rest must be seen at once.",
    "next.ferritin_low": "Your iron stores are low: the cause is looked for, and iron is taken for some months as "
    "your doctor says, then measured again.",
    "next.vitamin_d_low": "It is made up for with vitamin D in a dose that your doctor or pharmacist names; it is no "
    "emergency.",
    "next.liver_high": "Slightly raised values are common (fatty liver, alcohol, medicines) and are measured again "
    "in some weeks; leave alcohol, name every medicine and supplement to your doctor, and be seen soon with yellow "
    "eyes or dark urine.",
    "since.course": "{name:cap} on record: {steps}.",
    "since.ended": "{day}: stopped",
    "since.lasted": "From {first} to {last}: {days} days, both counted.",
    "since.step": "{day}: {dose}",
    "since.told_on": "first told {day}",
    "safe.no_caution_taken": "Of {name}, which you take, together with what is on your record ({listed}) I hold "
    "nothing, neither for nor against. Whether it still suits, and how much of it at these values, is for whoever "
    "prescribes it: ask them, and do not change it on your own.",
    "between.days": "That is over {days} day(s).",
    "between.days_and_pace": "That is over {days} days, about {size} a week.",
    "weeks_now.due": "By these weeks the baby is due about {day} (280 days; an estimate until the scan sets it).",
    "weeks_now.from_period": "Counted from the first day of the last period, {first}, that is {weeks} weeks and {days} "
    "days today, and the baby is due about {day} (280 days). It is an estimate for a regular cycle until the scan at "
    "11 to 14 weeks sets the date.",
    "weeks_now.counted": "You are at {weeks} weeks and {days} days today, counted on from the {told} weeks of {day}.",
    "degree.is": "That is {degree}.",
    "degree.times": "That is about {times} times the upper limit.",
    "degree.mild": "a mild deviation",
    "degree.moderate": "a moderate deviation",
    "degree.severe": "a severe deviation",
    "degree.anaemia_mild": "mild anaemia",
    "degree.anaemia_moderate": "moderate anaemia",
    "degree.anaemia_severe": "severe anaemia",
    "degree.borderline_high": "borderline high",
    "degree.high": "high",
    "degree.very_high": "very high",
    "degree.kidney_g3a": "mildly to moderately reduced kidney function (stage 3a, if it stays so for three months)",
    "degree.kidney_g3b": "moderately to severely reduced kidney function (stage 3b, if it stays so for three months)",
    "degree.kidney_g4": "severely reduced kidney function (stage 4, if it stays so for three months)",
    "degree.kidney_g5": "kidney failure (stage 5, if it stays so)",
    "degree.bone_penia": "low bone mass (osteopenia), not yet osteoporosis",
    "degree.bone_porosis": "in the range of osteoporosis",
    "degree.b12_lack": "so low that a lack of vitamin B12 is taken to be proven",
    "degree.b12_unclear": "between clear ends: a lack of vitamin B12 is possible, and a further test settles it",
    "degree.pressure_1": "the first of two grades of high blood pressure, if it stays so",
    "degree.pressure_2": "the second, higher grade of high blood pressure, if it stays so",
    "degree.sugar_prediabetes": "in the range of prediabetes",
    "degree.sugar_diabetes": "in the range of diabetes, to be confirmed by a second test",
    "diagnosis.sugar_high": "That is in the range of diabetes (fasting from 126 mg/dL or 7.0 mmol/L, HbA1c from 6.5% "
    "or 48 mmol/mol, any time from 200 mg/dL or 11.1). Without symptoms one value does not make the diagnosis: a "
    "second test (HbA1c or fasting sugar) on another day confirms it, so see your doctor within days to weeks; with "
    "great thirst, vomiting or loss of weight the same day.",
    "diagnosis.sugar_between": "That is not diabetes, but above normal: the range of prediabetes (fasting 100 to 125 "
    "mg/dL or 5.6 to 6.9 mmol/L, HbA1c 5.7 to 6.4%; in the UK 42 to 47 mmol/mol). Next: have HbA1c, or the fasting "
    "sugar again, checked by your doctor, and then once a year; losing some weight and moving more halve the risk of "
    "diabetes.",
    "diagnosis.sugar_below": "That is below the ranges of prediabetes and diabetes.",
    "diagnosis.pressure_high": "That is in the range of high blood pressure (from 140/90 at the clinic, 135/85 at "
    "home), but a few readings do not make the diagnosis: measure morning and evening for a week, seated and rested, "
    "and show the average to your doctor.",
    "diagnosis.pressure_below": "That is below the range of high blood pressure (140/90 at the clinic, 135/85 at "
    "home).",
    "diagnosis.lipids_high": "That is in the range of high cholesterol or triglycerides; a second fasting test "
    "confirms it.",
    "diagnosis.lipids_between": "That is borderline high.",
    "diagnosis.lipids_below": "That is within what is wished for in people without heart disease or diabetes.",
    "diagnosis.urate_high": "That is a raised uric acid, which by itself is not gout: gout means attacks of a hot, "
    "swollen, very sore joint. Without attacks most people never get it.",
    "diagnosis.urate_below": "That is not raised.",
    "diagnosis.blood_low": "That is anaemia (below 13 g/dL in men, 12 in women). Next: have ferritin, B12 and folate "
    "tested and the cause looked for.",
    "diagnosis.blood_well": "That is no anaemia (below 13 g/dL in men, 12 in women).",
    "diagnosis.iron_low": "That means empty iron stores; whether it is anaemia the haemoglobin says. The cause is to "
    "be looked for.",
    "diagnosis.iron_well": "That does not show empty iron stores.",
    "diagnosis.kidneys_low": "That is lowered, but kidney disease means that it stays so for three months: have eGFR "
    "and the protein in the urine (ACR) tested again, sooner if you feel ill or pass little urine.",
    "diagnosis.kidneys_well": "That alone is no kidney disease; protein in the urine may still show one.",
    "diagnosis.thyroid_high": "A TSH above 4 may mean an underactive thyroid; free T4 and a second TSH after some "
    "weeks settle it.",
    "diagnosis.thyroid_low": "A TSH below 0.4 may mean an overactive thyroid, or too much thyroid medicine; free T4 "
    "and T3 settle it.",
    "diagnosis.thyroid_within": "That is within the usual range of 0.4 to 4.",
    "diagnosis.bones_porous": "That is in the range of osteoporosis (T-score -2.5 or lower): see your doctor about "
    "treatment.",
    "diagnosis.bones_thin": "That is low bone mass (osteopenia, T-score between -1 and -2.5), not osteoporosis.",
    "diagnosis.bones_well": "That is normal bone density.",
    "tablets.sugar": "Tablets: prediabetes is mostly treated by weight, food and moving, without tablets; if "
    "diabetes is confirmed, tablets (mostly metformin) are usual beside these. The doctor decides after the second "
    "test.",
    "tablets.pressure": "Tablets: not on a few readings alone. Below 160/100 and without other risks one mostly "
    "begins with less salt, weight, moving and little alcohol for some weeks to three months, and adds tablets if it "
    "stays high; from 160/100, or with diabetes, kidney or heart disease, they are begun sooner. Your doctor "
    "decides.",
    "tablets.lipids": "Tablets hang on the whole risk, not on this value alone: age, smoking, pressure, diabetes, "
    "family. At low risk one begins with food, weight and moving and tests again in three to six months; with an LDL "
    "from 190 mg/dL (4.9 mmol/L), diabetes, or after a heart attack or stroke a statin is advised. Your doctor can "
    "reckon the risk.",
    "tablets.urate": "Tablets: a raised uric acid without attacks or stones mostly needs none.",
    "tablets.thyroid": "Tablets: up to a TSH of 10 with a normal free T4 one often only tests again; above that, or "
    "in pregnancy, they are usual. The doctor decides after the second test.",
    "tablets.none": "By this value alone no tablets are due.",
    "moved.into": "That is better: it is now within the target ({limit}).",
    "moved.within": "Before and now it is within the target ({limit}).",
    "moved.out": "That is not better: it was within the target ({limit}) and is outside it now.",
    "moved.nearer": "That is better, though still outside the target ({limit}).",
    "moved.farther": "That is not better: it is farther from the target ({limit}) than before.",
    "moved.same": "It is as far from the target ({limit}) as before.",
    "moved.across": "It is now on the other side of the target ({limit}), and still outside it.",
    "told.stated": "The target is the one stated in the question.",
    "told.source": "The criterion is that of {source}; a personal target is set with the clinicians.",
    "form.nothing": "There is nothing in my last answer to put that way. Please tell me what you would like to have.",
    "form.no_numbers": "There are no numbers in my last answer.",
    "form.item": "Item",
    "form.value": "Record",
    "form.day": "Date",
    "other.none": "That was all; there is no other on record.",
    "other.which": "There are {count} others: {listed}. Which one do you mean?",
    "step.note": "Note your readings and how you feel with the date, and mark what is unlike other days.",
    "step.questions": "Write down two or three questions for your next visit.",
    "step.sleep": "Keep the same hours of sleep, and note the nights that went badly.",
    "step.alarm": "Set an alarm for what you take or measure, and note the days you missed.",
    "step.support": "Tell somebody close to you about this week's plan, and keep to it together.",
    "step.review": "At the weekend look over the week's notes, and choose one missed thing for the next week.",
    "assess.medicine": "Please don't lower, raise or stop a medicine on your own; ask whoever prescribed it first.",
    "follow_up.reaction": "What happened when you had {name}?",
    "follow_up.dose": "How much {name} do you take, and how often?",
    "follow_up.frequency": "How often do you take {name}?",
    "follow_up.onset": "Since when have you had {name}?",
    "handover.head": "You can tell them this:",
    "judge.pressure_inside": "The latest blood pressure, {value} ({day}), is within the target (target: {limit}).",
    "judge.pressure_above": "The latest blood pressure, {value} ({day}), is above the target (target: {limit}).",
    "judge.against": "At this value, {name}, which you take, {harm}. Do not stop it on your own; ask whoever "
    "prescribed it at once.",
    "handover.alarm": "- Say this first: {listed}",
    "handover.person": "- Who: {listed}",
    "handover.symptoms": "- What troubles you now: {listed}",
    "handover.conditions": "- Diagnoses: {listed}",
    "handover.history": "- In the past: {listed}",
    "handover.medicines": "- Medicines: {listed}",
    "handover.stopped": "- Stopped lately: {listed}",
    "handover.planned": "- Planned, not begun: {listed}",
    "handover.allergies": "- Allergies: {listed}",
    "handover.no_allergies": "- Allergies: none, as you told me",
    "handover.values": "- Latest values: {listed}",
    "handover.closing": "Add whatever is not in this list, and take the medicine packets along.",
    "handover.nothing": "Nothing is on record yet that could be passed on. Start with diagnoses, medicines and "
    "allergies.",
    "total.day": "{name}: {dose} {taken}, {total} in all a day.",
    "total.schedule": "{name}: {dose}, {total} in all a day.",
    "total.week": "{name}: {dose}, {total} in all a week. It differs by day, so no day has the same total.",
    "total.differs": "{name}: {dose}. It differs by day, so there is no one total a day.",
    "total.no_dose": "How much {name} you take at a time is not on record, so I cannot add it up. Tell me "
    "and I will.",
    "total.no_times": "{name} has no fixed number of times a day on record, so I cannot add it up. {known}",
    "total.together": "Together that is {total} a day.",
    "weekday.head": "By the record, {day}:",
    "weekday.none": "By the record nothing is certainly taken {day}.",
    "weekday.not_then": "Not then, but on days of their own: {listed}.",
    "weekday.untold": "As needed, or on a day that you did not tell: {listed}.",
    "total.which": "Which medicine do you mean? Tell me its name and I will add up the day's total.",
    "stopping.named": "{name}: please don't stop it or change its dose on your own; ask whoever prescribed it first.",
    "stopping.tell": "Tell them about this as well: {listed}.",
    "purpose.none_taken": "No medicine is on record as taken.",
    "purpose.unsure": "I cannot tell from those words which one you mean, so here is what each of your medicines "
    "is for.",
    "cause.not_described": "My documents do not describe {finding} with {medicine}; that does not rule it out.",
    "cause.of_yours": "Of the medicines on your record, {finding} is a known side effect of {medicine}:",
    "cause.none_of_yours": "What I have on the side effects of {medicine} does not name {finding}; "
    "that does not rule it out.",
    "cause.unknown": "What causes {finding} cannot be told from here.",
    "cause.another": "Of what you take, my documents say:",
    "cause.ask": "Only an examination can find the cause. Please don't stop a prescribed medicine on your own; "
    "tell your "
    "care team, with since when it has been so.",
    "cause.alarm": "Whatever the cause, what I said about getting care at once still stands.",
    "comfort.worry": "I can see why that worries you.",
    "comfort.worry_offer": "Tell me what worries you most and since when, and I will look for it in your record "
    "and my "
    "documents. If it keeps you from sleep or daily life, please tell your care team too.",
    "comfort.strain": "That sounds hard. Looking after an illness has bad days, and they are not a failure.",
    "comfort.strain_offer": "Tell me which part is hardest, and we can settle on one small thing to start with. If "
    "you go "
    "on feeling like this, please tell your care team or somebody close to you.",
    "comfort.relief": "That must have been frightening.",
    "comfort.relief_offer": "Even if it is better now, let your care team know today what happened, and get help "
    "at once "
    "should it come back.",
    "needed.value": "What was the {name} value, and when was it measured? Then I can record it.",
    "needed.medicine": "Which medicine is it, how much at a time and how often? Then I can record it.",
    "needed.allergy": "What are you allergic to, and what happened? Then I can record it.",
    "needed.test": "Which test was it, what was the value, and when was it taken? Then I can record it.",
    "side.purpose": "what it is for",
    "side.onset": "when it begins to work",
    "side.duration": "for how long",
    "side.timing": "when in the day",
    "side.technique": "how to use it",
    "side.missed_dose": "a missed dose",
    "side.extra_dose": "too much of it",
    "side.vomited_dose": "vomiting after it",
    "side.stopping": "stopping or leaving it out",
    "side.side_effects": "side effects",
    "side.dependence": "getting used to it",
    "side.storage": "how to keep it",
    "side.monitoring": "checks",
    "side.substitute": "something else instead",
    "side.alcohol": "alcohol",
    "side.food": "food",
    "side.supplements": "supplements",
    "side.pain_and_cold_medicine": "painkillers and cold medicines",
    "side.vaccination": "vaccination",
    "side.dental_and_surgery": "dentist and operations",
    "side.driving": "driving",
    "side.exercise": "exercise",
    "side.travel": "travel",
    "side.heat_and_bathing": "heat and bathing",
    "side.smoking": "smoking",
    "side.pregnancy": "pregnancy",
    "side.breast_feeding": "breast-feeding",
    "side.sex_and_contraception": "sex and contraception",
    "side.contagion": "whether it is catching",
    "side.heredity": "whether it is inherited",
    "side.meaning": "what it is",
    "side.cause": "what brings it on",
    "side.signs": "how it shows",
    "side.outlook": "how it goes on",
    "side.self_care": "what helps",
    "side.warning_signs": "when to be seen",
    "side.test_preparation": "what to do before it",
    "unknown.about": "I understand that you ask about {names}, but found nothing in my documents or your record that "
    "answers it. Please ask your care team or pharmacist.",
    "unknown.unclear": "I am not sure what you are asking, so I found no answer. You can ask for your medicines, "
    "diagnoses "
    "or values, how a value has changed, whether medicines go together, or for a plan. Which do you mean?",
    "unknown.broken": "Something went wrong while I put an answer together, so I have none. What you said is kept. "
    "Please ask again in other words.",
    "unknown.nothing": "I found nothing in my documents or your record that answers this. Please ask your care "
    "team or "
    "pharmacist.",
    "plan.week": "Plan for this week (based on: {listed}):",
    "plan.now": "What to do from now on (based on: {listed}):",
    "ended.list": "Medicines stopped:",
    "ended.none": "No medicine is on record as stopped. If you have stopped one, please tell me.",
    "ended.item": "{item} (stopped {day})",
    "ended.not_on_record": "{name:cap} is not on your record, so I cannot say whether it was taken or "
    "stopped. If you tell me, I will record it.",
    "ended.still_taken": "{item:cap} is not on record as stopped; it is still among your present medicines.",
    "ended.on": "{item:cap} is on record as stopped ({day}).",
    "ended.undated": "{item:cap} is on record as stopped; you told me so on {day}.",
    "ended.told": "You told me: “{words}”",
    "ended.no_reason": "Why is not on record; if you tell me, I will record it.",
    "ended.before": "Before {name}, on record as taken:",
    "ended.nothing_before": "What you took before {name} is not on record. If you tell me, I will record it.",
    "still.nothing": "I could not find which earlier answer you mean. What was it about?",
    "why_changed.which": "Which medicine do you mean? Tell me its name, and I will say what is on record about it.",
    "why_changed.unknown": "Why {name} was changed only whoever changed it can say; no reason for it is on record.",
    "why_changed.not_told": "Why {name} was changed only whoever changed it can say for sure.",
    "why_changed.likely": "The likeliest reason: {reasons}.",
    "why_changed.lower_dose": "The likeliest reason on record: {listed}. At this age, weight or kidney function "
    "{name} acts more strongly and makes bleed more easily, so its label asks for the lower dose.",
    "why_rule.metformin": "{name} leaves the body by the kidneys, so it is usually lowered when the eGFR is under 45 "
    "and stopped under 30: it could build up (lactic acidosis).",
    "why_rule.apixaban": "{name} is given in the lower dose where two of these hold: age 80 or over, weight "
    "60 kg or less, creatinine 1.5 mg/dL or more; it would act too strongly and bleed more.",
    "why_rule.warfarin": "The dose of {name} follows the INR.",
    "why_rule.thyroid": "The dose of {name} follows the TSH: a low one calls for less hormone, a high one for more.",
    "why_rule.beta_blocker": "{name} is usually lowered for a slow pulse, a low pressure or dizziness, "
    "and raised when pulse or pressure stay high.",
    "why_rule.kidneys": "{name} leaves the body by the kidneys, so weaker kidneys need less of it.",
    "why_changed.on_record": "What it is usually set by, as it stands on record: {listed}.",
    "why_changed.above": "above its limit",
    "why_changed.below": "below its limit",
    "why_changed.ask": "Ask for the reason at your next contact, and take it as it was prescribed until then.",
    "allergy_beside.unrelated": "{name} and an allergy to {allergies} have nothing to do with each other: it is no "
    "reason to leave {name} out. What would count is an allergy to {name} itself or to medicines of its kind{kin}; "
    "none is on record. As with any medicine: with hives, a swollen face or trouble breathing stop it and call "
    "{emergency}.",
    "allergy_beside.held": "Ask the pharmacist first: some products of {name} hold {allergies} or are made from it, "
    "others do not. Show them the box and name the allergy before the first dose.",
    "together.beyond": "Of {names} together with {others} I hold nothing more. Tell the pharmacist all that you "
    "take.",
    "beside_limit.may_above": "No, not at this dose.",
    "beside_limit.may_within": "Yes, at this dose.",
    "beside_limit.may_untold": "Only up to a limit.",
    "beside_limit.above": "Beside {other} the most of {name} is {most} mg a day{also}, and the {dose} on record "
    "is above that. Ring the prescriber or a pharmacist about it today or on the next working day; do not stop "
    "either on your own.",
    "beside_limit.within": "Beside {other} the most of {name} is {most} mg a day{also}, and the {dose} on record "
    "is within it.",
    "beside_limit.untold": "Beside {other} the most of {name} is {most} mg a day{also}. The dose is not on "
    "record: look at the box, and if it is more, ring the prescriber or a pharmacist.",
    "beside_limit.grave": "Where a prescriber does give both, the most of {name} beside {other} is {most} mg a "
    "day{also}.",
    "beside_limit.grave_above": "Where a prescriber does give both, the most of {name} beside {other} is {most} "
    "mg a day{also}, and the {dose} on record is above that.",
    "once_for.also": "The care with {name} was for {medicine}, which on record is no longer taken.",
    "once_for.food": "Yes, as far as is known: the care with {name} was for {medicine}, which on record is no "
    "longer taken.",
    "once_for.food_beside": "The care with {name} was for {medicine}, which on record is no longer taken, and I "
    "hold nothing against it for what you take now.",
    "once_for.test": "No, as far as is known: the {name} was followed because of {medicine}, which on record is "
    "no longer taken. Ring the clinic and have the appointment called off, unless they want it for another reason.",
    "ordinary.yes": "Yes, as far as is known:",
    "ordinary.no_clash": "No, no clash is known:",
    "ordinary.part": "With part of what you take, yes, as far as is known:",
    "ordinary.label": "{names} may be used together with {others}, at the dose on the label.",
    "ordinary.each_other": "{names} may be used together.",
    "ordinary.food": "{names} may be had with {others}, in ordinary amounts.",
    "ordinary.prescribed": "{names} and {others} are often taken together, each in the dose that the prescriber "
    "gave.",
    "ordinary.unknown": "Of {others} with it I hold nothing, so ask a pharmacist before the first one.",
    "ordinary.allergy": "It is not for you if you are allergic to it.",
    "together.none": "Of {names} together with {others} I hold nothing, neither for nor against, and that is no "
    "leave "
    "to take them. Ask a pharmacist before the first dose, and name both{because}.",
    "together.none_taken": "Of {names} together with {others} I hold nothing, neither for nor against. Both are on "
    "your record: ask the pharmacist or the prescriber whether they know of both{because}, and neither stop nor "
    "change "
    "one on your own until then.",
    "together.because": ", since on record is {listed}",
    "together.watched": "They are at times prescribed together on purpose, with care: {reasons}. Take them as "
    "prescribed, and make sure that whoever prescribed the one knows of the other.",
    "together.alone": "I found nothing on record to hold {name} against. Tell me what else you take, and I will "
    "check.",
    "side_by_side.which": "Which medicines do you mean? Name them, and I will say what each is for.",
    "side_by_side.apart": "They do different things, so one does not take the other's place; take both as "
    "prescribed.",
    "side_by_side.alike": "They are for the same thing and add to each other; whether both are still needed is for "
    "whoever prescribes them.",
    "safe.no_caution": "Of {name} together with what is on your record ({listed}) I hold nothing, neither for nor "
    "against, and that is no leave to take it. Ask a pharmacist before the first dose, and name these to them.",
    "still.unchanged": "Nothing that answer rested on has been corrected since.",
    "still.stale": "A record that answer rested on has been corrected since, so it no longer holds as it stands.",
    "still.since": "Since then this was recorded, though: {listed}.",
    "still.ask": "Ask me again with what is new, and I will answer for that.",
    "outside.no_target": "I hold no criterion for {name}, so I cannot say which are outside: {values}.",
    "outside.none": "All {count} {name} values are within the target ({limit}).",
    "outside.some": "Outside the target ({limit}) are these {name} values: {values}.",
    "stated.dated": "{brief} ({day})",
    "aside.nod": "All right. Tell me whenever there is something to ask or to record.",
    "aside.how_to_settle": "Say the item with its right value (for example “it was 112, not 96”).",
    "aside.sorry": "I am sorry about that. If something on record is wrong, tell me the item and its right value; "
    "otherwise please ask one thing at a time.",
    "aside.short_and_plain": "All right, short and in plain words.",
    "aside.short": "All right, I will keep it short.",
    "aside.plain": "All right, I will use plain words.",
    "aside.in_full": "All right, I will explain in full.",
    "aside.beyond": "Appointments, prices, opening hours, papers and the like are outside my record and "
    "documents. Please ask the clinic or office directly.",
    "aside.who_sees": "What you tell me is kept in this health record; who may read it is decided by the "
    "organisation that runs this service. Please ask them about access or deletion.",
    "aside.who": "I am a program that keeps and recalls what you tell me about your health; I am not a doctor. Ask "
    "me about your diagnoses, medicines or tests.",
    "aside.others": "I can only speak of your own health record and of general health information, not of other "
    "people or of how I am set up.",
    "social.hello": "Hello. I keep what you tell me about your diagnoses, medicines, allergies and tests. How can "
    "I help?",
    "social.welcome": "You are welcome. Please ask whenever there is more.",
    "origin.words": "{name}: recorded from your words of {day}: “{quote}”.",
    "origin.clinician": "{name}: recorded by your care team on {day}.",
    "origin.entered": "{name}: entered into the record on {day}.",
    "off_it.head": "Now that {name} is stopped:",
    "off_it.diuretic": "fluid may come back within days: watch for swollen ankles or legs, weight going up by 2 kg "
    "within three days, and breathlessness, above all lying flat. Weigh every morning. Ring the clinic the same day "
    "if that begins; call for an ambulance when breathing is hard at rest.",
    "off_it.beta_blocker": "pulse and blood pressure may rise, and chest pain may come back, mostly in the first "
    "two weeks: measure both. Chest pain, a racing heart or breathlessness must be seen at once.",
    "off_it.clots": "the protection against clots is gone within days: a drooping face, a weak arm or slurred "
    "speech, chest pain, sudden breathlessness or one swollen leg is an emergency. Ask by when and by what it is to "
    "be replaced.",
    "off_it.sugar": "blood sugar may climb: measure more often for two weeks, and ring the clinic with great "
    "thirst, passing much urine, or values that stay above what was agreed.",
    "off_it.steroid": "after weeks of it the body may make too little of its own: weakness, dizziness, vomiting or "
    "belly pain must be seen the same day, and the complaint that it was for may come back.",
    "off_it.antidepressant": "dizziness, electric feelings, bad sleep or irritability may come in the first weeks, "
    "and low mood later. Ring the clinic if they last; get help at once with thoughts of harming yourself.",
    "off_it.sedative": "bad sleep and restlessness are common for some days. Shaking, sweating, confusion or a fit "
    "must be seen at once.",
    "off_it.opioid": "restlessness, sweating, a runny nose, cramps and diarrhoea may come for some days, and the "
    "pain may return. Do not go back to the old dose: what was borne before may be too much.",
    "off_it.fits": "fits may come back: no driving, swimming alone or heights until the clinic says so. A fit of "
    "over five minutes, or one after another, is an emergency.",
    "off_it.stomach": "heartburn often comes back more strongly for two to four weeks, then settles. Black stools, "
    "vomiting blood, or trouble swallowing must be seen at once.",
    "off_it.thyroid_high": "a fast heart, sweating, shaking hands and weight loss may come back; the blood test is "
    "repeated after some weeks.",
    "off_it.thyroid_low": "tiredness, feeling cold, slow pulse and weight gain come back over weeks; the blood test "
    "is repeated after six to eight weeks.",
    "off_it.gout": "attacks may come back: a hot, red, swollen joint. With fever be seen the same day.",
    "off_it.breath": "cough, wheeze, night waking or more use of the reliever show that it was needed: ring the "
    "clinic then. Breathlessness that leaves few words is an emergency.",
    "off_it.movement": "stiffness, slowness or trembling may come back. High fever with stiff muscles or confusion "
    "is an emergency.",
    "off_it.mood": "bad sleep, unrest, low or racing mood may come back over weeks: ring the clinic early, and get "
    "help at once with thoughts of harming yourself.",
    "off_it.urine": "a weak stream, waking at night or dribbling may come back. If no urine comes, be seen at once.",
    "off_it.pressure": "blood pressure may rise: measure it at the same hour for two weeks and write it down. Ring "
    "the clinic if it stays above the target; severe headache, chest pain, weakness or trouble speaking is an "
    "emergency.",
    "off_it.infection": "fever, pain or redness that comes back within days needs a call the same day, and so does "
    "watery diarrhoea in the weeks after.",
    "off_it.unnoticed": "nothing is felt without it; what it held down shows only in tests. Ask when it is measured "
    "again.",
    "off_it.complaint": "the complaint that it was for may come back: note when and how strongly, and ring whoever "
    "stopped it if it does.",
    "off_it.rest": "Go on with the other medicines, and do not start it again without asking.",
    "off_it.which": "No stopped medicine is on record that this could be about. Which one do you mean?",
    "skin.less": "As a gel, cream or patch much less of {name} gets into the blood, so it harms far more rarely "
    "than tablets do, but it is not without risk.",
    "skin.still": "What spoke against the tablets still counts a little: {reasons}.",
    "skin.how": "So ask the pharmacist first; then a thin layer on a small area of whole skin, for a few days, and "
    "no tablets of the kind beside it. Stop and ask with a rash, black stools or bruises.",
    "skin.which": "Which medicine do you mean for the skin?",
    "moves.low": "Yes: {name} brings {value} down.",
    "moves.high": "Yes: {name} can raise {value}.",
    "moves.unknown": "My documents do not say that {name} changes {value}.",
    "moves.tell": "Say that {name} is taken whenever it is measured, and stop nothing before a test on your own.",
    "moves.which": "Which medicine and which value do you mean?",
    "ill.listed": "Ill in that time: {listed}.",
    "ill.none": "No illness or complaint of that time is on record.",
    "why.reason": "The reason: {reasons}",
    "why.went_by": "What I went by: {listed}.",
    "why.value": "{value} {standing}.",
    "why.nothing": "I only told you what is on your record: {listed}. It is there because you told me so.",
    "why.not_ours": "What that rests on is not in my record. Please ask whoever said it.",
    "why.on_record": "What the record holds about that: {listed}. What else it rests on is not in my record.",
    "lookup.weeks_by_now": "Counted on from then that is about {weeks} weeks now.",
    "just_told.nothing": "You have said nothing before this in our conversation.",
    "just_told.words": "A moment ago you said: “{words}” Nothing of it was put on record.",
    "just_told.recorded": "A moment ago you said: “{words}” Put on record: {listed}.",
    "correction.nothing_found": "I could not tell which record to correct, so nothing was changed. Please tell "
    "me the item and its right value.",
    "appointments.told": "I cannot keep appointments or remind you of them; please put it in your calendar.",
    "appointments.asked": "I keep no appointments, so I cannot say; please look in your calendar or ask the clinic.",
    "weigh.instead_unknown": "What you can use instead of {name} my documents cannot settle. Show a pharmacist "
    "or the "
    "prescriber all that you take, and ask.",
    "told.nothing_of_patient": "Thank you for telling me. I found nothing to note about the patient of this record; "
    "what you tell of yourself is not kept in it.",
    "told.own_not_kept": "What you tell of yourself ({names}) is not kept in this record, which is the patient's.",
    "told.nothing_recorded": "Thank you for telling me. I found nothing about yourself to record; if you want "
    "something kept, please name it.",
    "weigh.no": "No, do not take or give {name} for now: not before the prescriber or a pharmacist has confirmed "
    "that it is safe.",
    "weigh.presses": "This presses: {name} works only within days, the sooner the better, so ask a pharmacist or a "
    "sexual health clinic today, not later, and tell them all that you take. A copper coil fitted within five days "
    "works best and no medicine weakens it.",
    "weigh.not_yet": "Do not start {name} before the prescriber or a pharmacist has confirmed that it is safe.",
    "weigh.avoid": "No, avoid {name}.",
    "weigh.leave_out": "Take no more {name}, and tell the prescriber or pharmacist today that it was taken.",
    "weigh.call": "I cannot say that it is safe to go on with {name}, and do not stop it on your own either: phone "
    "the prescriber today, before the next dose.",
    "weigh.ask": "Ask the doctor or pharmacist before you use {name}.",
    "weigh.ask_taken": "Go on with {name} as prescribed, and ask the prescriber or pharmacist about this.",
    "weigh.food": "No: on record is {listed}. Do not eat the dish at all: to pick it out is not enough, for oil, "
    "broth, sauce and pans carry it; with asthma a reaction is graver. Choose something that was never near it. If "
    "the lips or throat swell, breathing gets hard or you feel faint, call {emergency} at once (and use an "
    "adrenaline pen if you have one).",
    "weigh.because": "Caution: {reasons}.",
    "limit.reached": "No more {name} today: what you tell comes to about {amount} mg, and {most} mg in 24 hours "
    "is the "
    "most for an adult on the label (less for some). Take none until 24 hours have passed since the first of it, and "
    "ask a pharmacist what else may help. If you feel unwell, call {emergency}.",
    "limit.poison": "Take no more {name}: what you tell comes to about {amount} mg, and {most} mg in 24 hours is the "
    "most. Ring a poison line or the emergency department now and say how much and when, even if you feel well, "
    "for the harm may show only later; with drowsiness, vomiting, confusion or trouble breathing call {emergency}.",
    "limit.extra": "No: take no more {name} than was prescribed, for with this one a little more can be too "
    "much. Ring "
    "the prescriber or the pharmacist today if it is not enough. Being hard to wake, slow breathing, fainting or "
    "confusion means an ambulance.",
    "limit.day_poison": "Stop: {name} {dose} {taken} comes to {total} mg in 24 hours, and the most is {most} mg (at "
    "most {doses} such doses). Take no more until it is counted up. If more than {most} mg went in within any 24 "
    "hours, ring a poison line or the emergency department now, even if you feel well, for the harm may show only "
    "days later; with vomiting, drowsiness, confusion, belly pain or yellow skin call {emergency}.",
    "limit.day_pain": "For pain that needs this much, see the dentist or doctor today.",
    "limit.day_high": "As told, {name} {dose} {taken} comes to {total} mg in 24 hours, above the usual most of "
    "{most} mg. Check the label with the pharmacist or prescriber today, before the next dose. If it was taken like "
    "that and you feel unwell, be seen at once or call {emergency}.",
    "limit.day_within": "The most of {name} is usually {most} mg in 24 hours for an adult, so this lies within it; "
    "sick kidneys or liver, age or other medicines may call for less.",
    "pregnancy.unsettled": "I take it that the pregnancy test was positive. The record says no pregnancy, but until it "
    "is settled I answer as in one: have it confirmed (test again or see the clinic).",
    "unfed.low_before": "You have had a low sugar before, so the danger is greater.",
    "drink.shook": "Shaking, sweating or seeing things without a drink is withdrawal, and can be worse the next time.",
    "drink.ended": "If you drink a lot every day, do not stop alone and at once: within a day or two of the last "
    "drink fits, "
    "seeing things and confusion can come, and can kill. Wanting to stop is right: ring your doctor or an alcohol "
    "service "
    "today or tomorrow for a plan with medicines and vitamin B1 (thiamine). Until then do not stop suddenly, cut "
    "down only "
    "step by step as they advise, and do not be alone. A fit, seeing things, confusion, bad shaking or fever: call "
    "{emergency} at once.",
    "count.line": "{name} {tablets} × {strength} mg = {mg} mg",
    "count.line_mg": "{name} {mg} mg",
    "count.sum": "As you tell it, {substance} comes to about {total} mg today ({lines}).",
    "count.least": "What one of them holds differs between products, and a low figure was taken: check the box.",
    "count.sum_part": "What I could count of {substance} comes to {total} mg ({lines}).",
    "count.left_out": "It may be more: I am not sure that all of this is counted: {told}",
    "count.no_leave": "Take no more of it, nor anything else that holds it (cold remedies, other painkillers), before "
    "a pharmacist or doctor has counted it all with you; an adult takes at most {most} mg in 24 hours.",
    "count.within": "That is within the {most} mg of an adult in 24 hours. If more is needed: at least {hours} "
    "hours after the "
    "last, up to {dose} mg at a time, and {left} mg more until 24 hours after the first. If you need it for more "
    "than some "
    "days, have it looked at.",
    "count.at_once": "{one} mg at one time is more than one dose may be: take no more than {dose} mg at a time.",
    "count.reached": "No more of it for now: that is the {most} mg of an adult in 24 hours, so wait until 24 hours "
    "after "
    "the first dose.",
    "count.over": "That is above the {most} mg of an adult in 24 hours, so take no more. Even if you feel well, ring a "
    "poison line now (in the UK 111, in the US 1-800-222-1222; {emergency} if you feel ill), and say which amounts at "
    "what times, your weight, alcohol and any liver illness: the liver is harmed late and a blood test may be needed. "
    "Vomiting, pain under the right ribs, yellow eyes or drowsiness: go at once.",
    "count.poison": "That is an overdose, far above the {most} mg of 24 hours. Take no more and, even if you feel "
    "well, do not "
    "wait: go to an emergency department now ({emergency}). Nothing is felt on the first day while the liver is "
    "harmed, so a "
    "blood test and, if needed, the antidote have to come early. Bring the times and the boxes and do not stay "
    "alone. If it "
    "was to harm yourself rather than for pain, please tell them that too.",
    "count.over_other": "That is above the {most} mg a day of the label: take no more until 24 hours have passed, "
    "and ask a "
    "pharmacist. Bad belly pain, black stools, vomiting blood or little urine: be seen at once.",
    "count.two_alike": "{names} are of one family (anti-inflammatory painkillers); together they can harm stomach "
    "and kidneys. "
    "Take no more of either today, and from tomorrow only one of them, with food. Black stools, vomiting blood, little "
    "urine, or a swollen face with fever: be seen.",
    "count.apap_instead": "Meanwhile acetaminophen (paracetamol) 500 to 1000 mg may be taken at least four hours "
    "apart, up to "
    "{most} mg a day (ask first with liver illness or daily alcohol).",
    "count.alcohol": "With daily alcohol, a sick liver or little food the limit is lower (about 2000 mg a day). No "
    "alcohol today.",
    "count.opioid": "{name} also holds an opioid: take no more than was prescribed, no alcohol, do not drive and do "
    "not stay "
    "alone. If the pain stays, ring the prescriber; very sleepy, hard to wake or slow breathing: call {emergency}.",
    "double.said": "Take no more {name} today. {soon} {watch} {next}",
    "double.today": "Ring a pharmacist or a poison line today (in the UK 111, in the US 1-800-222-1222) even if you "
    "feel well, and say what, how much and when.",
    "double.at_once": "Ring a poison line or the clinic now (in the UK 111, in the US 1-800-222-1222), even if you "
    "feel well, and say what, how much and when.",
    "double.heart": "Sit or lie if you are light-headed, rise slowly, do not drive, and take pulse and blood "
    "pressure if you can. Fainting, a very slow or irregular pulse, breathlessness or chest pain: call {emergency}.",
    "double.sugar": "Eat something now, measure the sugar every hour or two through the day and the night, and do "
    "not drive or stay alone. Below 70 mg/dL (4 mmol/L), or shaky and sweating: 15 g of sugar at once. Drowsiness or "
    "confusion: call {emergency}.",
    "double.bleed": "Avoid knocks, cuts and painkillers such as ibuprofen for a day or two. Black stools, blood in "
    "the urine, a bleed that does not stop or a blow to the head: call {emergency}.",
    "double.mind": "Do not drive or drink alcohol and do not stay alone. Hard to wake, unsteady, confused, shaking "
    "or vomiting, slow breathing or a racing heart: call {emergency}.",
    "double.other": "A single dose too many of most medicines does little, but vomiting, drowsiness, palpitations or "
    "a rash need to be seen; if it turns grave call {emergency}.",
    "double.insulin": "Eat something sweet now, measure the sugar every hour or two through the day and the night "
    "(of a "
    "long-acting one for two days), and let nobody sleep it off alone. Below 70 mg/dL (4 mmol/L), or shaky and "
    "sweating: 15 g of sugar at once. No further insulin until the clinic has said when. Drowsiness or confusion: call "
    "{emergency}.",
    "double.poison": "More of this one than was set can harm marrow and mouth, so ask now whether a blood test is "
    "needed "
    "even if it feels well. Mouth sores, fever, bruises or bleeding: call {emergency}.",
    "double.digoxin": "Nausea, no appetite, yellow vision, a slow or irregular pulse or fainting: call {emergency}. "
    "Take "
    "the pulse, the more so in old age or with weak kidneys.",
    "double.breath": "Do not stay alone, drink alcohol or drive. Very sleepy, hard to wake or slow breathing: call "
    "{emergency} (and use naloxone if it is there). Of patches take off all, old ones too.",
    "double.calm": "No harm done: {name} once too often does nothing. Take no more of it today and go on as usual "
    "tomorrow; no doctor or test is needed. If a small child had it, or it was many, ask a pharmacist.",
    "double.calm_another": "{name} taken once by mistake does little as a rule. Take no more of it, and your own "
    "medicine as usual; its owner tells the pharmacy what is missing. With an allergy, or if you feel unwell, ring a "
    "pharmacist or clinic.",
    "double.upright": "Sit or stand up now, drink a full glass of water, and do not lie down for at least 30 "
    "minutes (it "
    "can burn the gullet). Chest pain, pain on swallowing or vomiting blood: be seen.",
    "double.within": "Two doses of {name} are still within the most of a day, so this seldom does harm. Take no more "
    "{names} today and one dose at the usual time tomorrow. Today rise slowly, drink water, avoid a hot bath and "
    "driving, and take the pressure every hour or two until the evening. An upper pressure below 90, fainting, chest "
    "pain or confusion: call {emergency}.",
    "double.rest_calm": "{name} once too often does no harm.",
    "double.calm_ask": "One dose too many seldom does harm.",
    "double.next_own": "Ask them too whether your own medicine is taken as usual today. Its owner takes theirs as "
    "usual, "
    "and tells the pharmacy what is missing.",
    "mishap.days": "As you tell it, {names} has been missed for about {days} days.",
    "mishap.supply": "If it has run out or was left behind: a pharmacist can often give a few days' emergency "
    "supply (in "
    "the UK also through NHS 111), else an out-of-hours clinic or emergency room; a photo of the packet or "
    "prescription helps.",
    "mishap.vomited": "If {name} came up within 30 minutes little of it may have been absorbed, but one missed dose "
    "seldom matters: the simplest is not to repeat it and to take one dose at the next usual time. Never double.",
    "mishap.vomited_any": "If it came up within 15 to 30 minutes, little was absorbed. Ring the clinic or pharmacy "
    "now and "
    "ask whether one dose may be repeated today; never take a double dose tomorrow. If you keep vomiting or cannot "
    "keep "
    "fluids down, be seen.",
    "mishap.vomited_narrow": "Do not repeat {name} on your own: how much was absorbed is unknown, and it could be too "
    "much. Ring the prescriber or pharmacist now, say how many minutes after the dose it came up and whether you "
    "saw the "
    "tablet, and ask whether to take it again. Never double the next one.",
    "mishap.vomits_on": "If vomiting goes on or not even water stays down, be seen today, and ask whether tablets for "
    "blood pressure, water or sugar pause meanwhile.",
    "double.next": "Unless they say otherwise, take the next one at its usual time tomorrow, one dose as always; a "
    "list or a pill box keeps it from happening again.",
    "double.next_often": "Ask them whether the next one due today is to be left out; after that go on at the usual "
    "times, one dose as always.",
    "sugar.not_low": "No: the latest sugar on record is {value}, which is not low, so nothing sweet is needed. Go on "
    "with meals and medicine as prescribed. If you feel shaky, sweaty or muddled, measure again: below 70 mg/dL (3.9 "
    "mmol/L) take 15 g of sugar.",
    "weigh.other_name": "Caution: {said} is {name}, which is on your record as taken. Do not take the one on top of "
    "the other: count both together against the most for a day, and show the pharmacist both boxes.",
    "weigh.watch": "If it has been taken already, watch for this and get seen at once if it comes: {signs}.",
    "weigh.watch_taken": "Get seen at once if this comes: {signs}.",
    "weigh.apart": "Take {name} and {others} at least 4 hours apart: {reasons}.",
    "weigh.contains": "it contains {part}, and on record is: {allergy}",
    "weigh.allergy": "on record is: {allergy}",
    "urgent.first.now": "Call {emergency} or go to the nearest emergency room now; do not drive yourself, and do not "
    "wait until tomorrow.",
    "urgent.first.today": "Ring the clinic now and be seen today; if it gets worse, call {emergency}.",
    "urgent.tell": "Tell them what you told me ({names}) and what is on record: {listed}.",
    "urgent.tell_alone": "Tell them what you told me ({names}) and since when it is so.",
    "urgent.take": "Take your medicines or this list along: {listed}. Have somebody stay with you.",
    "urgent.take_alone": "Take the packets of whatever you take along, and have somebody stay with you.",
    "urgent.nothing": "Take no other medicine for it on your own until you have been seen.",
    "urgent.worse": "If you faint, cannot breathe well or get confused, call {emergency} at once.",
    "urgent.door": "Keep the phone beside you and the door unlocked.",
    "uphold.now": "Please do not wait. As I said ({names}), call {emergency} or go to the emergency room now. "
    "{why}{stated}",
    "uphold.today": "Please do not put it off. As I said ({names}), ring the clinic and be seen today; if it "
    "suddenly gets worse, call {emergency}. {why}{stated}",
    "uphold.this_week": "What I said stands ({names}): have it seen within the week, sooner if it gets worse, and "
    "call {emergency} if it is urgent. {why}{stated}",
    "uphold.seen": "It is good that this was looked at. Keep to what they told you; if it comes back or gets "
    "worse, go "
    "back at once or call {emergency}.",
    "uphold.mind": "Even said as a joke I would rather ask: are you safe right now? If any thought of dying or of "
    "ending it all is there, tell somebody near you and call {crisis} at any hour; in danger call {emergency}.",
    "crisis.stays_now": "What you just told me worries me. Are you thinking of ending your life? Please do not stay "
    "alone: call {crisis} at any hour, let somebody near you keep the tablets or anything you might use, and call "
    "{emergency} at once if you have taken something or are about to.",
    "crisis.stays": "What you told me weighs with me: please tell somebody near you today, and your doctor. If the "
    "thoughts come back or grow, call {crisis} at any hour; if you are not safe, {emergency}.",
    "uphold.dose": "Whether to take or leave out the next dose is for those who see you to say: ask them before it.",
    "uphold.why": "The reason ({names}): {why}{stated} You did right to act. Tell the staff there exactly this.",
    "procedure.anticoagulant": "Do not stop the blood thinner on your own or for as long as somebody else did: that "
    "risks a stroke or clot. A single tooth is often pulled without stopping; for other procedures the pause depends "
    "on the medicine, the kidneys and the procedure. Tell both the prescriber and whoever does it now (on warfarin "
    "the INR is checked 1 to 3 days before). How many days, if any, I cannot set.",
    "procedure.antiplatelet": "Do not stop a medicine against clots (an antiplatelet) on your own: after a stent "
    "even a few days without it can block the vessel. A single tooth is often pulled without stopping, with longer "
    "pressing. Tell whoever does it of the medicines and of any stent, and if they want a pause, the doctor who "
    "prescribed it decides.",
    "procedure.why.anticoagulant": "The reason: without it a clot can form within days and cause a stroke, while "
    "bleeding after a small procedure can be held by pressing and stitching. That somebody else stopped theirs does "
    "not make it safe here: the illness, the medicine or the procedure may have been another.",
    "procedure.why.antiplatelet": "The reason: a stent or a narrowed artery can clot within days when the medicine "
    "is left off, above all in the first months, and that is a heart attack, while bleeding where a tooth was can be "
    "held by pressing. That somebody else stopped theirs does not make it safe here.",
    "counsel.low_sugar": "{value} is a low blood sugar: take 15 to 20 g of fast sugar now (juice, glucose tablets, "
    "sugar; chocolate is too slow), measure again after 15 minutes, and take as much again while it is below 70 "
    "mg/dL (4 mmol/L); then eat something. {behind}Tell whoever prescribes for you today. Call {emergency} if there "
    "is confusion, drowsiness or no swallowing, or if it does not come up.",
    "counsel.low_sugar_treated": "{value} is a low blood sugar, and fast sugar was right. Measure again 15 minutes "
    "after it, take as much again while it is below 70 mg/dL (4 mmol/L), then eat something. {behind}Tell whoever "
    "prescribes for you today, even if it is over. Call {emergency} if there is confusion, drowsiness or no "
    "swallowing, or if it does not come up.",
    "counsel.low_sugar_behind": "{names} can bring this about and can let it fall again for hours, so do not "
    "lie down to sleep it off, ask before the next dose, and the dose may need a change (not on your own). ",
    "complaint.no_nsaid": "With {names} on your record take no ibuprofen, naproxen or the like without asking; "
    "paracetamol (acetaminophen) within its label is the usual choice.",
    "counsel.iron_stools": "Dark or black, even greenish stools are a known and harmless effect of {name}; do "
    "not stop "
    "it for that. It would be another matter if they became sticky like tar or foul, or held red blood, or with "
    "faintness, weakness or belly pain: then be seen at once.",
    "counsel.flow_green": "Against the best (usual) peak flow of {best} that is {shares}: reassuring. Go on as "
    "planned and measure again. Below {caution}, or getting worse: be seen the same day. Below {danger}, no breath "
    "to talk, ribs pulling in, blue lips, or a reliever that lasts under 4 hours: call an ambulance. The preventer "
    "goes on.",
    "counsel.flow_yellow": "Against the best (usual) peak flow of {best} that is {shares}: a drop, in the range "
    "for caution. Not to be shrugged off: use the reliever as the plan says, keep the preventer going, measure "
    "again and watch closely. Below {caution}, or getting worse: GP or 111 the same day. Below {danger}, no breath "
    "to talk, ribs pulling in or blue lips: call an ambulance.",
    "counsel.flow_red": "Against the best (usual) peak flow of {best} that is {shares}: below half. That is an "
    "emergency: use the reliever and call an ambulance now (caution {caution}, danger {danger}).",
    "list.against_allergy": " - mind: {allergy} on record; not without the prescriber's or a pharmacist's word",
    "weigh.no_more": "No, do not take {name}, nor any more of it, until the prescriber or a pharmacist has "
    "confirmed that "
    "it is safe: phone them today.",
    "weigh.check": "Do not stop {name} on your own, but phone the prescriber about this today.",
    "weigh.until": "Until that is settled do not start {name}, go on with your other medicines, and ring the "
    "prescriber or pharmacist today.",
    "weigh.why_said": "Why I said so: {reasons}.",
    "weigh.why": "Why I advised against {name}: {reasons}. That it did somebody else no harm does not make it safe "
    "here.",
    "uphold.in_care": "That is a worrying result ({names}), and you are where it can be looked after. Tell the "
    "staff at once of anything new.",
    "who.name": "Your name is {said}, as you told me.",
    "who.name.other": "The patient is {said}, as you told me.",
    "who.lives": "You live in {said}.",
    "who.lives.other": "The patient lives in {said}.",
    "who.from": "You come from {said}.",
    "who.from.other": "The patient comes from {said}.",
    "who.born": "You were born: {said}.",
    "who.born.other": "The patient was born: {said}.",
    "who.besides": "Besides: {listed}.",
    "who.unnamed": "No name is on this record; if you tell me one, I will keep it. What I know of the person: "
    "{listed}.",
    "who.no_name": "No name is on this record. If you tell me one, I will keep it.",
    "who.no_home": "Where the patient lives is not on this record. If you tell me, I will keep it.",
    "who.no_birth": "The day of birth is not on this record. If you tell me, I will keep it.",
    "told.by_name": "Noted, {name}: {listed}.",
    "told.name_alone": "Noted, {name}. Your name is on this record now.",
    "handover.asked": "- Only asked about, not known to be taken: {listed}",
    "handover.avoid": "- Not to have: {listed}",
    "handover.open": "- Still to be confirmed: {listed}",
    "weigh.reacted": "{name:cap}, which you said caused a reaction",
    "dose.by_weight": "{name} for {weight} is {low} to {high} mg a dose{volume} ({rule_low} to {rule_high} mg for "
    "each kg), every {least} to {most} hours if needed, at most {times} and {a_day} mg in 24 hours.",
    "dose.rule": "{name} for a child goes by weight: {low} to {high} mg for each kg a dose, every {least} to "
    "{most} hours, at most {times} in 24 hours.",
    "dose.ask_weight": "How much does the child weigh? Then I can reckon it.",
    "dose.volume": "(about {low} to {high} mL of a syrup with {strength} mg in each mL)",
    "dose.check_paracetamol": "Check the strength on the bottle, follow its label first, and give nothing else "
    "with the same substance in it. A child who is comfortable needs none. Limp, drinking little, breathing hard, "
    "or a fever of over three days: have the child seen (NHS; AAP).",
    "dose.check_ibuprofen": "Give it with food or milk, and check the strength on the bottle and its label first. "
    "Not under 6 months, not when dry from vomiting or diarrhoea, not with chickenpox, kidney disease or asthma "
    "that it has made worse (NHS; AAP).",
    "dose.adult_paracetamol": "For an adult paracetamol (acetaminophen) is 500 to 1,000 mg a dose (one or two 500 "
    "mg tablets), every 4 to 6 hours, at most 4,000 mg (eight 500 mg tablets; 3,000 mg on some US labels) in 24 "
    "hours, counting what is in cold and flu remedies. Less under 50 kg, with liver disease or daily alcohol: ask "
    "the pharmacist. If it is needed for over three days, be seen (NHS; FDA label).",
    "dose.adult_ibuprofen": "For an adult ibuprofen without a prescription is 200 to 400 mg a dose with food, "
    "every 6 to 8 hours, at most 1,200 mg in 24 hours, the least that helps and for a few days only. With an "
    "ulcer, kidney or heart disease, asthma, a blood thinner, blood pressure tablets or in pregnancy ask a "
    "pharmacist or doctor first (NHS; FDA label).",
    "dose.warned": "I tell no dose of {name}: {reasons}. Ask the doctor or pharmacist first.",
    "dose.newborn": "Do not give {name} on your own to a baby under 3 months: have the baby seen first. At this "
    "age 38 °C (100.4 °F) or more needs a doctor now, and the medicine may hide it (NICE NG143; AAP).",
    "dose.too_young": "{name} is not given before the age of {months} months unless a doctor says so.",
    "dose.together": "Not both at once. Give one; only if the child is still distressed before its next dose is "
    "due, use the other, at least 2 to 3 hours apart, and keep the hours (paracetamol 4 to 6, ibuprofen 6 to 8) "
    "and the number of doses of each by itself, with the times written down. Ibuprofen only from 6 months, when "
    "drinking well, and not with chickenpox (NICE NG143; NHS).",
    "dose.next": "{name}: at least {least} hours after the last dose ({least} to {most}), only if still needed, "
    "and at most {times} in 24 hours. Tell me when the last one was and I will reckon the hour.",
    "course.until": "{item}: by what was told it goes on to {day}, that day included ({left} more days).",
    "course.today": "{item}: by what was told today ({day}) is the last day.",
    "course.over": "{item}: by what was told the last day was {day}.",
    "course.unknown": "Until when it is to be taken is not on record; it stands on the label, or ask the pharmacist.",
    "course.no_weekday": "On which day of the week was not told.",
    "course.keep": "Take or give it to the end as prescribed, even when it feels better; "
    "the label goes before my count.",
    "given.at": "By what you told, {amount}was given on {day} at {clock}, about {hours} hours ago.",
    "given.unknown": "You have not told me the hour of a dose, so I cannot say when it was given. "
    "Look at the bottle or ask whoever gave it, and leave the full interval before more.",
    "given.again": "{name} needs at least {least} hours between doses ({least} to {most}), and those have gone by: "
    "another dose may be given by the weight and label if it is needed, at most {times} in 24 hours.",
    "given.which": "Whether more may be given hangs on which medicine it was: tell me its name.",
    "part.head": "{part:cap} taken, by the record:",
    "part.none": "{part:cap} nothing is taken, by the record.",
    "part.joint": " and ",
    "part.morning": "in the morning",
    "part.noon": "around noon",
    "part.afternoon": "in the afternoon",
    "part.evening": "in the evening",
    "part.bedtime": "at bedtime",
    "part.usual": "Where you told no hour I went by the usual one; the label goes before it.",
    "put_right.small": "Go by the label from now on: {name} {new} each time. Nothing is made up for or doubled. That "
    "it was {old} before is a small difference, which is not expected to do harm; ask the pharmacist if unsure.",
    "put_right.tell": "Go by the label from now on: {name} {new} each time. Nothing is made up for or doubled. "
    "Tell the pharmacist or whoever prescribed it today that it was {old} before.",
    "companion.folic_acid": "Beside {other} it is taken to spare side effects (sore mouth, nausea, harm to blood "
    "and liver), usually not on the day of {other}; it does not treat the illness itself.",
    "companion.neural_tube": "In pregnancy it is taken so that the baby's spine and brain close as they should (to "
    "prevent neural tube defects such as spina bifida), as a rule until week 12.",
    "companion.iron_in_pregnancy": "In pregnancy the body makes more blood, for the baby too: it prevents and treats "
    "anaemia.",
    "companion.preeclampsia": "In pregnancy a low dose is given to some women to prevent pre-eclampsia (high blood "
    "pressure with protein in the urine): only as prescribed, and not as a painkiller.",
    "companion.pyridoxine": "Beside {other} it protects the nerves.",
    "companion.stomach": "Beside {other} it also protects the stomach.",
    "companion.bones": "Beside {other} it gives the bones what they need to keep their strength.",
    "companion.attacks": "Beside {other} it is taken for the first months also while nothing hurts: the uric acid "
    "moves then, which brings on attacks, and it keeps them away. Do not leave it out because there is no pain.",
    "companion.periods": "It is not only against pregnancy: with {other} on record it is also given to make periods "
    "lighter and less painful and to settle them. Tell the prescriber of smoking, migraine with flashing lights "
    "or an "
    "earlier clot; a swollen painful leg, chest pain or breathlessness must be seen at once.",
    "companion.low_tricyclic": "In a low dose it is not given for depression: with {other} on record it prevents the "
    "attacks, calms nerve pain or helps sleep.",
    "companion.nerves": "With {other} on record it calms nerve pain, which ordinary painkillers hardly reach.",
    "companion.migraine": "With {other} on record it is taken every day to make attacks rarer, not when one has "
    "begun; "
    "it takes some weeks to tell.",
    "companion.tremor": "With {other} on record it calms a fast pulse and shaking.",
    "companion.heart_rate": "With {other} on record it is not only for the blood pressure: it slows the pulse and "
    "spares the heart. Do not stop it suddenly.",
    "companion.fibrillation": "With {other} on record clots can form in the heart and cause a stroke; it prevents "
    "that. Do not miss or stop it without the prescriber; the main risk is bleeding.",
    "companion.platelets": "With {other} on record it keeps blood platelets from clumping, so that it does not "
    "happen "
    "again. Do not stop it on your own; bruises and bleeding come more easily.",
    "companion.vessels": "With {other} on record it protects the vessels of heart and brain, even where the "
    "cholesterol is not high.",
    "companion.sglt2": "With {other} on record it protects heart and kidneys, also in people without diabetes.",
    "companion.kidneys": "With {other} on record it also protects heart and kidneys, even where the pressure is "
    "good.",
    "companion.spironolactone": "With {other} on record it is given for that, not only as a water tablet.",
    "companion.pcos": "With {other} on record it helps the body answer to insulin and settles periods, also without "
    "diabetes.",
    "companion.low_methotrexate": "Once a week in a low dose it is no cancer treatment: with {other} on record it "
    "calms the immune system.",
    "companion.antimalarial": "It is not only against malaria: with {other} on record it calms the immune system.",
    "companion.airways": "With {other} on record it calms swollen airways after an attack, mostly for some days.",
    "companion.stone": "With {other} on record it relaxes the ureter, so that a stone passes more easily.",
    "new_medicine.methotrexate": "{name} is taken once a week only, on the same day; more often is dangerous. With "
    "fever, mouth sores or breathlessness call at once.",
    "new_medicine.rivaroxaban": "Take {name} with a meal, do not miss or stop it on your own, and watch for "
    "bleeding: "
    "black stools, a bleed that does not stop, or a blow to the head must be seen at once.",
    "new_medicine.thinner": "Do not miss or stop {name} on your own, and watch for bleeding: black stools, a bleed "
    "that does not stop, or a blow to the head must be seen at once. Ask before any painkiller but paracetamol.",
    "new_medicine.colchicine": "Take no more {name} than prescribed; with diarrhoea, vomiting or muscle "
    "weakness stop "
    "it and call your doctor or pharmacist.",
    "new_medicine.steroid": "Take {name} in the morning with food, to the end as prescribed; do not stop a longer "
    "course on your own.",
    "new_medicine.antibiotic": "Take {name} for all the days prescribed, even when you feel better sooner; with "
    "hives, "
    "a swollen face or trouble breathing stop it and get help at once.",
    "how_taken.note": "How: {note}. What your prescriber or the packet says goes before this.",
    "given_for.is": "Yes, {name} is counted among: {kind}.",
    "most.on_record": "On record: {medicine}.",
    "most.less": "With weak kidneys or a weak liver, in old age, under 50 kg, in pregnancy, with blood thinners or "
    "several medicines the most is less: ask a pharmacist, who also sees what else holds the same substance. If you "
    "went over it, call a pharmacist or doctor today, and emergency services if you feel ill or took a lot at once.",
    "most.acetaminophen": "Of {name} an adult takes at most 1000 mg at once, at least 4 hours apart, and 4000 mg in "
    "24 hours from all products together (NHS, MFDS; many labels stop at 3000). On your own no longer than 10 days "
    "for pain or 3 for fever; on 15 or more days a month it makes headaches worse.",
    "most.ibuprofen": "Of {name} without a prescription an adult takes 200 to 400 mg at once, at least 4 to 6 hours "
    "apart, and at most 1200 mg in 24 hours (NHS, MFDS); on prescription it may be more. On your own no longer than "
    "10 days for pain or 3 for fever; used on several days of most weeks it strains stomach, kidneys, pressure and "
    "heart, and on 15 or more days a month it makes headaches worse: then have the cause looked at.",
    "most.dexibuprofen": "Of {name} an adult takes 300 mg at once, at least 4 to 6 hours apart, and at most 1200 mg "
    "in 24 hours (MFDS). On your own no longer than 10 days for pain or 3 for fever.",
    "most.naproxen": "Of {name} without a prescription an adult takes at most 660 mg of the sodium salt (600 mg "
    "naproxen) in 24 hours, 8 to 12 hours apart (FDA label); on prescription it may be more. On your own no longer "
    "than 10 days for pain or 3 for fever, and never with another painkiller of its kind.",
    "most.aspirin": "Of {name} for pain an adult takes 300 to 900 mg at once, at least 4 hours apart, and at most "
    "4000 mg in 24 hours (NHS), for a few days; nobody under 16. Low-dose aspirin for the heart is taken just as "
    "prescribed.",
    "most.sumatriptan": "Of {name} tablets the most is what the label or the prescriber says, and never over 200 mg "
    "(in Britain 300 mg) in 24 hours; a second dose only if the headache went and came back, at least 2 hours after "
    "the first (FDA label, BNF). On no more than 9 days a month: more makes headaches more frequent, so tell the "
    "doctor.",
    "most.triptan": "Of {name} two doses in 24 hours are the most as a rule, the second only if the headache went "
    "and came back, at least 2 to 4 hours after the first; keep to the label. On no more than 9 days a month: more "
    "makes headaches more frequent, so tell the doctor.",
    "most.reliever": "{name} is for when it is needed. Needing it on more than two days a week, or waking at night, "
    "means that the asthma is not well controlled: see the doctor within days about a preventer (GINA). In an "
    "attack one puff at a time up to ten; if that does not help, or lasts under 4 hours, call emergency services.",
    "most.loperamide": "Of {name} an adult takes at most 8 mg in 24 hours without a prescription, 16 mg with one, "
    "for 2 days; more disturbs the heart rhythm (FDA). Not with fever or blood in the stool.",
    "most.once_a_day": "{name} is taken once a day, one tablet for an adult; more does not help more and makes "
    "drowsy (label). If that is not enough, ask a pharmacist for another way, such as a nose spray.",
    "most.sleep_aid": "Of {name} for sleep one dose (25 to 50 mg) a night is the most, for no longer than two weeks "
    "(NHS, label): it wears off, and makes confused and unsteady in old age. If sleep stays poor, see the doctor.",
    "most.nose_drops": "{name} is used for no more than 5 to 7 days, as often as the label says: longer and the "
    "nose swells shut without it (NHS, BNF). Salt water may be used as often as you like.",
    "most.laxative": "Of {name} one dose at bedtime is the rule (5 to 10 mg bisacodyl, 15 mg senna), without advice "
    "for no more than a week (NHS). If it is needed longer, have the cause looked at.",
    "most.acid_blocker": "{name} without a prescription is for at most 14 days, once a day (famotidine up to "
    "twice); if the trouble stays or comes back, see the doctor (NHS, FDA label). As prescribed it may be taken "
    "longer.",
    "given_for.is_not": "No, {name} is not counted among: {kind}.",
    "given_for.though_well": "That you feel nothing now does not make it needless: it is taken to keep it so. Do not "
    "leave it out without asking the prescriber.",
    "dose.next_at": "After the dose at {given} no more {name} before {earliest} (at least {least} hours, usually "
    "{least} to {most}), only if still needed, and at most {times} in 24 hours.",
    "dose.inside": "{name} {amount} at {weight} is {each} mg for each kg, within the usual {low} to {high} mg a "
    "dose ({rule_low} to {rule_high} mg for each kg): a right amount. The next one after {least} to {most} hours, "
    "at most {times} in 24 hours.",
    "dose.above": "{name} {amount} at {weight} is {each} mg for each kg, more than the usual {low} to {high} mg a "
    "dose. Once, it seldom does harm, but leave out the next one and tell a pharmacist or doctor today how much "
    "was given and when. From now on no more than {high} mg at a time.",
    "dose.harmful": "{name} {amount} at {weight} is {each} mg for each kg, far more than the usual {low} to {high} "
    "mg a dose, and may do harm. Call the poisons line or the emergency number now, or go to the emergency room "
    "with the bottle, even if the child looks well. Give no more.",
    "dose.below": "{name} {amount} at {weight} is {each} mg for each kg, less than the usual {low} to {high} mg a "
    "dose: no harm, though it may do little. Do not top it up in between; give the right amount the next time, "
    "after {least} to {most} hours.",
    "dose.no_strength": "Whether that is right depends on the strength of the syrup (how many mg in each mL). For "
    "{weight} {name} is {low} to {high} mg a dose. What does the bottle say?",
    "dose.changed": "Yes: at {weight} instead of {before} {name} is {low} to {high} mg a dose{volume}, not "
    "{old_low} to {old_high} mg. The hours stay: every {least} to {most}, at most {times} in 24 hours.",
    "fever.home": "At this age {degrees} by itself is no emergency, and the child can be looked after and watched "
    "at home.{well} Offer drinks often, dress lightly, do not sponge or overwrap, give a fever medicine only for "
    "distress, and look in during the night (NICE NG143).",
    "fever.below": "{degrees} is below the limit of a fever (38 °C, 100.4 °F).{well} No need to go in for that: "
    "offer drinks often and keep watching; a child who is comfortable needs no more medicine (NICE NG143).",
    "fever.well": " Drinking and playing are reassuring.",
    "fever.ask_age": "That depends on the age. How old is the child, how high is the temperature, and does the "
    "child drink and play?",
    "fever.weak": "With what is on record ({names}) a fever is not to be watched at home. Do not wait with a fever "
    "medicine: ring the team or go to the emergency room now ({emergency}).",
    "fever.grown": "In an adult {degrees} can mostly be looked after at home: rest, drink often, paracetamol by "
    "the label if it troubles you. Be seen today if it lasts over three days, reaches 40 °C (104 °F), you cannot "
    "drink, it hurts to pass urine, you were abroad lately, or an illness or medicine weakens your defences. Call "
    "{emergency} at once for trouble breathing, chest pain, a stiff neck, confusion, a rash that does not fade or "
    "a fit (NHS).",
    "fever.grown_today": "With {degrees} and what you told (a fever that lasts, or what comes with it) it is best "
    "to be seen today. Drink often. Call {emergency} at once for trouble breathing, chest pain, a stiff neck, "
    "confusion, a rash that does not fade or a fit (NHS).",
    "fever.grown_below": "{degrees} is below the limit of a fever (38 °C, 100.4 °F). Rest and drink often; be seen "
    "if 38 °C or more lasts over three days or you cannot drink. Call {emergency} at once for trouble breathing, a "
    "stiff neck or confusion (NHS).",
    "fever.pregnant": "With {degrees} in pregnancy ring the maternity unit or doctor today. Until then paracetamol "
    "by the label is allowed, ibuprofen is not. Call {emergency} at once for trouble breathing, strong belly pain, "
    "bleeding or loss of fluid, or fewer movements of the baby (NHS).",
    "fever.now": "A fever of {degrees}: {why} Call {emergency} or take the child to the emergency room now; do not "
    "give a fever medicine and wait (NICE NG143).",
    "fever.today": "A fever of {degrees}: {why} Have the child seen today (NICE NG143).",
    "fever.why_young": "under 3 months 38 °C (100.4 °F) or more is treated as an emergency even without anything "
    "else.",
    "fever.why_infant": "from 3 to 6 months 39 °C (102.2 °F) or more is to be examined the same day.",
    "fever.why_unwell": "what you told of how the child is (drinking little, sleepy, little urine or the like) is "
    "a worry.",
    "fever.why_long": "it has gone on for {days} days.",
    "fever.why_with": "with it comes {listed}.",
    "fever.watch": "Have the child seen today if: under 3 months with 38 °C or 3 to 6 months with 39 °C, drinks "
    "little or passes no urine for 8 to 12 hours, is much less lively or cannot be consoled, has a sore ear, "
    "throat or belly, or the fever lasts over three days (at five days without fail) or comes back.",
    "fever.at_once": "Call {emergency} at once if: hard to wake or limp, a rash that does not fade when pressed, a "
    "stiff neck, struggling to breathe, blue or grey lips or skin, a fit.",
    "day.head": "The day's medicines (waking {waking}, breakfast {breakfast}, lunch {noon}, evening meal {dinner}, "
    "bed {bedtime}{assumed}):",
    "day.assumed": "; hours you did not tell are a guess, so tell me yours",
    "day.nothing": "No medicine is on record as taken, so I cannot make a timetable. Tell me the names, the doses "
    "and how often, and I will.",
    "day.place_waking": "on waking",
    "day.place_before_breakfast": "before breakfast",
    "day.place_breakfast": "breakfast",
    "day.place_noon": "lunch",
    "day.place_afternoon": "afternoon",
    "day.place_before_dinner": "before the evening meal",
    "day.place_dinner": "evening meal",
    "day.place_bedtime": "bedtime",
    "day.as_needed": "Only as needed: {name}",
    "day.apart": "{one} and {other} are at least 4 hours apart here.",
    "day.not_apart": "{one} and {other} need at least 4 hours between them, which I could not fit into this day: "
    "ask the pharmacist for the hours.",
    "day.unknown": "{name}: how often is not on record, so I placed it once. Please look at the label and tell me.",
    "day.unsure": "not confirmed as taken",
    "day.left_out": "{name} is left out. Caution: {reasons}. Ask the doctor or pharmacist before taking it.",
    "day.marked": "Caution: {reasons}. Do not stop it on your own; check with the prescriber.",
    "dose.volume_if": "(about {low} to {high} mL if the bottle says {strength} mg in each mL)",
    "dose.after_alarm": "First get seen now, as I said ({names}). This is not to be watched with a fever medicine: "
    "let those you call, or the emergency room, decide whether one is given and how much.",
    "dose.dry": "No {name} for now: {listed} may have left the body dry, and then it can harm the kidneys. Offer "
    "sips of water or rehydration fluid often; no urine for 8 to 12 hours, or less lively, means being seen today "
    "(NICE NG143).",
    "fever.as_said": "As I said ({names}), do not watch this at home: be seen now, and if it gets worse call "
    "{emergency} at once.",
    "history.now": "You take {medicine}.",
    "history.last": "On record as no longer taken: {medicine}.",
    "history.changed": "It was changed on {day}: {what}.",
    "history.changed_by": "It was changed on {day}: {what} ({by}).",
    "history.since": "On record since {day}; no change of the dose is on record.",
    "history.never_changed": "You first told me of it on {day}; no change of the dose is on record.",
    "period.on": "in {first}",
    "period.day": "on {first}",
    "period.between": "from {first} to {last}",
    "period.since": "since {first}",
    "period.until": "until {last}",
    "changes.head": "What changed among your medicines {when}:",
    "changes.none": "No change of your medicines is on record {when}.",
    "changes.no_visits": "I keep no visits, so I go back three months.",
    "changes.started": "- {name}: started, {what} ({day})",
    "changes.first_told": "- {name}: first told of, {what} ({day})",
    "changes.stopped": "- {name}: stopped ({day})",
    "changes.again": "- {name}: started again, {what} ({day})",
    "changes.held": "- {name}: on hold ({day})",
    "changes.dose": "- {name}: {what} ({day})",
    "days.one": "{name}: you told me of it on 1 day {when}: {days}. Days that you did not tell me of are not "
    "counted.",
    "days.several": "{name}: you told me of it on {count} days {when}: {days}. Days that you did not tell me of are "
    "not counted.",
    "days.none": "{name}: you told me of no day with it {when}. Days that you did not tell me of are not counted.",
    "course.weight_heart": "Your weight has gone up {size} in {span} ({first} to {last}). With heart failure, "
    "more than 2 kg "
    "in 3 days means that fluid is building up: ring your heart failure nurse or doctor today, do not wait for the "
    "appointment. Do not change the water tablet yourself unless you were given a plan for it. Breathless lying "
    "flat or at "
    "rest, pink froth or chest pain: {emergency}.",
    "course.peak_flow_now": "Your peak flow is {last}, {share}% of the best ({best}). This may be a severe "
    "asthma attack: call {emergency} "
    "now, sit upright, and take your reliever through a spacer, one puff at a time, up to ten, while you wait. "
    "Do not "
    "drive yourself.",
    "course.peak_flow_today": "Your peak flow has fallen to {last}, {share}% of the best ({best}). Your asthma "
    "is getting worse: be seen "
    "today and follow your asthma plan. If you cannot finish a sentence, the reliever does not last four hours, "
    "or it falls "
    "below half of {best}: {emergency}.",
    "course.low_sugars": "Your sugar was below 70 mg/dL (3.9 mmol/L) {times} within two weeks (lowest {lowest}, "
    "{day}). The dose of {what} may need "
    "to come down: ring your diabetes team today before you go on unchanged. Do not raise anything yourself, "
    "skip no meals, keep "
    "sugar and glucagon by you, and do not drive below 90 mg/dL (5 mmol/L). Hard to wake or cannot swallow: "
    "{emergency}.",
    "course.movements": "The movements you told of ({course}) are becoming fewer. Do not wait or try more "
    "sugary drinks: ring your maternity "
    "unit now and go in to have the baby's heart checked. It is no fuss and cannot wait for the next visit. "
    "Bleeding, waters or "
    "strong pain: {emergency}.",
    "course.mood": "Your mood has fallen from {first} to {last}. You do not have to bear this alone. Are you "
    "thinking of dying, or of how? "
    "If so, do not stay alone, tell somebody near you and call {crisis} at any hour; in danger call "
    "{emergency}. Tell the "
    "prescriber today, and do not stop the medicine on your own.",
    "course.angina": "The attacks of angina come more often ({course}; {total} in all). That may be unstable "
    "angina: be seen today, do not wait "
    "for the appointment. At rest, at night, or still there 5 minutes after the spray or tablet: {emergency}. "
    "Do not drive yourself.",
    "course.angina_at_rest": "Tightness of the chest at rest, with your heart, may be the start of a heart "
    "attack: call {emergency} now. Sit down, use your spray or tablet as prescribed, and do not drive yourself. "
    "If it has gone for now, be seen today all the same.",
    "course.nappies": "Wet nappies have gone from {first} to {last}. That may be dehydration: have the baby "
    "seen today. Hard to wake for feeds or "
    "floppy: call {emergency} or go to the emergency department now.",
    "course.colitis": "The stools are becoming more ({course}), with blood. That may be a severe flare: go to "
    "the emergency department now "
    "({emergency}). Take no loperamide, do not stop the steroid on your own, and let the IBD team know.",
    "course.bleeds": "On {name} you have bled at {count} places. You need to be seen and have a blood test "
    "today. Ask before you take the next "
    "dose, and use no ibuprofen or aspirin. A nosebleed that 15 minutes of pinching do not stop, black stools, "
    "red urine, a bad "
    "headache or a blow to the head: {emergency}.",
    "course.bleeds_beside": "{name} can make {thinner} work more strongly.",
    "course.steroid_sugar": "A sugar of {value} may well come from the steroid ({name}). With thirst or much "
    "urine ring the prescriber today; do "
    "not stop it suddenly. Vomiting, drowsiness or a sugar above 300 mg/dL (17 mmol/L): {emergency}.",
    "course.wasting": "The weight has fallen by {size} ({share}%) in {span}. Tell the care team this week, to "
    "talk about food and about "
    "pain. If even fluids do not go down, or hardly anything is eaten for a day, be seen today.",
    "course.wound": "After the operation the temperature has gone from {first} to {last}. That may be an "
    "infection of the wound: be seen where "
    "you were operated on today, not at the next visit. Shivering, faintness or redness that spreads fast: "
    "{emergency}.",
    "diary.getting_worse": "It is getting worse, so do not put it off, and show this when you are seen. If it "
    "turns suddenly worse or "
    "something new comes, be seen that day.",
    "diary.getting_better": "It is getting better. If it turns again or something new comes, be seen.",
    "diary.side": "The side, as you put it right: {side}.",
    "diary.steps": "From one to the next: {listed}.",
    "diary.under": "Below {limit}: {times} ({listed}).",
    "diary.over": "Above {limit}: {times} ({listed}).",
    "diary.span": "From {first} to {last}: day {days}.",
    "diary.home_pressure": "At home an average of 135/85 and more is raised (NICE NG136). Change no medicine "
    "yourself; show this to your doctor.",
    "diary.mended": "[corrected: {old} → {new}]",
    "course.confusion": "Confusion that came within days, with drowsiness, fever or hardly drinking beside it, "
    "is delirium getting deeper (an "
    "infection, a blocked bladder): it cannot wait for a planned visit, be seen now, today. Hard to wake, "
    "breathing fast or no "
    "urine: call {emergency} at once.",
    "course.period": "The bleeding is heavy (most on {day}: {most}). See a doctor within a week or two for a "
    "blood count and ferritin. Faint, "
    "breathless, or soaking one an hour for some hours: be seen at once ({emergency}).",
    "diary.carry_on": "Do not stop or change the medicine yourself on these figures alone: tell whoever "
    "prescribes it how it goes, and ask.",
    "diary.noted": "Noted: {listed}.",
    "first.before": "{earlier:cap} came first: {earlier} on {first}, {later} on {second}, {span} later.",
    "side.told": "{side:cap}: {what}.",
    "first.same": "{earlier:cap} and {later} date from the same day, {first}.",
    "diary.head": "Day by day, as you told me:",
    "diary.row": "- {name}: {listed}. {rest}",
    "diary.night": "night of {day}",
    "diary.sum": "In all {total} (told {count}).",
    "diary.mean_of": "Average of {count} told: {mean}.",
    "diary.unsure": "I cannot be sure that I took in every number you told, so I have not added up, averaged or "
    "ranked them. Here is what you said.",
    "diary.split": "I have not split these in two: compare before and after by the dates above.",
    "diary.halves": "{name}: before {day} an average of {before} (on {first} told), "
    "from then on {after} (on {last} told).",
    "diary.months": "By month: {listed}.",
    "diary.total": "In all {total} (on {span} of those told).",
    "diary.up": "Up {size} since the first, in {span}.",
    "diary.down": "Down {size} since the first, in {span}.",
    "diary.same": "The same as at first, {span} on.",
    "diary.better": "That is better.",
    "diary.worse": "That is worse.",
    "diary.extremes": "Highest {high} on {of_high}, lowest {low} on {of_low}.",
    "diary.mean": "Average of {span} told: {mean}.",
    "diary.finding": "- {name}: {listed}; told on {span}.",
    "diary.words": "- In your own words: {listed}",
    "diary.untold": "Days that you did not tell me of are not counted.",
    "diary.pain": "Pain (score)",
    "diary.mood": "Mood (score)",
    "diary.sleep": "Sleep",
    "diary.lasted": "How long it lasted",
    "diary.puffs": "Puffs",
    "diary.tablets": "Tablets",
    "diary.times": "Times",
    "diary.measure": "By the hour",
    "diary.things": "Count",
    "diary.unit.tablets": "{count}",
    "diary.unit.puffs": "{count}",
    "diary.unit.times": "{count}",
    "diary.unit.things": "{count}",
    "diary.unit.hours": "{count} h",
    "diary.unit.minutes": "{count} min",
    "complaint.since": "You have had {name} since {day}, as you told me.",
    "complaint.since_unknown": "Since when you have had {name} is not on record; you first told me of it on {told}. "
    "If you tell me since when, I will record it.",
    "complaint.days": "It is {count} days now: you have had {name} since {day}.",
    "complaint.one_day": "It is 1 day now: you have had {name} since {day}.",
    "complaint.count": "{name:cap}: {times}, as you told me ({days}).",
    "complaint.last": "The last time of {name} that you told me of was {day}.",
    "complaint.gap": "{count} days lie between the first time of {name} ({first}) and the last ({last}).",
    "complaint.once": "You have told me of {name} on one day only: {day}.",
    "goal.met": "Yes: your latest {name} is {value}, and the target is {limit}, as you told me on {day}.",
    "goal.above": "No: your latest {name} is {value}, above the target of {limit} that you told me on {day}.",
    "goal.below": "No: your latest {name} is {value}, below the target of {limit} that you told me on {day}.",
    "put_right.head": "In this conversation you have put right:",
    "put_right.earlier": "Put right so far:",
    "put_right.nothing": "You have put nothing right so far.",
    "put_right.taken_out": "- Taken out of the record: {name}",
    "put_right.taken_back": "- Put right, and the correction taken back: {name}",
    "put_right.before": "Before you put it right you had said {name} {before}; now it is {now}.",
    "operated.when": "Your {name} was {when}, as you told me.",
    "operated.unknown": "When your {name} was is not on record.",
    "smokes.a_day": "You smoke {amount} a day, as you told me on {day}.",
    "smokes.often": "You smoke {amount}, {often}, as you told me on {day}.",
    "smokes.so": "You smoke, as you told me on {day}; how much is not on record.",
    "smokes.until": "You used to smoke, until {until}, as you told me on {day}.",
    "whether.so": "Yes, {said}",
    "whether.not": "No, {said}",
    "whole.past": "In the past: {listed}",
    "smokes.formerly": "You used to smoke, as you told me on {day}.",
    "smokes.never": "You do not smoke, as you told me on {day}.",
    "value.measured_last": "Your {name} was last measured on {day}: {value}.",
    "handover.relatives": "- In the family: {listed}",
    "handover.habits": "- Habits and goals: {listed}",
    "due.ahead": "The next {name} is due about {day}, in {days} days. That is reckoned from your record: last on "
    "{last}, {often}. I keep no appointments; the date your clinic gave you comes first.",
    "due.today": "The next {name} is due about today, {day}. That is reckoned from your record: last on {last}, "
    "{often}. I keep no appointments; the date your clinic gave you comes first.",
    "due.past": "By your record {name} was due about {day}, {days} days ago. That is reckoned from the last one on "
    "{last}, {often}. If it was given since, tell me the day; if not, call your clinic about it.",
    "due.no_last": "{name} is on record as {often}, but you have not told me when the last one was, so I cannot "
    "reckon "
    "the next. Tell me the day.",
    "lapses.own": "What you told me of doses missed, late or taken then, in your own words; I have not counted them:",
    "lapses.days": "(that is {days})",
    "details.quoted": "You told me on {day}: “{quote}”",
    "own_words.asked": "This is what you told me about it, in your own words:",
    "own_words.nearest": "I am not sure that I found it. Of what you told me, this comes nearest:",
    "own_words.not_found": "I did not find that you told me this. You may not have, or I may not have recognised it. "
    "Tell me, and I will keep it.",
    "own_words.left_out": "You also told me this, which the answer above may not hold:",
    "own_words.quoted": "- {day}: {quotes}",
    "details.not_told": "{name}: you have not told me {listed}.",
    "details.also_not_told": "You have not told me {listed}.",
    "details.and": " or ",
    "details.side": "on which side it was",
    "details.place": "where it was",
    "details.who": "who it was",
    "details.batch": "the batch number",
    "details.why": "why it was",
    "details.reaction": "what happened then",
    "details.long": "how long it was",
    "tell.first": "Tell {who} first: {listed}.",
    "tell.dentist": "the dentist",
    "tell.surgeon": "the surgeon or anaesthetist",
    "tell.pharmacist": "the pharmacist",
    "tell.eyes": "the eye doctor",
    "tell.bleeding": "{names} (bleeding; do not stop it on your own)",
    "tell.jaw": "{names} (the jawbone heals slowly after an extraction)",
    "tell.infection": "{names} (healing and infection)",
    "tell.heart": "{names} (heart and pressure)",
    "tell.fasting": "{names} (what to take while fasting)",
    "tell.breathing": "{names} (breathing under an anaesthetic)",
    "tell.kidneys": "{names} (many medicines need another dose)",
    "tell.pregnant": "{names} (X-rays and medicines)",
    "tell.eyes_at_risk": "{names} (may affect the eyes)",
    "both.taken": "You take {medicine}.",
    "both.stopped": "On record as stopped: {medicine}.",
    "both.close": "One does not stand in for the other. Stop neither on your own; ask the prescriber or "
    "pharmacist if "
    "you doubt that you need both.",
    "both.close_ended": "One does not stand in for the other. Neither start nor stop one on your own; whether "
    "the one "
    "that was stopped is needed again is for the prescriber to say.",
    "own.untold_dose": "You have not told me the dose of {name}.",
    "own.untold_times": "You have not told me how often you take {name}.",
    "own.untold_hour": "You have not told me at what time of day you take {listed}.",
    "own.often": "You take {name} {often}.",
    "own.no_longer": "You no longer take {name} (stopped {day}).",
    "own.no_longer_undated": "You no longer take {name}.",
    "own.last_taken": "Last it was {dosing}.",
    "own.unsure": "That is not certain yet: on record is {brief}.",
    "own.taking": "Yes, you take {medicine}.",
    "own.taking_since": "Yes, you take {medicine}, since {day}.",
    "own.stopped": "No, you stopped {name} ({day}).",
    "own.stopped_undated": "No, you stopped {name}; you told me so on {day}.",
    "own.not_begun": "Not yet: {brief}.",
    "own.taken_off": "No, {name} was taken off your record, as you told me.",
    "own.put_right": "No, you put that right: on record is {brief}.",
    "own.no_medicine": "No, {name} is not among the medicines on your record.",
    "own.how_many": "You take {count} medicines: {listed}.",
    "own.one_medicine": "You take 1 medicine: {listed}.",
    "own.besides_unsure": "Besides, not certain yet: {listed}.",
    "own.dose_before_since": "From {since} to {day} you took {name} {before}; since {day} {after}.",
    "own.dose_before_for": "From {since} to {day} ({days} days) you took {name} {before}; since {day} {after}.",
    "own.dose_before": "Before {day} you took {name} {before}; since then {after}.",
    "own.doses": "{total} doses of {name} altogether: {often}, for {days} days.",
    "own.reacted": "With {name} you had: {reaction}.",
    "own.allergic": "Yes, on your record is: {allergy}.",
    "own.allergic_kin": "Not by its own name, but {allergy} is on your record, which counts against {name}.",
    "own.keep_off": "Do not take it unless a prescriber or pharmacist who knows of this has said that you may.",
    "own.not_allergic": "No, you told me that you are not allergic to {name}.",
    "own.no_allergy": "No, an allergy to {name} is not on your record; whether you bear it I cannot say.",
    "own.no_allergies": "No, you told me that you have no allergies.",
    "own.has_it": "Yes, {name} is on your record.",
    "own.has_it_since": "Yes, {name} is on your record, since {day}.",
    "own.suspected": "It is not confirmed yet: {name} is suspected.",
    "own.had_it": "No, not any more: {brief}.",
    "own.denied": "No, you told me that you do not have {name}.",
    "own.no_illness": "No, {name} is not on your record; whether you have it I cannot say.",
    "own.relatives_only": "No, not you: {listed}.",
    "own.relative_has": "In your family, as you told me: {told}.",
    "own.told_together": "You told me of {medicine} together with {illness}.",
    "own.no_family": "No illness in your family is on record.",
    "own.nobody_has": "Nobody in the family is on record with {illness}.",
    "own.part": "{part:cap}: {listed}",
}  # fmt: skip
