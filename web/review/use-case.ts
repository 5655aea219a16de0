import { useEffect, useRef, useState } from 'react'
import type { ReviewRow } from '#contract/review/review-row.ts'
import type { Loaded } from '../loaded.ts'
import type { Case } from './case-cache.ts'

export type { Case }
/**
 * An application that was opened: as it was loaded, and with later changes. `overviewPromise` is what the
 * overview's loader returned last at that time. If it has returned another promise since, the counts of the
 * overview are newer than this application.
 */
type KnownCase = { current: Case; asLoaded: Case; overviewPromise: unknown }
export type Opened = { openId: number | undefined; application: Promise<Loaded<Case>> | undefined }
export type Cases = {
  application: Case | undefined
  error: unknown
  /** The row of the table, updated with who has read the application since the table was loaded. */
  withChanges: (row: ReviewRow) => ReviewRow
  /**
   * How many applications this officer has first opened since the overview was loaded. `anyone` counts those
   * that no one had opened before.
   */
  firstReads: { me: number; anyone: number }
  change: (id: number, changes: Partial<Case>) => void
}

/** The open application, and the changes of all that were opened on this page. */
export function useCase(openId: number | undefined, opened: Opened, overviewPromise: unknown): Cases {
  const [known, setKnown] = useState<ReadonlyMap<number, KnownCase>>(new Map())
  const [failed, setFailed] = useState<{ opened: Opened; error: unknown }>()
  const latestOverview = useRef(overviewPromise)
  useEffect(() => {
    latestOverview.current = overviewPromise
  }, [overviewPromise])
  useEffect(() => {
    void opened.application?.then(({ data, error }) => {
      if (!data) return setFailed({ opened, error })
      // If the cache has given the same object again, the application keeps its later changes.
      setKnown((before) =>
        before.get(data.id)?.asLoaded === data
          ? before
          : new Map(before).set(data.id, {
              current: data,
              asLoaded: data,
              overviewPromise: latestOverview.current,
            }),
      )
    })
  }, [opened])
  const application = openId === undefined ? undefined : known.get(openId)?.current
  // The opened applications that the counts above the table do not include yet.
  const firstReadCases = [...known.values()]
    .filter((entry) => entry.overviewPromise === overviewPromise && entry.asLoaded.first_read)
    .map(({ asLoaded }) => asLoaded)
  return {
    application,
    // An error is shown only if it is about the application that is open now.
    error: failed?.opened === opened && opened.openId === openId && !application ? failed.error : undefined,
    withChanges: (row) => {
      const current = known.get(row.id)?.current
      return current ? { ...row, read_by_me: current.read_by_me, readers: current.readers } : row
    },
    // If an application has one reader, that reader is this officer.
    firstReads: {
      me: firstReadCases.length,
      anyone: firstReadCases.filter(({ readers }) => readers === 1).length,
    },
    change: (id, changes) =>
      setKnown((before) => {
        const entry = before.get(id)
        return entry
          ? new Map(before).set(id, { ...entry, current: { ...entry.current, ...changes } })
          : before
      }),
  }
}
