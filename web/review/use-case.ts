import { useEffect, useRef, useState } from 'react'
import type { ReviewRow } from '#contract/review/review-row.ts'
import type { Loaded } from '../loaded.ts'
import type { Case } from './case-cache.ts'

export type { Case }
/** `loaded` is the case as it arrived, `head` the head that was shown then. */
type KnownCase = { whole: Case; loaded: Case; head: unknown }
export type Opened = { open: number | undefined; whole: Promise<Loaded<Case>> | undefined }
export type Cases = {
  whole: Case | undefined
  error: unknown
  /** The row with the changes since it was opened on this page. */
  now: (row: ReviewRow) => ReviewRow
  /** How many were opened for the first time since the head was loaded: by this officer, and by anyone. */
  firsts: { me: number; anyone: number }
  change: (id: number, over: Partial<Case>) => void
}

/** The open application, and the changes of all that were opened on this page. */
export function useCase(open: number | undefined, opened: Opened, head: unknown): Cases {
  const [known, setKnown] = useState<ReadonlyMap<number, KnownCase>>(new Map())
  const [failed, setFailed] = useState<{ opened: Opened; error: unknown }>()
  const latestHead = useRef(head)
  useEffect(() => {
    latestHead.current = head
  }, [head])
  useEffect(() => {
    void opened.whole?.then(({ data, error }) => {
      if (!data) return setFailed({ opened, error })
      setKnown((before) =>
        before.get(data.id)?.loaded === data
          ? before
          : new Map(before).set(data.id, { whole: data, loaded: data, head: latestHead.current }),
      )
    })
  }, [opened])
  const whole = open === undefined ? undefined : known.get(open)?.whole
  const firsts = [...known.values()]
    .filter((entry) => entry.head === head && entry.loaded.first_read)
    .map(({ loaded }) => loaded)
  return {
    whole,
    error: failed?.opened === opened && opened.open === open && !whole ? failed.error : undefined,
    now: (row) => {
      const seen = known.get(row.id)?.whole
      return seen ? { ...row, read_by_me: seen.read_by_me, readers: seen.readers } : row
    },
    firsts: { me: firsts.length, anyone: firsts.filter(({ readers }) => readers === 1).length },
    change: (id, over) =>
      setKnown((before) => {
        const entry = before.get(id)
        return entry ? new Map(before).set(id, { ...entry, whole: { ...entry.whole, ...over } }) : before
      }),
  }
}
