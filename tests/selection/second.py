"""A second implementation of docs/spec/selection.md, written from the definition alone.

    python3 second.py PACK.json ...    prints the SHA-256 of the result of each pack

For each place it lists every number of women and men who can fill its seats, with the most persons with
disabilities among them, and combines the places. It is slow, and easy to check.
"""

import hashlib
import hmac
import json
import sys
from collections import Counter


def code_units(name):
    return name.encode("utf-16-be")


def ways_of_place(seats, kinds):
    """{(women, men): most persons with disabilities}, for all ways to fill the seats."""

    def most(gender, count):
        return min(count, kinds[gender, True])

    def has(gender):
        return kinds[gender, True] + kinds[gender, False]

    ways = {}
    for women in range(min(seats, has("female")) + 1):
        for men in range(min(seats - women, has("male")) + 1):
            others = seats - women - men
            if others <= has("other"):
                ways[women, men] = most("female", women) + most("male", men) + most("other", others)
    return ways


def combine(left, right):
    ways = {}
    for (women, men), disabled in left.items():
        for (more_women, more_men), more_disabled in right.items():
            sums = (women + more_women, men + more_men)
            ways[sums] = max(ways.get(sums, 0), disabled + more_disabled)
    return ways


def ways_of_unit(free, kinds):
    ways = {(0, 0): 0}
    for place in free:
        ways = combine(ways, ways_of_place(free[place], kinds[place]))
    return ways


def count_chosen(people):
    return (
        sum(person["gender"] == "female" for person in people),
        sum(person["gender"] == "male" for person in people),
        sum(person["disability"] for person in people),
    )


def ranked_people(pack, unit):
    gone = set(pack.get("gone", []))
    seed = bytes.fromhex(pack["seed"])
    people = [dict(person) for person in pack["pool"] if person["unit"] == unit and person["leaf"] not in gone]
    for person in people:
        person["lot"] = hmac.new(seed, bytes.fromhex(person["leaf"]), hashlib.sha256).hexdigest()
    people.sort(key=lambda person: (-person["points"], person["lot"], person["leaf"]))
    for index, person in enumerate(people):
        person["rank"] = index + 1
    return people


def select_unit(pack, unit):
    rule = pack["rule"]
    held = set(pack.get("held", []))
    asked = {line["place"]: line["seats"] for line in rule["seats"] if line["unit"] == unit}
    people = ranked_people(pack, unit)
    shortfalls = []

    # 2. Effective seats.
    in_pool = Counter(person["place"] for person in people)
    effective = {place: min(asked[place], in_pool[place]) for place in sorted(asked, key=code_units)}
    for place, seats in effective.items():
        if seats < asked[place]:
            shortfalls.append({"rule": "seats", "place": place, "asked": asked[place], "kept": seats})
    n = sum(effective.values())

    # 8. Seats of held people count as filled from the start.
    chosen = [person for person in people if person["leaf"] in held]
    free = Counter(effective)
    free.subtract(person["place"] for person in chosen)
    kinds = {place: Counter() for place in asked}
    for person in people:
        if person["leaf"] not in held:
            kinds[person["place"]][person["gender"], person["disability"]] += 1

    # 3. and 4. All sums that are possible decide about the shares.
    women, men, disabled = count_chosen(chosen)
    possible = {
        (women + more_women, men + more_men): disabled + more_disabled
        for (more_women, more_men), more_disabled in ways_of_unit(free, kinds).items()
    }
    cap = asked_cap = n
    if "gender" in rule and n >= rule["gender"]["from"]:
        part, whole = rule["gender"]["maxShare"]
        cap = asked_cap = n * part // whole
    cap = max(cap, min(max(sums) for sums in possible))
    if cap > asked_cap:
        shortfalls.append({"rule": "gender", "asked": asked_cap, "kept": cap})
    asked_least = 0
    if "disability" in rule and n >= rule["disability"]["from"]:
        part, whole = rule["disability"]["minShare"]
        asked_least = -(-n * part // whole)
    least = min(asked_least, max(most for sums, most in possible.items() if max(sums) <= cap))
    if least < asked_least:
        shortfalls.append({"rule": "disability", "asked": asked_least, "kept": least})

    def can_complete():
        women, men, disabled = count_chosen(chosen)
        return any(
            women + more_women <= cap and men + more_men <= cap and disabled + more_disabled >= least
            for (more_women, more_men), more_disabled in ways_of_unit(free, kinds).items()
        )

    # 5. and 6. Down the list: take each person, unless the others could not complete it.
    reasons = {}
    closings = []
    refused = set()
    for person in people:
        place, kind = person["place"], (person["gender"], person["disability"])
        if person["leaf"] in held:
            reasons[person["leaf"]] = None
            continue
        kinds[place][kind] -= 1
        if free[place] == 0:
            reasons[person["leaf"]] = "full"
            continue
        chosen.append(person)
        free[place] -= 1
        if can_complete():
            reasons[person["leaf"]] = None
            continue
        chosen.pop()
        free[place] += 1
        reasons[person["leaf"]] = "rule"
        if (place, kind) not in refused:
            refused.add((place, kind))
            closing = {"place": place, "gender": kind[0], "disability": kind[1], "rank": person["rank"]}
            closings.append(closing)

    # 7. Reserve.
    reserve = {place: -(-seats * rule["reservePercent"] // 100) for place, seats in asked.items()}
    lines = []
    for person in people:
        reason = reasons[person["leaf"]]
        result = "taken"
        if reason is not None:
            result = "reserve" if reserve[person["place"]] > 0 else "not_taken"
            reserve[person["place"]] -= 1
        line = {name: person[name] for name in ("leaf", "lot", "place", "points", "rank")}
        lines.append({**line, "result": result, "reason": reason})
    return {
        "unit": unit,
        "seats": sum(asked.values()),
        "filled": n,
        "shortfalls": shortfalls,
        "closings": closings,
        "lines": lines,
    }


def result_digest(pack):
    units = sorted({line["unit"] for line in pack["rule"]["seats"]}, key=code_units)
    result = {"format": "selection-result/1", "units": [select_unit(pack, unit) for unit in units]}
    text = json.dumps(result, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        print(result_digest(json.load(file)))
