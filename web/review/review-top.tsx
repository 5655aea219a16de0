import { JobTabs } from '../staff-ui/job-tabs.tsx'
import { BlindBanner } from './blind-banner.tsx'
import { forgetCases } from './case-cache.ts'
import { HeadToCome, ReviewHead } from './review-head.tsx'
import { ReviewTools } from './review-tools.tsx'
import type { ReviewState } from './use-review.ts'

/** Above the table: the job, its other pages, the filters, and whether identities are hidden. */
export function ReviewTop({ review }: { review: ReviewState }) {
  const { job, address, go, head, found, cases, columns, onViews, reload } = review
  const hiding = found ?? head
  return (
    <>
      {head ? <ReviewHead head={head} firsts={cases.firsts} address={address} /> : <HeadToCome job={job} />}
      <JobTabs job={job} here="applications" />
      <ReviewTools
        {...{ job, head, address, go, onViews }}
        blind={hiding?.blind ?? true}
        columns={columns.chosen}
        onColumns={columns.choose}
      />
      {hiding && (
        <BlindBanner
          job={job}
          blind={hiding.blind}
          liftedUntil={hiding.lifted_until}
          waits={head?.lift_waits ?? null}
          onChanged={() => {
            // What the officer may see has changed, so that cached applications are out of date.
            forgetCases(job)
            reload()
          }}
        />
      )}
    </>
  )
}
