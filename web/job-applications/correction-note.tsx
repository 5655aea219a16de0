import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { plainDate } from '#contract/dates.ts'
import { CORRECTED_WORDS } from '#contract/job-applications/sending-words.ts'
import { translate } from '../language/translate.ts'
import type { Correction } from './form-context.ts'
import { loadWhatChanged } from './load-what-changed.ts'

/**
 * Shown on every step while a person corrects a sent application. What they sent counts until they send the
 * correction (W15).
 */
export function CorrectionNote({ correction: { sent } }: { correction: Correction }) {
  // Loads the code of the review's comparison early, because the network may be gone later.
  useEffect(() => void loadWhatChanged().catch(() => {}), [])
  const day = sent.submitted_at && translate(plainDate(new Date(sent.submitted_at)))
  return (
    <p className="callout is-amber mt4 mb4">
      <b>
        <Trans>You are correcting what you sent on {day}.</Trans>
      </b>{' '}
      {translate(CORRECTED_WORDS.counts)}
    </p>
  )
}
