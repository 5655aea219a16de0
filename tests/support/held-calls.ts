/** Stands for `after` in a later call that a part of the page makes as soon as the page shows it. */
export const SHOWN = 'the page is shown'

/** A call that can only start after another call: the call, the one before, and the reason. */
export type LaterCall = [call: string, after: string, reason: string]

/**
 * Records calls by their keys, such as `GET /api/site/`. It holds their answers until a test releases them.
 */
export function holdCalls() {
  let calls: string[] = []
  let waiting: { key: string; go: () => void }[] = []
  let isHolding = false
  /** Lets the answers that wait now come: those of one call, or all. Returns how many. */
  const release = (after: string) => {
    const released = waiting.filter(({ key }) => after === SHOWN || key === after)
    waiting = waiting.filter((call) => !released.includes(call))
    for (const { go } of released) go()
    return released.length
  }
  return {
    release,
    sorted: () => calls.toSorted(),
    /** Records a call. It ends when the answer of the call may come. */
    async wait(key: string) {
      calls.push(key)
      if (isHolding) await new Promise<void>((go) => waiting.push({ key, go }))
    },
    hold() {
      calls = []
      isHolding = true
    },
    /** Lets all answers come, also those of calls that start from now on. */
    letGo() {
      isHolding = false
      release(SHOWN)
    },
  }
}
type HeldCalls = ReturnType<typeof holdCalls>

/** Checks that exactly these calls have started. `when` says what has happened before. */
type Check = (calls: string[], when: string) => Promise<void>

/**
 * Checks the order of held calls. `first` must start although no answer comes. Then the answers come, call
 * after call: each may start only those calls of `later` that name it. At last, all answers come.
 */
export async function checkOrder(held: HeldCalls, first: string[], later: LaterCall[], check: Check) {
  let calls = first.toSorted()
  await check(calls, 'before any answer')
  for (const after of new Set(later.map(([, before]) => before))) {
    if (held.release(after) === 0) throw new Error(`no call waits for an answer: ${after}`)
    calls = [...calls, ...later.filter(([, before]) => before === after).map(([call]) => call)].toSorted()
    await check(calls, `after ${after}`)
  }
  held.letGo()
  return calls
}
