/**
 * A member of a roster. `rosterIndex` is the member's place in the list; only the roster reads and writes it.
 */
export type Member = { rosterIndex?: number | undefined }

/**
 * A set of members, in no order, for members that come and go often. A JavaScript Set would keep removed
 * members in memory until a full garbage collection.
 */
export function roster<Item extends Member>() {
  const members: Item[] = []
  return {
    size: () => members.length,
    /** Returns a copy of the members, because a member may leave while a caller reads the list. */
    all: (): Item[] => [...members],
    add(member: Item) {
      member.rosterIndex = members.length
      members.push(member)
    },
    /** Removes a member from the roster. Returns false when `member` is not in it. */
    remove(member: Item): boolean {
      const { rosterIndex } = member
      if (rosterIndex === undefined) return false
      const last = members.pop()
      // The last member of the list moves to the free place, so that no other member has to move.
      if (last && last !== member) {
        members[rosterIndex] = last
        last.rosterIndex = rosterIndex
      }
      member.rosterIndex = undefined
      return true
    },
  }
}
