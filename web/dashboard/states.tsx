import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PAUSED_WORDS } from '#contract/last-hour/brownout.ts'
import { BUSY_PAGE_WORDS } from '#contract/last-hour/busy-words.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { isCallFailed } from '../call.ts'
import { paths } from '../paths.ts'
import { busyFor } from '../use-answer.ts'

/** Placeholder lines for content that is loading. */
export const Waiting = ({ what, lines = 3 }: { what: string; lines?: number }) => (
  <div role="status">
    <span className="vh">Loading {what}</span>
    {Array.from({ length: lines }, (_, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- all lines are alike
      <div className="ghost" key={index} />
    ))}
  </div>
)

type FailedProps = {
  sentence: string
  answer: { error: unknown; again: () => void }
  /** Shown instead of `sentence` when the portal is busy. */
  busy?: string
  children?: ReactNode
}

/**
 * What failed to load, in the words of S2 §8, and how to try again. Without a network, or when the portal is
 * busy, it is retried automatically.
 */
export function Failed({ sentence, answer, busy, children }: FailedProps) {
  const seconds = busyFor(answer.error)
  return (
    <div
      className={seconds === undefined ? 'callout is-red' : 'callout'}
      role={seconds === undefined ? 'alert' : 'status'}
    >
      <p>{seconds === undefined ? sentence : (busy ?? PAUSED_WORDS.read)}</p>
      {seconds !== undefined && busy && <p className="mt2">{BUSY_PAGE_WORDS.again(seconds)}</p>}
      {seconds !== undefined && children}
      {isCallFailed(answer.error) && answer.error.status === 0 && (
        <p className="small mt1">
          No reply from the server. You may be offline. This page tries again when you are back online.
        </p>
      )}
      <p>
        <button className="link" type="button" onClick={answer.again}>
          Try again
        </button>
      </p>
    </div>
  )
}

/** Ways into a draft that need no list, for when a busy portal cannot list applications. */
export const WaysIn = ({ drafts }: { drafts: { job: number; title: string }[] }) => (
  <>
    {drafts.length > 0 && (
      <>
        <p className="mt4">{BUSY_PAGE_WORDS.onDevice}</p>
        <ul className="mt2">
          {drafts.map(({ job, title }) => (
            <li key={job}>
              <Link className="tap any" to={paths.apply(job)}>
                {JOB_WORDS.continue}: {title}
              </Link>
            </li>
          ))}
        </ul>
      </>
    )}
    <p className="mt4">
      {BUSY_PAGE_WORDS.fromJob}{' '}
      <Link className="tap" to={paths.jobs}>
        Browse Jobs
      </Link>
    </p>
  </>
)
