import { Link } from 'react-router'
import { clockTime, daysLeft, longDate, shortDeadline } from '#contract/dates.ts'
import { CATEGORIES } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { callContext } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Drawing, DRAWINGS, Icon, type IconName } from '../ui/icon.tsx'
import type { Route } from './+types/home-page'
import { cardOf, formatNumber } from '../ui/card.ts'
import { JobCard } from '../ui/job-card.tsx'
import { Pages } from '../ui/pages.tsx'
import { useNow } from './use-now.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  const [board, latest, site] = await Promise.all([
    call('GET /api/jobs/board/'),
    call('GET /api/jobs/list/', { query: { sort: 'newest', page, page_size: JOBS.pageSize } }),
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
    title: 'Jobs that run Kenya’s elections',
    description: 'Choose a job, apply on your phone, keep the receipt. Applying is free.',
    path: '/',
  })

type Data = Route.ComponentProps['loaderData']

// Here and not in `Icon`, which every page loads.
const CATEGORY_DRAWINGS: Record<(typeof CATEGORIES)[number], string> = {
  ICT: 'M5 3.5h10v13h-10zM7.5 6h5v4.5h-5zM10 13v.2M8 13h-.2M12.2 13h.2',
  'Voter Registration':
    'M3 4.5c3-1.2 5-.8 7 .6 2-1.4 4-1.8 7-.6v11.5c-3-1.2-5-.8-7 .6-2-1.4-4-1.8-7-.6zM10 5.2v11.3M5 8c1.3-.3 2.3-.2 3.2.2M12 8.2c1-.4 2-.5 3.1-.2M5 11c1.3-.3 2.3-.2 3.2.2',
  Communication: DRAWINGS.horn,
  Finance: 'M4 3.5h12v13.5h-12zM6.5 6.2h7M6.5 9h3M6.5 11.7h3M6.5 14.3h3M12.8 9h.7M12.8 11.7h.7M12.8 14.3h.7',
}
const countText = (count: number, noun: string) => `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`

const TickBox = () => (
  <span className="tickbox">
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <rect x="6" y="6" width="28" height="28" />
      <path d="M11 20.5l7.5 8.5 18-25" />
    </svg>
  </span>
)

const urgencyClass = (remainingDays: number) => {
  if (remainingDays <= 0) return 'fig today-c'
  return remainingDays <= JOBS.soonDays ? 'fig soon-c' : 'fig'
}

function OpenToday({ board, now }: { board: Data['board']; now: Date }) {
  const remainingDays = daysLeft(board.next_deadline, now)
  return (
    <dl className="sums">
      <div>
        <dt>posts open</dt>
        <dd className="fig">{formatNumber(board.posts)}</dd>
      </div>
      <div>
        <dt>{board.notices === 1 ? 'open job' : 'open jobs'}</dt>
        <dd className="fig">{formatNumber(board.notices)}</dd>
      </div>
      {remainingDays !== undefined && (
        <div>
          <dt>
            {remainingDays <= 0
              ? // Days are counted only with a deadline, so the 0 is never used.
                `next one closes, ${clockTime(new Date(board.next_deadline ?? 0))}`
              : `until the next one closes, ${shortDeadline(board.next_deadline)}`}
          </dt>
          <dd className={urgencyClass(remainingDays)}>
            {remainingDays <= 0 ? 'Today' : countText(remainingDays, 'day')}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The categories of jobs, drawn as a ballot paper. */
const Ballot = ({ board }: { board: Data['board'] }) => (
  <section className="ballot" aria-labelledby="ballot">
    <div className="ballot-head">
      <h2 id="ballot">What work do you do?</h2>
      <span className="tiny quiet wide-only">Mark one box</span>
    </div>
    <ol>
      {CATEGORIES.map((name, index) => {
        const category = board.categories.find((entry) => entry.name === name)
        return (
          <li key={name}>
            <Link to={`${paths.jobs}?category=${encodeURIComponent(name)}`}>
              <span className="num bold">{index + 1}</span>
              <span>
                <Drawing d={CATEGORY_DRAWINGS[name]} size="i-l" />
              </span>
              <span className="who">
                <b>{name}</b>
                <small>
                  {category?.notices
                    ? `${countText(category.notices, 'job')}, ${countText(category.posts, 'post')}`
                    : 'no job today'}
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
            <b>See all open jobs</b>
            <small>{countText(board.notices, 'job')}, closing soonest first</small>
          </span>
          <TickBox />
        </Link>
      </li>
    </ol>
    <p className="foil">
      <span>Applying is free</span>
      <span>No one may ask you for money</span>
    </p>
  </section>
)

type LatestProps = Pick<Data, 'board' | 'cards' | 'page' | 'pages' | 'acronym'> & { now: Date }

const LatestJobs = ({ board, cards, page, pages, acronym, now }: LatestProps) => (
  <section className="wrap band" id="latest">
    <div className="band-head">
      <h2>Latest jobs</h2>
      <Link className="tap" to={paths.jobs}>
        All {countText(board.notices, 'job')}
      </Link>
    </div>
    {cards.length === 0 ? (
      <div className="empty">
        <p className="bold">No job is open today.</p>
        <p className="mt2">
          Leave your address in the box at the foot of this page, and we email you when one is posted.
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

const REASONS = [
  [
    'It costs nothing',
    'No one may ask you for money, a gift or your password. Forms, interviews and jobs cost nothing.',
  ],
  [
    'You get a receipt',
    'A number you can read over the phone and print. It shows the second we received your application.',
  ],
  [
    'It saves while you write',
    'If the network or the power goes off, come back. What you typed is still there.',
  ],
  [
    'You see your status',
    'Pending, Under Review, Shortlisted, Rejected or Hired: your dashboard says which, and since when.',
  ],
] as const

const WhyApply = () => (
  <section className="wrap band">
    <div className="split">
      <h2>Why apply here</h2>
      <ol className="rules">
        {REASONS.map(([title, words], index) => (
          <li key={title}>
            <span className="fig">{index + 1}</span>
            <div>
              <h3>{title}</h3>
              <p>{words}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  </section>
)

const NEEDED: [IconName, string][] = [
  ['person', 'National ID or passport'],
  ['bell', 'A phone number that reaches you'],
  ['page', 'The ward where you live'],
  ['chat', 'An email address you can open'],
]

const HaveReady = () => (
  <section className="wrap band-0">
    <div className="receipt-box join">
      <div className="receipt-part">
        <h2>Have these four ready</h2>
        <p className="mt2">Then an account takes about five minutes.</p>
        <ol className="four">
          {NEEDED.map(([icon, words]) => (
            <li key={words}>
              <Icon name={icon} />
              {words}
            </li>
          ))}
        </ol>
      </div>
      <div className="receipt-perforation" />
      <div className="receipt-part join-end">
        <Link className="btn btn-2" to={paths.register}>
          Create a free account
        </Link>
        <p className="small">
          Already have one? <Link to={paths.login}>Login</Link>
        </p>
      </div>
    </div>
  </section>
)

export default function HomePage({
  loaderData: { board, cards, page, pages, now: loadedAt, acronym },
}: Route.ComponentProps) {
  const now = useNow(loadedAt)
  return (
    <>
      <div className="wrap hero">
        <div className="hero-l">
          <p className="folio">
            <span>{longDate(now)}</span>
            <span>Nairobi</span>
          </p>
          <h1>Jobs that run Kenya’s elections</h1>
          <p className="lead">
            Clerks and trainers, map makers and accountants. Choose a job, apply on your phone, keep the
            receipt.
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
