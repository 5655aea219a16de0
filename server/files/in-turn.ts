/** Lets so many do a thing at once; the others wait their turn. */
export function inTurn(atOnce: number) {
  let busy = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (busy >= atOnce) await new Promise<void>((next) => waiting.push(next))
    else busy++
    try {
      return await work()
    } finally {
      // Whoever is next takes over this place.
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }
}
