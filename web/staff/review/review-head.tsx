import { daysLeft, shortDeadline } from '#contract/dates.ts'
import { STAGES, STATUS_OF } from '#contract/staff-stages.ts'
import { useSite } from '../../layout/public-layout.tsx'
import { figures } from '../../ui/card.ts'
import { JobTitle } from '../../ui/job-title.tsx'
import type { Head } from './filter-groups.ts'

function sumsOf({ stages, job }: Head, now: string | undefined): [string, string][] {
  const of = (belongs: (stage: (typeof STAGES)[number]) => boolean) => STAGES.filter(belongs).reduce((sum, stage) => sum + stages[stage], 0)
  const left = now ? daysLeft(job.expiry_date, new Date(now)) : undefined
  return [
    [figures(of(() => true)), 'received'],
    [figures(stages.received), 'to read'],
    [figures(of((stage) => STATUS_OF[stage] === 'Shortlisted')), 'shortlisted'],
    ...(left === undefined
      ? []
      : [
          left < 0
            ? (['Closed', shortDeadline(job.expiry_date).split(',')[0] ?? ''] as [string, string])
            : ([String(left), left === 1 ? 'day left' : 'days left'] as [string, string]),
        ]),
  ]
}

/** The job, and how far the work is. */
export function ReviewHead({ head }: { head: Head }) {
  const site = useSite()
  const { job } = head
  return (
    <div className="st-head rv-head">
      <div>
        <h1>
          <JobTitle title={job.title} />
        </h1>
        <p className="tiny quiet">
          <span className="ref">{job.reference}</span>
          {job.expiry_date && ` · closes ${shortDeadline(job.expiry_date)}`}
          {job.vacancies !== null && ` · ${figures(job.vacancies)} ${job.vacancies === 1 ? 'post' : 'posts'}`}
        </p>
      </div>
      <dl className="rv-sums">
        {sumsOf(head, site?.server_time).map(([figure, words]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Holds the place of the head, so that nothing below it moves when it comes. */
export const HeadToCome = () => (
  <div className="st-head rv-head">
    <div>
      <h1>Applications</h1>
      <p className="tiny">&nbsp;</p>
    </div>
    <dl className="rv-sums" aria-hidden="true">
      <div>
        <dt>&nbsp;</dt>
        <dd>&nbsp;</dd>
      </div>
    </dl>
  </div>
)
