/** `rosterIndex` is the place of a member in the list. Only the roster reads and writes it. */
export type Member = { rosterIndex?: number | undefined }

/**
 * A set of members, in no order, where many come and go. Not a Set: its old tables, which it outgrew, keep
 * members that left in memory until a full garbage collection.
 */
export function roster<Item extends Member>() {
  const members: Item[] = []
  return {
    size: () => members.length,
    /** A copy: a member may leave while it is looked at. */
    all: (): Item[] => [...members],
    add(member: Item) {
      member.rosterIndex = members.length
      members.push(member)
    },
    /** False when `member` is not a member. */
    remove(member: Item): boolean {
      const { rosterIndex } = member
      if (rosterIndex === undefined) return false
      const last = members.pop()
      // The last member moves to the free place, so that no other has to.
      if (last && last !== member) {
        members[rosterIndex] = last
        last.rosterIndex = rosterIndex
      }
      member.rosterIndex = undefined
      return true
    },
  }
}
