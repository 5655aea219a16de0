/** Its place is the roster's own business. */
export type Member = { place?: number | undefined }

/**
 * Those who are here now, in no order, where many come and go. Not a Set: V8 lets each table that a Set outgrew point at the next one, so that
 * whoever ever stood in one of them is kept until the whole heap is collected.
 */
export function roster<One extends Member>() {
  const here: One[] = []
  return {
    size: () => here.length,
    /** A copy: whoever is looked at may leave. */
    all: (): One[] => [...here],
    add(one: One) {
      one.place = here.length
      here.push(one)
    },
    /** False for one who is not here. */
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
