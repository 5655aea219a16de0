"""A second implementation of docs/spec/selection.md, written from the definition alone.

    python3 second.py PACK.json ...    prints the SHA-256 of the result of each pack

It keeps a plan: how many people of each kind will fill the free seats of each place, so that all shares are
kept. Someone whom the plan has is taken. For anyone else it looks for another plan that has them: by one or
two exchanges, and else by a flow of least cost from scratch. If there is none, the person is refused.
"""

import hashlib
import hmac
import json
import sys
from collections import Counter
from itertools import groupby

GENDERS = ("female", "male", "other")
WOMEN, MEN = 0, 1
# A kind is twice the gender, and 1 more for a disability.
KINDS = range(6)
NO_LIMIT = 1 << 60


def code_units(name):
    """The key by which names are sorted: their UTF-16 code units, in whose order JavaScript sorts texts."""
    return name.encode("utf-16-be")


def text_of(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def person_or(value):
    """People become short tuples as they are read: 1,250,000 objects would not fit into the memory."""
    if "leaf" not in value:
        return value
    kind = 2 * GENDERS.index(value["gender"]) + value["disability"]
    where = (sys.intern(value["unit"]), sys.intern(value["place"]))
    return (where, value["points"], kind, bytes.fromhex(value["leaf"]))


class Flow:
    """A flow of least cost: the cheapest path is filled until there is none."""

    def __init__(self, nodes):
        self.edges = []  # [to, capacity left, cost]; the reverse of an edge is beside it
        self.of_node = [[] for _ in range(nodes)]

    def add(self, start, end, capacity, cost=0):
        self.of_node[start].append(len(self.edges))
        self.edges.append([end, capacity, cost])
        self.of_node[end].append(len(self.edges))
        self.edges.append([start, 0, -cost])
        return len(self.edges) - 1

    def fill(self, source, sink):
        """Fills the cheapest path again and again, until none has room. Returns the amount that flows."""
        total = 0
        while True:
            cost, via = {source: 0}, {}
            queue = [source]
            for node in queue:
                for index in self.of_node[node]:
                    end, capacity, price = self.edges[index]
                    if capacity > 0 and cost[node] + price < cost.get(end, NO_LIMIT):
                        cost[end], via[end] = cost[node] + price, index
                        queue.append(end)
            if sink not in cost:
                return total
            path, node = [], sink
            while node != source:
                path.append(via[node])
                node = self.edges[via[node] ^ 1][0]
            amount = min(self.edges[index][1] for index in path)
            for index in path:
                self.edges[index][1] -= amount
                self.edges[index ^ 1][1] += amount
            total += amount


def best_plan(free, left, women, men):
    """{place: people of each kind} that fill all free seats within the caps, with the most disabilities."""
    if women < 0 or men < 0:
        return None
    places = list(free)
    flow = Flow(5 + len(places))
    for gender, capacity in enumerate((women, men, NO_LIMIT)):
        flow.add(2 + gender, 1, capacity)
    used = {}
    for node, place in enumerate(places, 5):
        flow.add(0, node, free[place])
        used[place] = [flow.add(node, 2 + kind // 2, left[place][kind], -(kind % 2)) for kind in KINDS]
    if flow.fill(0, 1) < sum(free.values()):
        return None
    return {place: [flow.edges[edge][1] for edge in edges] for place, edges in used.items()}


def least_from(start, holds):
    """The least whole number from start on for which it holds; it holds for all larger ones."""
    if holds(start):
        return start
    step = 1
    while not holds(start + step):
        step *= 2
    low, high = start + step // 2, start + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


class Walk:
    """Down the list of merit, with a plan for the seats that are free."""

    def __init__(self, free, left, held, cap, least):
        self.free, self.left = free, left
        # How many women and men may still be chosen, and how many disabilities must.
        self.room = [cap - sum(kind // 2 == gender for kind in held) for gender in (WOMEN, MEN)] + [NO_LIMIT]
        self.need = least - sum(kind % 2 for kind in held)
        self.use(best_plan(free, left, *self.room[:2]))

    def use(self, plan):
        """Takes a plan over. spare: the room below the caps. extra: disabilities beyond the least."""
        self.plan = plan
        sums = [sum(kinds[kind] for kinds in plan.values()) for kind in KINDS]
        self.spare = [self.room[gender] - sums[2 * gender] - sums[2 * gender + 1] for gender in range(3)]
        self.extra = sum(sums[1::2]) - self.need

    def fits(self, swaps):
        """Whether all shares are kept when the plan has each new kind in place of the old one."""
        spare, extra = list(self.spare), self.extra
        for old, new in swaps:
            spare[old // 2] += 1
            spare[new // 2] -= 1
            extra += new % 2 - old % 2
        return min(spare) >= 0 and extra >= 0

    def exchange(self, place, kind):
        """Puts one of the kind into the plan, by one exchange or two; False if these do not do it."""
        own = self.plan[place]
        for old in KINDS:
            if own[old] and self.fits([(old, kind)]):
                return self.swap([(place, old, kind)])
        for old in KINDS:
            if not own[old]:
                continue
            for other, planned in self.plan.items():
                for first in KINDS:
                    if planned[first] - (other == place and first == old) <= 0:
                        continue
                    for second in KINDS:
                        taken = planned[second] + (other == place and second == kind)
                        if taken < self.left[other][second] and self.fits([(old, kind), (first, second)]):
                            return self.swap([(place, old, kind), (other, first, second)])
        return False

    def swap(self, swaps):
        """Puts each new kind into the plan, at its place, instead of the old one."""
        for place, old, new in swaps:
            self.plan[place][old] -= 1
            self.plan[place][new] += 1
            self.spare[old // 2] += 1
            self.spare[new // 2] -= 1
            self.extra += new % 2 - old % 2
        return True

    def other_plan(self, place, kind):
        """A plan from scratch with one of the kind in the place; None if there is none."""
        free = {**self.free, place: self.free[place] - 1}
        left = {**self.left, place: [count - (index == kind) for index, count in enumerate(self.left[place])]}
        room = [self.room[gender] - (kind // 2 == gender) for gender in (WOMEN, MEN)]
        plan = best_plan(free, left, *room)
        if plan is None or sum(sum(kinds[1::2]) for kinds in plan.values()) + kind % 2 < self.need:
            return None
        plan[place][kind] += 1
        return plan

    def take(self, place, kind):
        """True if the person is taken; False if the shares could then not be kept."""
        if not self.plan[place][kind] and not self.exchange(place, kind):
            plan = self.other_plan(place, kind)
            if plan is None:
                return False
            self.use(plan)
        self.plan[place][kind] -= 1
        self.free[place] -= 1
        self.room[kind // 2] -= 1
        self.need -= kind % 2
        return True


def select_unit(unit, people, rule, held):
    """The text of one unit of the result, in pieces. People are in order: where, points, kind, leaf, lot."""
    asked = {line["place"]: line["seats"] for line in rule["seats"] if line["unit"] == unit}
    shortfalls = []

    # 2. Effective seats.
    in_pool = Counter(where[1] for where, *_ in people)
    effective = {place: min(asked[place], in_pool[place]) for place in sorted(asked, key=code_units)}
    for place, seats in effective.items():
        if seats < asked[place]:
            shortfalls.append({"rule": "seats", "place": place, "asked": asked[place], "kept": seats})
    n = sum(effective.values())

    # 8. Seats of held people count as filled from the start.
    free, left, held_kinds = dict(effective), {place: [0] * 6 for place in asked}, []
    for (_, place), _, kind, leaf, _ in people:
        if leaf in held:
            free[place] -= 1
            held_kinds.append(kind)
        else:
            left[place][kind] += 1

    # 3. and 4. The shares that can be kept.
    def plan_within(cap):
        return best_plan(free, left, *(cap - sum(kind // 2 == sex for kind in held_kinds) for sex in (WOMEN, MEN)))

    asked_cap, asked_least = n, 0
    if "gender" in rule and n >= rule["gender"]["from"]:
        part, whole = rule["gender"]["maxShare"]
        asked_cap = n * part // whole
    cap = least_from(asked_cap, lambda number: plan_within(number) is not None)
    if cap > asked_cap:
        shortfalls.append({"rule": "gender", "asked": asked_cap, "kept": cap})
    if "disability" in rule and n >= rule["disability"]["from"]:
        part, whole = rule["disability"]["minShare"]
        asked_least = -(-n * part // whole)
    most = sum(sum(kinds[1::2]) for kinds in plan_within(cap).values()) + sum(kind % 2 for kind in held_kinds)
    least = min(asked_least, most)
    if least < asked_least:
        shortfalls.append({"rule": "disability", "asked": asked_least, "kept": least})

    # 5. to 7. Down the list.
    walk = Walk(free, left, held_kinds, cap, least)
    reserve = {place: -(-seats * rule["reservePercent"] // 100) for place, seats in asked.items()}
    names = {place: text_of(place) for place in asked}
    closings, refused, lines = [], set(), []
    for rank, ((_, place), points, kind, leaf, lot) in enumerate(people, 1):
        reason = None
        if leaf not in held:
            if free[place] == 0:
                reason = "full"
            elif (place, kind) in refused or not walk.take(place, kind):
                reason = "rule"
                if (place, kind) not in refused:
                    refused.add((place, kind))
                    closing = {"place": place, "gender": GENDERS[kind // 2], "disability": kind % 2 == 1}
                    closings.append({**closing, "rank": rank})
            left[place][kind] -= 1
        result = "taken"
        if reason:
            result = "reserve" if reserve[place] > 0 else "not_taken"
            reserve[place] -= 1
        lines.append(
            f'{{"leaf":"{leaf.hex()}","lot":"{lot.hex()}","place":{names[place]},"points":{points},'
            f'"rank":{rank},"reason":{text_of(reason)},"result":"{result}"}}'
        )
    yield f'{{"closings":{text_of(closings)},"filled":{n},"lines":[' + ",".join(lines)
    yield f'],"seats":{sum(asked.values())},"shortfalls":{text_of(shortfalls)},"unit":{text_of(unit)}}}'


def result_digest(pack):
    rule, seed = pack["rule"], bytes.fromhex(pack["seed"])
    held = {bytes.fromhex(leaf) for leaf in pack.get("held", [])}
    gone = {bytes.fromhex(leaf) for leaf in pack.get("gone", [])}
    pool = pack.pop("pool")
    pool.sort(key=lambda person: person[0][0])
    people = {unit: list(members) for unit, members in groupby(pool, key=lambda person: person[0][0])}
    pool.clear()
    digest = hashlib.sha256(b'{"format":"selection-result/1","units":[')
    units = sorted({line["unit"] for line in rule["seats"]}, key=code_units)
    for index, unit in enumerate(units):
        # 1. Order within a unit.
        ranked = [
            (*person, hmac.digest(seed, person[3], "sha256"))
            for person in people.pop(unit, [])
            if person[3] not in gone
        ]
        ranked.sort(key=lambda person: (-person[1], person[4], person[3]))
        digest.update(b"," if index else b"")
        for piece in select_unit(unit, ranked, rule, held):
            digest.update(piece.encode())
    digest.update(b"]}")
    return digest.hexdigest()


for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        print(result_digest(json.load(file, object_hook=person_or)))
