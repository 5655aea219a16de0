import { setTimeout as wait } from 'node:timers/promises'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { tokenOf } from '../support/crowd.ts'

// The load in survives.test.ts: submissions and page views at fixed rates.

/**
 * Complete drafts with consecutive ids from `first`: `people` drafts for the first job, then as many for the
 * second. The people have consecutive ids from `firstPerson`.
 */
export type Drafts = { first: number; count: number; people: number; firstPerson: number }

export type LoadResult = {
  /** The receipt of each acknowledged application, by the id of its row. */
  acknowledged: Map<number, Receipt>
  reads: number
  /** How often a page view got no 200, by the status or error that came instead. */
  failedReads: Record<string, number>
  /**
   * How often a submission was not acknowledged at its first try, by the status or error that came instead.
   */
  failedTries: Record<string, number>
  /** Submissions that the portal refused for good. */
  refused: string[]
  /** The longest time without any acknowledged submission. */
  longestGapMs: number
}

const PAGES = ['/', '/jobs', '/status', '/about', '/healthz']
/** The application form repeats a submission after some seconds, until it is acknowledged. */
const TRY_AGAIN_MS = { least: 2_000, spread: 3_000 }
const TIMEOUT_MS = 10_000
/** The statuses after which the same submission may succeed later. */
const MAY_PASS = [429, 500, 502, 503, 504]

/**
 * Sends submissions and page views at fixed rates, whether the portal answers or not, because people do not
 * wait for each other. `stop` ends new calls, and waits until each submission is acknowledged.
 */
export function startLoad(
  url: string,
  drafts: Drafts,
  // `from`: the first draft to submit. `submissions` and `reads`: the calls in a second.
  { from, submissions, reads }: { from: number; submissions: number; reads: number },
) {
  const result: LoadResult = {
    acknowledged: new Map(),
    reads: 0,
    failedReads: {},
    failedTries: {},
    refused: [],
    longestGapMs: 0,
  }
  const underWay = new Set<Promise<void>>()
  let isGoing = true
  let taken = from
  let lastAcknowledgedMs = performance.now()
  const count = (counts: Record<string, number>, what: string) => (counts[what] = (counts[what] ?? 0) + 1)
  /** Stores a call until it ends, so that `stop` can wait for it. */
  const follow = (work: Promise<void>) => {
    const followed = work.finally(() => underWay.delete(followed))
    underWay.add(followed)
  }

  async function submit(index: number): Promise<void> {
    const [id, person] = [drafts.first + index, drafts.firstPerson + (index % drafts.people)]
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`${url}/api/job-applications/update/${id}/`, {
        method: 'PUT',
        body: '{}',
        headers: {
          authorization: `Token ${tokenOf(person)}`,
          'content-type': 'application/json',
          'idempotency-key': `cluster-${id}`,
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch((error: Error) => ({ status: 0, text: error.name }))
      if (answer.status === 200) {
        const now = performance.now()
        result.longestGapMs = Math.max(result.longestGapMs, now - lastAcknowledgedMs)
        lastAcknowledgedMs = now
        result.acknowledged.set(id, (JSON.parse(answer.text) as { receipt: Receipt }).receipt)
        return
      }
      if (tries === 0) count(result.failedTries, String(answer.status || answer.text))
      if (answer.status !== 0 && !MAY_PASS.includes(answer.status)) {
        result.refused.push(`${id}: ${answer.status} ${answer.text.slice(0, 200)}`)
        return
      }
      await wait(TRY_AGAIN_MS.least + Math.random() * TRY_AGAIN_MS.spread)
    }
  }

  async function read(index: number): Promise<void> {
    result.reads++
    const path = PAGES[index % PAGES.length] ?? '/'
    const what = await fetch(url + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then(async (response) => {
        await response.arrayBuffer()
        return response.status === 200 ? '' : String(response.status)
      })
      .catch((error: Error) => error.name)
    if (what) count(result.failedReads, what)
  }

  /** Calls `start` at this rate each second. After a late timer, it makes up for missed calls at once. */
  async function atRate(perSecond: number, start: (index: number) => void) {
    const began = performance.now()
    for (let done = 0; isGoing; ) {
      const due = ((performance.now() - began) / 1_000) * perSecond
      for (; done < due; done++) start(done)
      await wait(10)
    }
  }
  const rates = [
    atRate(submissions, () => taken < drafts.count && follow(submit(taken++))),
    atRate(reads, (index) => follow(read(index))),
  ]
  return {
    result,
    /** The next draft that no call has submitted yet. */
    taken: () => taken,
    async stop(): Promise<LoadResult> {
      isGoing = false
      await Promise.all(rates)
      await Promise.all(underWay)
      return result
    },
  }
}
