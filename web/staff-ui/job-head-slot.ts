import { createContext } from 'react'
import type { JobHeadFacts } from './known-job.ts'

/** What the head of a job's page shows. */
export type ShownHead = {
  id: number
  /** The facts of the job; undefined while they load. The links to its other pages are shown already. */
  job: JobHeadFacts | undefined
  className?: string | undefined
  /** The title while no page of the job has loaded its facts. Without it, an empty space is shown. */
  fallbackTitle?: string | undefined
  /** Words after the closing date. */
  note?: string | undefined
}

type JobHeadSlot = {
  showHead: (head: ShownHead | undefined) => void
  /** The element of the head; null until it is shown. The page's own part of the head is added to it. */
  element: HTMLElement | null
}

/** Through this, a page fills the head that the layout of a job's pages draws. */
export const JobHeadSlot = createContext<JobHeadSlot>({ showHead: () => {}, element: null })
