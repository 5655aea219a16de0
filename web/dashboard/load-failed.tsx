import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Trans } from '@lingui/react/macro'
import { PAGE_PAUSED } from '#contract/last-hour/brownout-words.ts'
import { BUSY_PAGE_WORDS } from '#contract/last-hour/busy-words.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { NO_ANSWER } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { IS_KISWAHILI, textLanguage, translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { busyFor } from '../loaded.ts'
import type { DeviceDraftLink } from './drafts.ts'
import { useShell } from './shell.tsx'

type FailedProps = {
  sentence: string
  error: unknown
  /** If the portal is busy, this sentence is shown instead of `sentence`. */
  busySentence?: string
  children?: ReactNode
}

/**
 * Says what failed to load (S2 §8), with a button to try again. `useReload` of the shell also tries again by
 * itself when the network is back or the portal is less busy. The children are shown when the portal is busy.
 */
export function LoadFailed({ sentence, error, busySentence, children }: FailedProps) {
  const { reload } = useShell()
  const retrySeconds = busyFor(error)
  const isBusy = retrySeconds !== undefined
  return (
    <div className={isBusy ? 'callout' : 'callout is-red'} role={isBusy ? 'status' : 'alert'}>
      <p>{translate(isBusy ? (busySentence ?? PAGE_PAUSED) : sentence)}</p>
      {/* The sentence `PAGE_PAUSED` already says that the page tries again. */}
      {isBusy && busySentence && <p className="mt2">{translate(BUSY_PAGE_WORDS.again(retrySeconds))}</p>}
      {isBusy && children}
      {isCallFailed(error) && error.status === NO_ANSWER && (
        <p className="small mt1">
          <Trans>
            No reply from the server. You may be offline. This page tries again when you are back online.
          </Trans>
        </p>
      )}
      <p>
        <button className="link" type="button" onClick={reload}>
          <Trans>Try again</Trans>
        </button>
      </p>
    </div>
  )
}

/** Links to the drafts of this device, for when a busy portal cannot list the applications. */
export const DraftLinks = ({ drafts }: { drafts: DeviceDraftLink[] }) => (
  <>
    {drafts.length > 0 && (
      <>
        <p className="mt4">{translate(BUSY_PAGE_WORDS.onDevice)}</p>
        <ul className="mt2">
          {drafts.map((draft) => (
            <li key={draft.job}>
              <Link className="tap any" to={paths.apply(draft.job)}>
                {translate(JOB_WORDS.continue)}:{' '}
                {IS_KISWAHILI ? <bdi lang={textLanguage(draft, 'title')}>{draft.title}</bdi> : draft.title}
              </Link>
            </li>
          ))}
        </ul>
      </>
    )}
    <p className="mt4">
      {translate(BUSY_PAGE_WORDS.fromJob)}{' '}
      <Link className="tap" to={paths.jobs}>
        <Trans>Browse Jobs</Trans>
      </Link>
    </p>
  </>
)
