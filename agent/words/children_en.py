"""Sentences about children's fevers, doses and nurseries, in English."""

from __future__ import annotations

from typing import Final

SENTENCES: Final = {
    "child.of": "{name}: ",
    "child.amount": "{medicine} for {weight} is {low} to {high} mg a dose{volume}, every {least} to {most} hours if "
    "{who} needs it, at most {times} and {a_day} mg in 24 hours.",
    "child.volume": ", {low} to {high} mL of a syrup with {strength} mg in 5 mL",
    "child.volume_if": ", about {low} to {high} mL if the bottle says {strength} mg in 5 mL",
    "child.by_age": " By the UK label for this age: {volume} mL of {strength} mg in 5 mL.",
    "child.old_weight": "Reckoned from {weight}, not {before}. ",
    "child.tablets": "Of {each} mg tablets: {amount} a dose, at most {most} in 24 hours.",
    "child.check_paracetamol": "Check the strength on the bottle, and give nothing else with paracetamol "
    "(acetaminophen) in it. A child who is comfortable needs none.",
    "child.check_ibuprofen": "Give it with food or milk and check the strength on the bottle; not when vomiting or "
    "dry, not with chickenpox, kidney disease or asthma that it has made worse.",
    "child.weight_asked": "How much does {who} weigh? Then I can reckon it.",
    "child.rule": "{medicine} for a child goes by weight: {low} to {high} mg for each kg a dose, every {least} to "
    "{most} hours, at most {times} in 24 hours.",
    "child.skip_next": "{medicine}: leave out the next one, and then a single dose by {who}'s own weight, at most "
    "{times} in 24 hours.",
    "child.first": "The older one",
    "child.second": "The younger one",
    "child.newborn": "No {medicine} on your own for a baby under 3 months unless a doctor or nurse told you to: "
    "have the baby seen first (NICE NG143; AAP).",
    "child.too_young": "No {medicine} before {months} months unless a doctor says so.",
    "child.no_aspirin": "No aspirin for a child, not even half a low-dose one: under 16 it can cause Reye's "
    "syndrome, above all with flu or chickenpox (MHRA; CDC).",
    "child.pox": "No ibuprofen with chickenpox: it may bring a severe skin infection (NHS). ",
    "child.dry": "No ibuprofen while vomiting or diarrhoea may leave {who} dry (NICE NG143). ",
    "child.reacted": "No ibuprofen: what you told of it and the chest or an allergy is a reason to ask the doctor "
    "first. ",
    "child.told_doses": "By what you told: {listed}. Together {total} mg, about {each} mg for each kg.",
    "child.one_dose": "By what you told: {listed}, about {each} mg for each kg.",
    "child.dose_at": "{medicine} {amount} at {clock}",
    "child.dose_no_hour": "{medicine} {amount}",
    "child.same_substance": "All of it is {medicine}, under different names: giving them by turns is no alternating.",
    "child.within": "That is within the usual dose and the day's most.",
    "child.doubled": "That is more at once, or sooner, than it should be (one dose is {low} to {high} mg for each "
    "kg), but well below what does harm (from {harmful} mg for each kg). Do not make {who} vomit; no hospital for "
    "this alone. It counts as two of the day's doses. Ring {poison} if more may have been given or {who} is unwell, "
    "and write each dose down so that everybody sees it.",
    "child.brought_up": "If the first dose came straight back up, little of it was taken in, so the two count as "
    "about one; even both together are well below what does harm. No third one before its hours have gone by. Ring "
    "{poison} if {who} is unwell.",
    "child.much": "That is much more at once than one dose ({low} to {high} mg for each kg) and near to the amount "
    "from which harm can begin ({harmful} mg for each kg). Give no more {medicine} today, and ring {poison} now "
    "even if {who} looks well: they say whether a blood test is needed. If it was spread over many hours, tell them "
    "the hours.",
    "child.over": "That is over the most of a day ({limit} mg for each kg). Give no more {medicine} now and {seek} "
    "today with the bottles, even if {who} looks well; the liver can be harmed without early signs.",
    "child.harmful": "That is over the most of a day ({limit} mg for each kg) and enough to need help now. Give no "
    "more {medicine}: go to the emergency department now with all the bottles ({emergency} if drowsy or collapsed). "
    "Well looks prove nothing. You were right to ask; this mistake is a common one.",
    "child.unknown_amount": "How much that was hangs on the strength on the bottle (mg in 5 mL); tell me and I will "
    "reckon it.",
    "child.next_from": "{medicine}: no more before {earliest} (the last was at {given}; at least {least} hours, "
    "usually {least} to {most}); only if {who} is still distressed, and at most {times} in 24 hours.",
    "child.next_now": "{medicine}: the last was at {given}, so {least} hours have gone by; one more dose may be "
    "given if {who} is distressed, at most {times} in 24 hours ({count} told so far).",
    "child.next_double": "{medicine}: leave out the next one, so none before {earliest} ({double} hours after the "
    "last, at {given}); then a single dose by {who}'s own weight.",
    "child.next_unknown": "{medicine}: at least {least} hours after the last dose (usually {least} to {most}), at "
    "most {times} in 24 hours. Tell me the hour of the last one and I will reckon it.",
    "child.day_full": "{medicine}: {count} doses in 24 hours are the most; none before {earliest}.",
    "child.other_medicine": "{medicine} was not among what you told as given today, so it may be given if needed; "
    "it is another substance than {given}.",
    "child.not_given_yet": "{name} has had none by what you told.",
    "child.fever_home": "{degrees} alone is no emergency at this age; how {who} is counts more than the "
    "number.{well} Fluids often, light clothes, a look in the night; medicine only for distress. Today to a doctor: "
    "drinks little, few wet nappies, ear, throat or belly pain that grows, a fever of over 3 days (5 days at the "
    "very most).",
    "child.fever_infant": "From 3 to 6 months {degrees} is to be examined the same day: today (NICE NG143).",
    "child.well": " Drinking, playing and being lively are good signs.",
    "child.at_once": "{emergency} at once for: hard to wake or limp, a rash that does not fade under a glass, a "
    "stiff neck, hard breathing, blue or grey lips, a fit.",
    "child.unwell": "What you tell of how {who} is (drinking or waking badly, few wet nappies, limp or breathing "
    "hard) is to be seen today.",
    "child.no_fever": "{degrees} is below the limit of a fever (38 °C, 100.4 °F).",
    "nursery.fever": "Nursery or school: not with a fever; back when well and 24 hours without fever and without "
    "medicine for it.",
    "nursery.no_fever": "Nursery or school: {degrees} is no fever (from 38 °C), so a child who is well enough may "
    "go; a cold alone is no reason to stay at home.",
    "nursery.chickenpox": "Nursery or school: when all blisters are crusts, usually about 5 days after the first "
    "(UKHSA). Keep away from pregnant women, newborns and people with weak immunity.",
    "nursery.hand_foot_mouth": "Nursery or school: with hand, foot and mouth a child may go as soon as well enough; "
    "there is no need to wait until the spots are gone (UKHSA exclusion table, which the nursery can be shown). "
    "Wash hands after nappies: the virus stays in stool for weeks. A pregnant member of staff can ask her midwife.",
    "nursery.stomach": "Nursery or school: 48 hours after the last vomiting or diarrhoea (UKHSA).",
    "nursery.scarlet": "Nursery or school: 24 hours after the first antibiotic (UKHSA).",
    "nursery.conjunctivitis": "Nursery or school: no need to stay away with conjunctivitis or a sticky eye (UKHSA).",
    "nursery.impetigo": "Nursery or school: when the sores are crusted and healed, or 48 hours after the antibiotic "
    "began (UKHSA).",
    "nursery.lice": "Nursery or school: no need to stay away with head lice or a cold without fever (UKHSA).",
    "nursery.roseola": "Nursery or school: when well and 24 hours without fever; the rash after it needs no waiting.",
    "child.roseola": "A rash that comes as a fever of some days goes, in a child who is well, and that fades when "
    "pressed, fits roseola: harmless, and no medicine is needed. It speaks against an allergy to the fever "
    "medicine, which I do not note as one; tell the doctor if it itches, swells or comes again after the next dose. "
    "Be seen if spots do not fade under a glass, the fever is back or the child is poorly.",
    "child.asthma": "With asthma paracetamol comes first: ibuprofen only if it was taken before without any wheeze, "
    "by the label and with food; never if it, aspirin or naproxen ever set off wheezing. Ask the pharmacist or "
    "doctor first.",
    "nursing.codeine": "No codeine (co-codamol), dihydrocodeine or tramadol while breast-feeding: the baby can "
    "become dangerously sleepy and breathe badly (MHRA, FDA). Co-codamol holds paracetamol, too, so it would be "
    "taken twice over. If some was taken, watch the baby and call at once if it is hard to wake, feeds badly or "
    "breathes slowly.",
    "nursing.aspirin": "No aspirin for pain while breast-feeding.",
    "nursing.acetaminophen": "Paracetamol is fine while breast-feeding: 500 to 1,000 mg every 4 to 6 hours, at most "
    "4,000 mg in 24 hours.",
    "nursing.ibuprofen": "Ibuprofen is fine while breast-feeding: 200 to 400 mg with food every 6 to 8 hours, at "
    "most 1,200 mg in 24 hours; not with a stomach ulcer, kidney disease, heavy bleeding or asthma that it sets "
    "off. Very little reaches milk (LactMed, NHS).",
    "nursing.ssri": "Your antidepressant goes on; sertraline is among the preferred ones while breast-feeding. With "
    "ibuprofen it makes bleeding a little likelier: take it for a few days only, with food.",
    "nursing.mastitis": "A hard, red, sore breast with a fever is most likely mastitis: go on feeding or "
    "expressing, cool it, rest, and be seen today or tomorrow at the latest, as an antibiotic may be needed; now if "
    "you shiver, feel very ill or it spreads fast. Your milk does not harm the baby.",
    "nursing.wound": "Ring the midwife or doctor today if the wound gets more painful, red, hot, opens or leaks, or "
    "you have a fever.",
    "nursing.baby": "No medicine for the baby; under 3 months a temperature of 38 °C or more in the baby is an "
    "emergency.",
    "child.others_antibiotic": "One dose of a brother's or sister's antibiotic very seldom does harm, unless the "
    "child is allergic to it: no need to make the child vomit, and no more of it. Ring a pharmacist today with the "
    "name and the amount. Be seen at once if there is a rash with swelling, wheezing or vomiting. The one who is "
    "ill goes on with the course.",
    "child.long_fever": "The fever has lasted {days} days: have the child examined today or tomorrow, from five "
    "days on the same day however well (NICE NG143).",
    "child.late_dose": "Give the one that was missed now, and shift the next ones so that they stay spread over the "
    "day (at least {least} hours apart); never two doses at once. Finish the course as prescribed, even when well; "
    "ask the doctor before stopping early.",
    "child.vomited": "Vomited within about 30 minutes: the same dose may be given once more; if that comes up too, "
    "no third: ring the pharmacist or doctor. Go on with the next dose at its time and finish the course. Be seen "
    "if {who} keeps vomiting, is drowsy, has a stiff neck or swelling behind the ear.",
    "child.honey": "No honey before 12 months: it can bring infant botulism. After a taste the risk is small: no "
    "need to make {who} vomit, no emergency. Watch for some weeks, and go at once if there is constipation with a "
    "weak cry, weak sucking, droopy eyelids or floppiness (CDC; NHS).",
    "child.after_alarm": "As I said ({names}): be seen now, or call {emergency}. {given}No more of it before that, "
    "and nothing that only waits for the medicine to work.",
    "child.pregnant_contact": "You are pregnant and near chickenpox: ring your midwife or maternity unit today. If "
    "you had chickenpox or two vaccine doses you are most likely safe; if not or unsure, a blood test is done and "
    "treatment may be offered, within days of the contact (RCOG; UKHSA).",
    "child.jabs": "A mild fever within 48 hours of vaccines, in a baby over 3 months who is well, is common and "
    "passes by itself. Be seen if it reaches 39 °C, lasts over 48 hours or the baby is poorly.",
}
