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
  /** When it must be made again, on the monotonic clock. */
  until: number
}

type Shelf = PageKey['shelf']
/** How many pages each shelf holds. */
const SHELF_SIZES: Record<Shelf, number> = { plain: 500, details: 500, rare: 100 }

/** When no fresh page can be made, the last good one serves for this long before the next attempt. */
const RETRY_MS = 5_000
/** An attempt may delay a reader for this long, when there is a last good page. */
const MAX_DELAY_MS = 1_000
/** How many callers may wait for a page to be made, and for how long. */
const MAKING_QUEUE = { queue: 64, waitMs: 3_000 }

/** Makes a page. `shelf` is set when the page will be compressed and cached. */
export type Make = (url: string, shelf: Shelf | undefined) => Promise<Page>

/**
 * Limits how many pages are made at once. Pages that will be used again have a limiter of their own, so they
 * never wait behind thousands of invented addresses.
 */
function limitMaking(make: Make) {
  const reused = concurrencyLimiter({ slots: 2, ...MAKING_QUEUE })
  const usedOnce = concurrencyLimiter({ slots: 3, ...MAKING_QUEUE })
  return async (
    url: string,
    shelf: Shelf | undefined,
    { isReused, keepRelease }: { isReused: boolean; keepRelease?: (release: () => void) => void },
  ): Promise<Page> => {
    let releaseSlot = () => {}
    const isAdmitted = await (isReused ? reused : usedOnce).enter((release) => {
      releaseSlot = release
      keepRelease?.(release)
    })
    if (!isAdmitted) throw refuse('busy')
    return make(url, shelf).finally(releaseSlot)
  }
}

/**
 * The last good pages. `edition` counts the changes of jobs, `drops` those after which no old page may serve.
 * By both, a page that is being made knows whether it is already out of date.
 */
function createShelves() {
  const shelves = {
    plain: new LRUCache<string, Page>({ max: SHELF_SIZES.plain }),
    details: new LRUCache<string, Page>({ max: SHELF_SIZES.details }),
    rare: new LRUCache<string, Page>({ max: SHELF_SIZES.rare }),
  }
  let edition = 0
  let drops = 0
  return {
    find: ({ shelf, key }: PageKey) => shelves[shelf].get(key),
    delete: ({ shelf, key }: PageKey) => shelves[shelf].delete(key),
    edition: () => edition,
    /** Returns a function that stores a page whose making starts now. */
    startPage({ shelf, key }: PageKey) {
      const [editionBefore, dropsBefore] = [edition, drops]
      return (page: Page) => {
        // A page started before a job changed must not outlive the change.
        if (dropsBefore === drops)
          shelves[shelf].set(key, editionBefore === edition ? page : { ...page, until: 0 })
      }
    },
    drop() {
      edition++
      drops++
      for (const shelf of Object.values(shelves)) shelf.clear()
    },
    age() {
      edition++
      for (const shelf of Object.values(shelves)) shelf.forEach((page) => (page.until = 0))
    },
  }
}

/**
 * Finished pages by their keys. For many callers at once a page is made once. Only good pages are cached;
 * while the database is away or slow the last good one serves (R5).
 */
export function pageCache(make: Make) {
  const shelves = createShelves()
  const makeLimited = limitMaking(make)
  const pagesInMaking = new Map<string, Promise<Page>>()

  const remake = async (pageKey: PageKey, lastGood: Page | undefined): Promise<Page> => {
    const { key, shelf } = pageKey
    const store = shelves.startPage(pageKey)
    const keepLastGood = () => {
      if (lastGood) lastGood.until = performance.now() + RETRY_MS
      return lastGood
    }
    // An address on the shelf `details`, such as a job's, may be invented. Only a page that was good before
    // is known to exist.
    const isReused = shelf === 'plain' || (shelf === 'details' && lastGood !== undefined)
    const page = await makeLimited(key, shelf, { isReused }).catch((error: unknown) => {
      const oldPage = keepLastGood()
      if (!oldPage) throw error
      return oldPage
    })
    // It could not be made again.
    if (page === lastGood) return page
    if (page.status >= 500) return keepLastGood() ?? page
    if (page.status === 200) store(page)
    else shelves.delete(pageKey)
    return page
  }

  return {
    async get(pageKey: PageKey): Promise<Page> {
      const { key } = pageKey
      const lastGood = shelves.find(pageKey)
      if (lastGood && lastGood.until > performance.now()) return lastGood
      let inMaking = pagesInMaking.get(key)
      if (!inMaking) {
        inMaking = remake(pageKey, lastGood).finally(() => {
          // After `drop` or `age`, a newer attempt may have taken its place.
          if (pagesInMaking.get(key) === inMaking) pagesInMaking.delete(key)
        })
        pagesInMaking.set(key, inMaking)
      }
      return lastGood ? Promise.race([inMaking, wait(MAX_DELAY_MS, lastGood, { ref: false })]) : inMaking
    },
    /**
     * Makes a page for one caller, without caching. `keepRelease` gets the function that releases the slot,
     * for when the caller disconnects.
     */
    makeUncached: (url: string, keepRelease: (release: () => void) => void) =>
      makeLimited(url, undefined, { isReused: false, keepRelease }),
    edition: shelves.edition,
    /** Forgets every page: none that was made, or started, before may serve any more. */
    drop() {
      pagesInMaking.clear()
      shelves.drop()
    },
    /** Makes each page again at its next request; the old one still serves when that fails. */
    age() {
      pagesInMaking.clear()
      shelves.age()
    },
  }
}
