/** Used by the roster alone. */
export type Member = { place?: number | undefined }

/**
 * The present members, in no order, where many come and go. Not a Set: V8 lets each table that a Set outgrew
 * point at the next one, so that everything that was ever in one of them stays in memory until a full garbage
 * collection.
 */
export function roster<One extends Member>() {
  const here: One[] = []
  return {
    size: () => here.length,
    /** A copy: a member may leave while it is looked at. */
    all: (): One[] => [...here],
    add(member: One) {
      member.place = here.length
      here.push(member)
    },
    /** False when `member` is not a member. */
    remove(member: One): boolean {
      const { place } = member
      if (place === undefined) return false
      const last = here.pop()
      if (last && last !== member) {
        here[place] = last
        last.place = place
      }
      member.place = undefined
      return true
    },
  }
}
