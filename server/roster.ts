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
    add(one: One) {
      one.place = here.length
      here.push(one)
    },
    /** False when `one` is not a member. */
    remove(one: One): boolean {
      const { place } = one
      if (place === undefined) return false
      const last = here.pop()
      if (last && last !== one) {
        here[place] = last
        last.place = place
      }
      one.place = undefined
      return true
    },
  }
}
