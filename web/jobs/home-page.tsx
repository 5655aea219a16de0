import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { clockTime, daysLeft, longDate, shortMoment } from '#contract/dates.ts'
import { CATEGORIES } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { callContext } from '../call.ts'
import { READERS_LANGUAGE, translate } from '../language/translate.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Drawing, DRAWINGS } from '../ui/icon.tsx'
import type { Route } from './+types/home-page'
import { cardOf, formatNumber } from '../ui/card.ts'
import { JobCard } from '../ui/job-card.tsx'
import { Pages } from '../ui/pages.tsx'
import { useNow } from '../form/use-now.ts'
import { HaveReady, WhyApply } from './why-apply.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  const [board, latest, site] = await Promise.all([
    call('GET /api/jobs/counts/'),
    call('GET /api/jobs/list/', {
      query: { sort: 'newest', page, page_size: JOBS.pageSize, language: READERS_LANGUAGE },
    }),
    call('GET /api/site/'),
  ])
  return {
    board,
    cards: latest.results.map(cardOf),
    page: latest.page,
    pages: latest.pages,
    now: site.server_time,
    acronym: site.organisation.acronym,
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`Jobs that run Kenya’s elections`,
    description: t`Choose a job, apply on your phone, keep the receipt. Applying is free.`,
    path: '/',
  })

type Data = Route.ComponentProps['loaderData']

// The drawings are paths of an SVG. They are not in `Icon`, because every page loads `Icon`.
const CATEGORY_DRAWINGS: Record<(typeof CATEGORIES)[number], string> = {
  ICT: 'M5 3.5h10v13h-10zM7.5 6h5v4.5h-5zM10 13v.2M8 13h-.2M12.2 13h.2',
  'Voter Registration':
    'M3 4.5c3-1.2 5-.8 7 .6 2-1.4 4-1.8 7-.6v11.5c-3-1.2-5-.8-7 .6-2-1.4-4-1.8-7-.6zM10 5.2v11.3M5 8c1.3-.3 2.3-.2 3.2.2M12 8.2c1-.4 2-.5 3.1-.2M5 11c1.3-.3 2.3-.2 3.2.2',
  Communication: DRAWINGS.horn,
  Finance: 'M4 3.5h12v13.5h-12zM6.5 6.2h7M6.5 9h3M6.5 11.7h3M6.5 14.3h3M12.8 9h.7M12.8 11.7h.7M12.8 14.3h.7',
}
const jobsText = (count: number) => {
  const number = formatNumber(count)
  return plural(count, { one: `${number} job`, other: `${number} jobs` })
}
const postsText = (count: number) => {
  const number = formatNumber(count)
  return plural(count, { one: `${number} post`, other: `${number} posts` })
}

const TickBox = () => (
  <span className="tickbox">
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <rect x="6" y="6" width="28" height="28" />
      <path d="M11 20.5l7.5 8.5 18-25" />
    </svg>
  </span>
)

const urgencyClass = (remainingDays: number) => {
  if (remainingDays <= 0) return 'fig text-today'
  return remainingDays <= JOBS.soonDays ? 'fig text-soon' : 'fig'
}

/** The words above the days until the next deadline. */
function nextDeadlineText(deadline: string | null, remainingDays: number) {
  if (remainingDays <= 0) {
    // Days are shown only if there is a deadline, so this 0 is never used.
    const time = translate(clockTime(new Date(deadline ?? 0)))
    return t`next one closes, ${time}`
  }
  const day = translate(shortMoment(deadline))
  return t`until the next one closes, ${day}`
}

/** The sums of today for the home page. `board.notices` is the number of open jobs. */
function OpenToday({ board, now }: { board: Data['board']; now: Date }) {
  const remainingDays = daysLeft(board.next_deadline, now)
  return (
    <dl className="sums">
      <div>
        <dt>
          <Trans>posts open</Trans>
        </dt>
        <dd className="fig">{formatNumber(board.posts)}</dd>
      </div>
      <div>
        <dt>{plural(board.notices, { one: 'open job', other: 'open jobs' })}</dt>
        <dd className="fig">{formatNumber(board.notices)}</dd>
      </div>
      {remainingDays !== undefined && (
        <div>
          <dt>{nextDeadlineText(board.next_deadline, remainingDays)}</dt>
          <dd className={urgencyClass(remainingDays)}>
            {remainingDays <= 0 ? t`Today` : plural(remainingDays, { one: '# day', other: '# days' })}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The categories of jobs, drawn as a ballot paper. */
function Ballot({ board }: { board: Data['board'] }) {
  const jobs = jobsText(board.notices)
  return (
    <section className="ballot" aria-labelledby="ballot">
      <div className="ballot-head">
        <h2 id="ballot">
          <Trans>What work do you do?</Trans>
        </h2>
        <span className="tiny quiet wide-only">
          <Trans>Mark one box</Trans>
        </span>
      </div>
      <ol>
        {CATEGORIES.map((name, index) => {
          const category = board.categories.find((entry) => entry.name === name)
          return (
            <li key={name}>
              <Link to={`${paths.jobs}?category=${encodeURIComponent(name)}`}>
                <span className="num bold">{index + 1}</span>
                <span>
                  <Drawing d={CATEGORY_DRAWINGS[name]} size="icon-large" />
                </span>
                <span className="who">
                  <b>{translate(name)}</b>
                  <small>
                    {category?.notices
                      ? `${jobsText(category.notices)}, ${postsText(category.posts)}`
                      : t`no job today`}
                  </small>
                </span>
                <TickBox />
              </Link>
            </li>
          )
        })}
        <li>
          <Link className="all" to={paths.jobs}>
            <span className="who">
              <b>
                <Trans>See all open jobs</Trans>
              </b>
              <small>
                <Trans>{jobs}, closing soonest first</Trans>
              </small>
            </span>
            <TickBox />
          </Link>
        </li>
      </ol>
      <p className="foil">
        <span>
          <Trans>Applying is free</Trans>
        </span>
        <span>
          <Trans>No one may ask you for money</Trans>
        </span>
      </p>
    </section>
  )
}

type LatestProps = Pick<Data, 'board' | 'cards' | 'page' | 'pages' | 'acronym'> & { now: Date }

function LatestJobs({ board, cards, page, pages, acronym, now }: LatestProps) {
  const jobs = jobsText(board.notices)
  return (
    <section className="wrap band" id="latest">
      <div className="band-head">
        <h2>
          <Trans>Latest jobs</Trans>
        </h2>
        <Link className="tap" to={paths.jobs}>
          <Trans>All {jobs}</Trans>
        </Link>
      </div>
      {cards.length === 0 ? (
        <div className="empty">
          <p className="bold">
            <Trans>No job is open today.</Trans>
          </p>
          <p className="mt2">
            <Trans>
              Leave your address in the box at the foot of this page, and we email you when one is posted.
            </Trans>
          </p>
        </div>
      ) : (
        <div className="board board-2">
          {cards.map((card) => (
            <JobCard key={card.id} card={card} now={now} issuer={`${acronym} Jobs`} heading="h3" />
          ))}
        </div>
      )}
      <Pages
        page={page}
        pages={pages}
        to={(pageNumber) => (pageNumber === 1 ? '/#latest' : `/?page=${pageNumber}#latest`)}
      />
    </section>
  )
}

/** The home page: sums of today, the categories of work, the latest jobs, and why to apply here. */
export default function HomePage({
  loaderData: { board, cards, page, pages, now: loadedAt, acronym },
}: Route.ComponentProps) {
  // Continues from the server's time, so that an open page notices when a deadline passes.
  const now = useNow(loadedAt)
  return (
    <>
      <div className="wrap hero">
        <div className="hero-words">
          <p className="folio">
            <span>{translate(longDate(now))}</span>
            <span>Nairobi</span>
          </p>
          <h1>
            <Trans>Jobs that run Kenya’s elections</Trans>
          </h1>
          <p className="lead">
            <Trans>
              Clerks and trainers, map makers and accountants. Choose a job, apply on your phone, keep the
              receipt.
            </Trans>
          </p>
          <OpenToday board={board} now={now} />
        </div>
        <Ballot board={board} />
      </div>
      <LatestJobs board={board} cards={cards} page={page} pages={pages} acronym={acronym} now={now} />
      <WhyApply />
      <HaveReady />
    </>
  )
}
