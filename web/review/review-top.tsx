import { JobTabs } from '../staff-ui/job-tabs.tsx'
import { BlindBanner } from './blind-banner.tsx'
import { forgetCases } from './case-cache.ts'
import { HeadPlaceholder, ReviewHead } from './review-head.tsx'
import { ReviewTools } from './review-tools.tsx'
import type { ReviewState } from './use-review.ts'

/** The part above the table: the job, its other pages, the filters, and whether identities are hidden. */
export function ReviewTop({ review }: { review: ReviewState }) {
  const { jobId, address, go, head, rowsPage, cases, columns, onViews, reload } = review
  // Both the head and the rows say whether identities are hidden. Until one of them is loaded, they count as
  // hidden.
  const access = rowsPage ?? head
  return (
    <>
      {head ? (
        <ReviewHead head={head} firstReads={cases.firstReads} address={address} />
      ) : (
        <HeadPlaceholder jobId={jobId} />
      )}
      <JobTabs jobId={jobId} currentTab="applications" />
      <ReviewTools
        {...{ jobId, head, address, go, onViews }}
        blind={access?.blind ?? true}
        columns={columns.chosen}
        onColumns={columns.choose}
      />
      {access && (
        <BlindBanner
          jobId={jobId}
          blind={access.blind}
          liftedUntil={access.lifted_until}
          ownRequest={head?.lift_waits ?? null}
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
