import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import { daysLeft, daysLeftUnit, daysLeftWords, shortMoment } from '#contract/dates.ts'
import { STAGES, STATUS_OF } from '#contract/review/stages.ts'
import { useSite } from '../layout/public-layout.tsx'
import { formatNumber } from '../ui/card.ts'
import { type Address, FIRST_PAGE, writeAddress } from './address.ts'
import { JobHead } from '../staff-ui/job-head.tsx'
import type { JobOverview } from './filter-groups.ts'
import type { Cases } from './use-case.ts'

type FirstReads = Cases['firstReads']
/** A number beside the title of the job. With `unreadBy`, it links to the applications that it counts. */
type Sum = { value: string; words: string; unreadBy?: keyof FirstReads }

const postWords = (count: number) => {
  const number = formatNumber(count)
  return plural(count, { one: `${number} post`, other: `${number} posts` })
}

/** The days until the deadline. After the deadline, says that the job is closed and since which day. */
function deadlineSum(job: JobOverview['job'], daysRemaining: number): Sum {
  if (daysRemaining >= 0) return { value: String(daysRemaining), words: daysLeftUnit(daysRemaining) }
  // The day of a text such as `Thu 3 Dec, 5:00 p.m.`: `Thu 3 Dec`.
  const [day = ''] = shortMoment(job.expiry_date).split(',')
  return { value: daysLeftWords(daysRemaining), words: day }
}

function sumsOf(
  { stages, unread, job }: JobOverview,
  firstReads: FirstReads,
  now: string | undefined,
): Sum[] {
  const countIn = (isCounted: (stage: (typeof STAGES)[number]) => boolean) =>
    STAGES.filter(isCounted).reduce((sum, stage) => sum + stages[stage], 0)
  const daysRemaining = now ? daysLeft(job.expiry_date, new Date(now)) : undefined
  // Applications that were opened since the overview was loaded are subtracted, so that the officer sees the
  // number fall.
  const unreadCount = (reader: keyof FirstReads) =>
    formatNumber(Math.max(0, unread[reader] - firstReads[reader]))
  return [
    { value: formatNumber(countIn(() => true)), words: t`received` },
    { value: unreadCount('me'), words: t`not read by you`, unreadBy: 'me' },
    { value: unreadCount('anyone'), words: t`not read by anyone`, unreadBy: 'anyone' },
    { value: formatNumber(countIn((stage) => STATUS_OF[stage] === 'Shortlisted')), words: t`shortlisted` },
    ...(daysRemaining === undefined ? [] : [deadlineSum(job, daysRemaining)]),
  ]
}

type SumsProps = { overview: JobOverview; firstReads: FirstReads; address: Address }

/** How far the officers are. A number links to the unread applications that match the present filter. */
function Sums({ overview, firstReads, address }: SumsProps) {
  const unreadAddress = (unreadBy: keyof FirstReads) => {
    const filter = { ...address.filter, unread: unreadBy }
    return `?${writeAddress({ ...address, filter, ...FIRST_PAGE, openId: undefined })}`
  }
  const site = useSite()
  return (
    <dl className="review-sums">
      {sumsOf(overview, firstReads, site?.server_time).map(({ value, words, unreadBy }) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>
            {unreadBy ? (
              <Link to={unreadAddress(unreadBy)} aria-label={`${value} ${words}`}>
                {value}
              </Link>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An empty space as high as the numbers, so that nothing below moves when they arrive. */
const SumsPlaceholder = () => (
  <dl className="review-sums" aria-hidden="true">
    <div>
      <dt>&nbsp;</dt>
      <dd>&nbsp;</dd>
    </div>
  </dl>
)

const NO_BREAK_SPACE = '\u00a0'
/** Words beside the title, or an empty space of their height until the job is known. */
const noteOf = (job: JobOverview['job'] | undefined) => {
  if (!job) return NO_BREAK_SPACE
  return job.vacancies === null ? undefined : ` · ${postWords(job.vacancies)}`
}

type HeadProps = Omit<SumsProps, 'overview'> & {
  jobId: number
  /** Undefined until it is loaded. */
  overview: JobOverview | undefined
  /** Links before the numbers. They stay in place when the overview arrives, and keep the focus. */
  children: ReactNode
}

/** The job, and how far the officers are. */
export const ReviewHead = ({ jobId, overview, firstReads, address, children }: HeadProps) => (
  <JobHead
    id={jobId}
    job={overview?.job}
    className="review-title"
    fallbackTitle={t`Applications`}
    note={noteOf(overview?.job)}
  >
    {children}
    {overview ? <Sums {...{ overview, firstReads, address }} /> : <SumsPlaceholder />}
  </JobHead>
)
