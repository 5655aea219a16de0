import { JobTabs } from '../staff-ui/job-tabs.tsx'
import { BlindBanner } from './blind-banner.tsx'
import { forgetCases } from './case-cache.ts'
import { HeadPlaceholder, ReviewHead } from './review-head.tsx'
import { ReviewTools } from './review-tools.tsx'
import type { ReviewState } from './use-review.ts'

/** The part above the table: the job, its other pages, the filters, and whether identities are hidden. */
export function ReviewTop({ review }: { review: ReviewState }) {
  const { jobId, address, go, overview, rowsPage, cases, columns, onViews, reload } = review
  // Both the overview and the rows say whether identities are hidden. Until one of them is loaded, identities
  // count as hidden.
  const blindState = rowsPage ?? overview
  return (
    <>
      {overview ? (
        <ReviewHead overview={overview} firstReads={cases.firstReads} address={address} />
      ) : (
        <HeadPlaceholder jobId={jobId} />
      )}
      <JobTabs jobId={jobId} currentTab="applications" />
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
