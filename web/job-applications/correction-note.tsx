import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { plainDate } from '#contract/dates.ts'
import { CORRECTION_WORDS } from '#contract/job-applications/correction.ts'
import { translate } from '../language/translate.ts'
import type { Correction } from './form-context.ts'
import { loadWhatChanged } from './load-what-changed.ts'

/** At each step: the form changes what was sent, and what that means until it is sent again (W15). */
export function CorrectionNote({ correction: { sent } }: { correction: Correction }) {
  // Before the review, so that it is there without a network too.
  useEffect(() => void loadWhatChanged().catch(() => {}), [])
  const day = sent.submitted_at && translate(plainDate(new Date(sent.submitted_at)))
  return (
    <p className="callout is-amber mt4 mb4">
      <b>
        <Trans>You are correcting what you sent on {day}.</Trans>
      </b>{' '}
      {translate(CORRECTION_WORDS.counts)}
    </p>
  )
}
