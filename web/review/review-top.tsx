import type { MouseEvent } from 'react'
import { Trans } from '@lingui/react/macro'
import { BlindBanner } from './blind-banner.tsx'
import { forgetCases } from './case-cache.ts'
import { ReviewHead } from './review-head.tsx'
import { ReviewTools } from './review-tools.tsx'
import type { ReviewState } from './use-review.ts'

/** Moves the focus to the only row of the table that is in the tab order. */
const focusRows = (event: MouseEvent) => {
  event.preventDefault()
  document.querySelector<HTMLElement>('.review-open[tabindex="0"]')?.focus()
}

/** The first link of the page, before the numbers and the tabs. */
const SkipLink = ({ rowsPage }: ReviewState) =>
  rowsPage &&
  rowsPage.rows.length > 0 && (
    <a className="skip" href="#rows" onClick={focusRows}>
      <Trans>Skip to the applications</Trans>
    </a>
  )

/** The part above the table: the head of the job, the filters, and whether identities are hidden. */
export function ReviewTop({ review }: { review: ReviewState }) {
  const { jobId, address, go, overview, rowsPage, cases, columns, onViews, reload } = review
  // Both the overview and the rows say whether identities are hidden. Until one of them is loaded, identities
  // count as hidden.
  const blindState = rowsPage ?? overview
  return (
    <>
      <ReviewHead {...{ jobId, overview, address }} firstReads={cases.firstReads}>
        <SkipLink {...review} />
      </ReviewHead>
      <ReviewTools
        {...{ jobId, overview, address, go, onViews }}
        blind={blindState?.blind ?? true}
        columns={columns.chosen}
        onColumns={columns.choose}
      />
      {blindState && (
        <BlindBanner
          jobId={jobId}
          blind={blindState.blind}
          liftedUntil={blindState.lifted_until}
          ownRequest={overview?.lift_waits ?? null}
          onChanged={() => {
            // If this officer now sees more or less of the applicants, cached applications are out of date.
            forgetCases(jobId)
            reload()
          }}
        />
      )}
    </>
  )
}
