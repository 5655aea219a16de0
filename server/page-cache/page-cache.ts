import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { concurrencyLimiter } from '../http/concurrency-limiter.ts'
import type { PageKey } from './page-keys.ts'
import { refuse } from '../http/refuse.ts'

export type Page = {
  status: number
  headers: [string, string][]
  etag: string
  /** The body; `br` and `gz` are the same body compressed with brotli and gzip. */
  raw: Buffer
  br?: Buffer
  gz?: Buffer
  /** When the page must be made again, in ms of a clock that is never set back. */
  until: number
}

type Shelf = PageKey['shelf']
/** How many pages the cache stores on each shelf. */
const SHELF_SIZES: Record<Shelf, number> = { plain: 500, details: 500, rare: 100 }

/** If a new page cannot be made, the last good one is sent for this long until the next attempt. */
const RETRY_MS = 5_000
/** How long a caller waits for a new page before the last good one is sent. */
const MAX_DELAY_MS = 1_000
/** How many callers may wait to have a page made, and how long each may wait. */
const MAKING_QUEUE = { queue: 64, waitMs: 3_000 }

/**
 * Makes a page. A page for a shelf is compressed in both encodings. Any other is for one caller, so it is
 * compressed only as the caller's Accept-Encoding, `accepted`, allows.
 */
export type Make = (url: string, use: { shelf: Shelf } | { accepted: string | undefined }) => Promise<Page>
/** Throws a refusal when the portal is too busy to make a page that may be used only once. */
type Admit = () => void
/** A caller who gets a page that no one else gets. */
export type OneCaller = {
  /** The caller's Accept-Encoding. */
  accepted: string | undefined
  admit: Admit
  /** Receives a function to call when the caller disconnects: then a caller who still waits gets no slot. */
  onWait: (leaveQueue: () => void) => void
}
type MakeOptions = { isReused: boolean; onWait?: (leaveQueue: () => void) => void }

/**
 * Limits how many pages are made at once. Pages that will be used again have their own limiter. So they never
 * wait behind thousands of invented addresses.
 */
function limitMaking(make: Make) {
  const reused = concurrencyLimiter({ slots: 2, ...MAKING_QUEUE })
  const usedOnce = concurrencyLimiter({ slots: 3, ...MAKING_QUEUE })
  return async (url: string, use: Parameters<Make>[1], { isReused, onWait }: MakeOptions): Promise<Page> => {
    let releaseSlot = () => {}
    const isAdmitted = await (isReused ? reused : usedOnce).enter((release, leaveQueue) => {
      releaseSlot = release
      onWait?.(leaveQueue)
    })
    if (!isAdmitted) throw refuse('busy')
    return make(url, use).finally(releaseSlot)
  }
}

/**
 * The shelves with the last good pages. `edition` counts the changes of jobs. `drops` counts the changes
 * after which no old page may be sent. Both show whether a page in the making is already out of date.
 */
function createShelves() {
  const shelves = {
    plain: new LRUCache<string, Page>({ max: SHELF_SIZES.plain }),
    details: new LRUCache<string, Page>({ max: SHELF_SIZES.details }),
    rare: new LRUCache<string, Page>({ max: SHELF_SIZES.rare }),
  }
  // The addresses of good pages on the shelf `details`. A change of jobs drops the pages, but not these.
  const foundDetails = new LRUCache<string, true>({ max: SHELF_SIZES.details })
  let edition = 0
  let drops = 0
  return {
    find: ({ shelf, key }: PageKey) => shelves[shelf].get(key),
    /** Whether many callers will use the page. An address on the shelf `details` may be invented. */
    isReused: ({ shelf, key }: PageKey) =>
      shelf === 'plain' || (shelf === 'details' && foundDetails.has(key)),
    delete({ shelf, key }: PageKey) {
      shelves[shelf].delete(key)
      foundDetails.delete(key)
    },
    edition: () => edition,
    /** Called when the making of a page starts. Returns a function that stores the page. */
    startPage({ shelf, key }: PageKey) {
      const [editionBefore, dropsBefore] = [edition, drops]
      return (page: Page) => {
        if (shelf === 'details') foundDetails.set(key, true)
        // If a job changed while the page was made, the page counts as old at once.
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
 * Caches finished pages by their keys. When many callers want one page, it is made once. Only good pages are
 * cached. While the database is away or slow, the last good page is sent (R5).
 * Long: its functions share the shelves and the pages in the making.
 */
export function pageCache(make: Make) {
  const shelves = createShelves()
  const makeLimited = limitMaking(make)
  const pagesInMaking = new Map<string, Promise<Page>>()

  const remake = async (pageKey: PageKey, lastGood: Page | undefined, isReused: boolean): Promise<Page> => {
    const { key, shelf } = pageKey
    const store = shelves.startPage(pageKey)
    // Makes the last good page current until the next attempt. Returns undefined if there is none.
    const keepLastGood = () => {
      if (lastGood) lastGood.until = performance.now() + RETRY_MS
      return lastGood
    }
    const page = await makeLimited(key, { shelf }, { isReused }).catch((error: unknown) => {
      const oldPage = keepLastGood()
      if (!oldPage) throw error
      return oldPage
    })
    // The page could not be made again, so the last good one stays.
    if (page === lastGood) return page
    if (page.status >= 500) return keepLastGood() ?? page
    if (page.status === 200) store(page)
    else shelves.delete(pageKey)
    return page
  }

  return {
    async get(pageKey: PageKey, admit: Admit): Promise<Page> {
      const { key } = pageKey
      const lastGood = shelves.find(pageKey)
      if (lastGood && lastGood.until > performance.now()) return lastGood
      // Pages that are used again are made at any load. For others each caller is admitted alone, so one who
      // is shed takes no page from those who wait for the same one.
      const isReused = shelves.isReused(pageKey)
      try {
        if (!isReused) admit()
      } catch (error) {
        if (lastGood) return lastGood
        throw error
      }
      let inMaking = pagesInMaking.get(key)
      if (!inMaking) {
        inMaking = remake(pageKey, lastGood, isReused).finally(() => {
          // After `drop` or `age`, a newer attempt to make the page may be stored under this key.
          if (pagesInMaking.get(key) === inMaking) pagesInMaking.delete(key)
        })
        pagesInMaking.set(key, inMaking)
      }
      // After `MAX_DELAY_MS` the caller gets the last good page, while the new one is still being made.
      return lastGood ? Promise.race([inMaking, wait(MAX_DELAY_MS, lastGood, { ref: false })]) : inMaking
    },
    /**
     * Makes a page for one caller and does not cache it. A page in the making cannot be stopped, so it holds
     * its slot to the end. Otherwise callers who leave could have any number of pages made at once.
     */
    async makeUncached(url: string, { accepted, admit, onWait }: OneCaller): Promise<Page> {
      admit()
      return makeLimited(url, { accepted }, { isReused: false, onWait })
    },
    edition: shelves.edition,
    /** Drops every page. Pages that were made, or started, before are not sent any more. */
    drop() {
      pagesInMaking.clear()
      shelves.drop()
    },
    /** Marks every page as old: the next request makes it again. If that fails, the old page is sent. */
    age() {
      pagesInMaking.clear()
      shelves.age()
    },
  }
}
