import { Link } from 'react-router'
import { daysLeft, daysLeftUnit, daysLeftWords, shortDeadline } from '#contract/dates.ts'
import { STAGES, STATUS_OF } from '#contract/review/stages.ts'
import { useSite } from '../layout/public-layout.tsx'
import { formatNumber } from '../ui/card.ts'
import { JobTitle } from '../ui/job-title.tsx'
import { type Address, FIRST_PAGE, writeAddress } from './address.ts'
import { useKnownJob } from '../staff-ui/known-job.ts'
import type { Head } from './filter-groups.ts'
import type { Cases } from './use-case.ts'

type Firsts = Cases['firsts']
type Sum = { figure: string; words: string; unread?: keyof Firsts }

function sumsOf({ stages, unread, job }: Head, firsts: Firsts, now: string | undefined): Sum[] {
  const of = (belongs: (stage: (typeof STAGES)[number]) => boolean) =>
    STAGES.filter(belongs).reduce((sum, stage) => sum + stages[stage], 0)
  const left = now ? daysLeft(job.expiry_date, new Date(now)) : undefined
  // Applications opened since the head was loaded are subtracted, so that the officer sees the work go down.
  const rest = (by: keyof Firsts) => formatNumber(Math.max(0, unread[by] - firsts[by]))
  return [
    { figure: formatNumber(of(() => true)), words: 'received' },
    { figure: rest('me'), words: 'not read by you', unread: 'me' },
    { figure: rest('anyone'), words: 'not read by anyone', unread: 'anyone' },
    { figure: formatNumber(of((stage) => STATUS_OF[stage] === 'Shortlisted')), words: 'shortlisted' },
    ...(left === undefined
      ? []
      : [
          left < 0
            ? { figure: daysLeftWords(left), words: shortDeadline(job.expiry_date).split(',')[0] ?? '' }
            : { figure: String(left), words: daysLeftUnit(left) },
        ]),
  ]
}

/**
 * The job, and the progress of the work. A number links to the unread applications within the present filter.
 */
export function ReviewHead({ head, firsts, address }: { head: Head; firsts: Firsts; address: Address }) {
  const to = (unread: keyof Firsts) =>
    `?${writeAddress({ ...address, filter: { ...address.filter, unread }, ...FIRST_PAGE, open: undefined })}`
  const site = useSite()
  const { job } = head
  useKnownJob(job.id, job)
  return (
    <div className="st-head rv-head">
      <div>
        <h1>
          <JobTitle title={job.title} />
        </h1>
        <p className="tiny quiet">
          <span className="ref">{job.reference}</span>
          {job.expiry_date && ` · closes ${shortDeadline(job.expiry_date)}`}
          {job.vacancies !== null &&
            ` · ${formatNumber(job.vacancies)} ${job.vacancies === 1 ? 'post' : 'posts'}`}
        </p>
      </div>
      <dl className="rv-sums">
        {sumsOf(head, firsts, site?.server_time).map(({ figure, words, unread }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>
              {unread ? (
                <Link to={to(unread)} aria-label={`${figure} ${words}`}>
                  {figure}
                </Link>
              ) : (
                figure
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** A placeholder for the head, so that nothing below moves when it loads. */
export function HeadToCome({ job }: { job: number }) {
  const known = useKnownJob(job, undefined)
  return (
    <div className="st-head rv-head">
      <div>
        <h1>{known ? <JobTitle title={known.title} /> : 'Applications'}</h1>
        <p className="tiny quiet">
          {known && <span className="ref">{known.reference}</span>}
          {known?.expiry_date && ` · closes ${shortDeadline(known.expiry_date)}`}&nbsp;
        </p>
      </div>
      <dl className="rv-sums" aria-hidden="true">
        <div>
          <dt>&nbsp;</dt>
          <dd>&nbsp;</dd>
        </div>
      </dl>
    </div>
  )
}
