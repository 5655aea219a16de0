import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { concurrencyLimiter } from '../http/concurrency-limiter.ts'
import type { PageKey } from './page-keys.ts'
import { refuse } from '../http/refuse.ts'

export type Page = {
  status: number
  headers: [string, string][]
  etag: string
  raw: Buffer
  br?: Buffer
  gz?: Buffer
  until: number
}

const SHELVES = { plain: 500, details: 500, rare: 100 }

// When no fresh page can be made: how long the last good one serves before the next attempt, and how long an
// attempt may delay a reader.
const AGAIN_MS = 5_000
const PATIENT_MS = 1_000

/** Makes a page. `keeps` is set when the page will be compressed and cached. */
export type Make = (url: string, keeps: PageKey['shelf'] | undefined) => Promise<Page>

/**
 * Finished pages by their keys. A concurrency limiter guards the making of pages. Pages that will be used
 * again have a limiter of their own, so they never wait behind thousands of made-up addresses. For many
 * callers at once a page is made once. Only good pages are cached;
 * while the database is away or slow the last good one serves (R5).
 */
export function pageCache(make: Make) {
  // The last good pages.
  const shelves = {
    plain: new LRUCache<string, Page>({ max: SHELVES.plain }),
    details: new LRUCache<string, Page>({ max: SHELVES.details }),
    rare: new LRUCache<string, Page>({ max: SHELVES.rare }),
  }
  const inMaking = new Map<string, Promise<Page>>()
  const lasting = concurrencyLimiter({ slots: 2, queue: 64, waitMs: 3_000 })
  const passing = concurrencyLimiter({ slots: 3, queue: 64, waitMs: 3_000 })
  let [edition, drops] = [0, 0]

  const admitted = async (
    url: string,
    keeps: PageKey['shelf'] | undefined,
    limiter: typeof passing,
    onLeave?: (leave: () => void) => void,
  ) => {
    let leave = () => {}
    const entered = await limiter.enter((left) => {
      leave = left
      onLeave?.(left)
    })
    if (!entered) throw refuse('busy')
    return make(url, keeps).finally(leave)
  }

  const remake = async ({ key, shelf: name }: PageKey, good: Page | undefined): Promise<Page> => {
    const [editionBefore, dropped] = [edition, drops]
    const lastGood = () => {
      if (good) good.until = performance.now() + AGAIN_MS
      return good
    }
    // Only making it shows whether one of many similar pages exists.
    const limiter = name === 'plain' || (name === 'details' && good) ? lasting : passing
    const page = await admitted(key, name, limiter).catch((error: unknown) => {
      const last = lastGood()
      if (!last) throw error
      return last
    })
    if (page === good) return page
    if (page.status >= 500) return lastGood() ?? page
    // A page started before a job changed must not outlive the change.
    if (page.status !== 200) shelves[name].delete(key)
    else if (dropped === drops)
      shelves[name].set(key, editionBefore === edition ? page : { ...page, until: 0 })
    return page
  }

  return {
    async get(pageKey: PageKey): Promise<Page> {
      const good = shelves[pageKey.shelf].get(pageKey.key)
      if (good && good.until > performance.now()) return good
      let making = inMaking.get(pageKey.key)
      if (!making) {
        making = remake(pageKey, good).finally(
          () => inMaking.get(pageKey.key) === making && inMaking.delete(pageKey.key),
        )
        inMaking.set(pageKey.key, making)
      }
      return good ? Promise.race([making, wait(PATIENT_MS, good, { ref: false })]) : making
    },
    /** Makes a page for one caller, without caching; its slot is free as soon as the caller disconnects. */
    once: (url: string, onLeave: (leave: () => void) => void) => admitted(url, undefined, passing, onLeave),
    edition: () => edition,
    drop() {
      edition++
      drops++
      inMaking.clear()
      for (const shelf of Object.values(shelves)) shelf.clear()
    },
    /** Each page is made again, and the old one still serves when that fails. */
    age() {
      edition++
      inMaking.clear()
      for (const shelf of Object.values(shelves)) shelf.forEach((page) => (page.until = 0))
    },
  }
}
