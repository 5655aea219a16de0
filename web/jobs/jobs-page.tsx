import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link, useNavigation } from 'react-router'
import { clockTime, longDate } from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { callContext } from '../call.ts'
import { withoutLanguage } from '../language/paths.ts'
import { translate } from '../language/translate.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import type { Route } from './+types/jobs-page'
import type { JobCardData } from '../ui/card.ts'
import { JobCard } from '../ui/job-card.tsx'
import { Pages } from '../ui/pages.tsx'
import { Filters, RESULTS_ID, Sort } from './filters.tsx'
import { loadJobList } from './load-job-list.server.ts'
import { storeSeenList } from '../starter/seen-list.ts'
import { useFiltering } from './use-filtering.ts'
import { useNow } from '../form/use-now.ts'

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loadJobList(context.get(callContext), new URL(request.url).searchParams)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`Jobs`,
    description: t`All open jobs, closing soonest first. Search by title, job type and place.`,
    path: '/jobs',
  })

type Data = Route.ComponentProps['loaderData']

/** True while the list loads, and for a moment after its filters change. */
function useIsBusy(pageOne: string) {
  const navigation = useNavigation()
  const isFiltering = useFiltering(pageOne)
  return (
    isFiltering ||
    (navigation.state === 'loading' && withoutLanguage(navigation.location.pathname) === paths.jobs)
  )
}

const SearchingNote = () => (
  <p className="filtering">
    <span>
      <Trans>
        <span className="spin" aria-hidden="true" /> Looking…
      </Trans>
    </span>
  </p>
)

/** The number of jobs that were found, and the choice of their order. */
function ListBar({ bar, count, sort }: Pick<Data, 'bar' | 'count'> & Pick<Data['filters'], 'sort'>) {
  const { jobs } = bar
  return (
    <div className="listbar">
      <p role="status" id={RESULTS_ID} tabIndex={-1} className="is-focus">
        <Trans>
          <b className="num">{count}</b> {jobs}
        </Trans>{' '}
        <span className="quiet wide-only">{bar.shown}</span> {bar.wider}
      </p>
      <Sort sort={sort} />
    </div>
  )
}

type CardListProps = { cards: JobCardData[]; heading: 'h2' | 'h3'; now: Date; issuer: string }

const CardList = ({ cards, ...cardProps }: CardListProps) => (
  <div className="board rows">
    {cards.map((card) => (
      <JobCard key={card.id} card={card} {...cardProps} />
    ))}
  </div>
)

const NoJobs = ({ nothing, closed }: Pick<Data, 'nothing' | 'closed'>) => (
  <div className="empty">
    <p className="bold">{translate(JOB_WORDS.empty)}</p>
    {nothing && (
      <>
        <p className="mt2">{nothing.hint}</p>
        <p className="btn-row mt4">
          <Link className="btn" to={paths.jobs}>
            {nothing.all}
          </Link>
          {!closed.isShown && (
            <Link className="btn btn-2" to={closed.to}>
              {nothing.closed}
            </Link>
          )}
        </p>
      </>
    )}
  </div>
)

/** The list of jobs with its filters. Jobs that nearly match are shown at its end. */
export default function JobsPage({ loaderData }: Route.ComponentProps) {
  const { bar, filters, cards, page, pages, pageOne, pageN, more, closed, paused, issuer } = loaderData
  // Continues from the server's time, so that an open page notices when a deadline passes.
  const now = useNow(loaderData.now)
  const { back } = loaderData
  // The page of a job links back to this list. Before React runs, the starter reads the link from
  // `data-back`.
  useEffect(() => storeSeenList(back), [back])
  const isBusy = useIsBusy(pageOne)
  const cardProps = { now, issuer }
  return (
    <div className="wrap page">
      <p className="folio">
        <span>
          <Trans>Open jobs</Trans>
        </span>
        <span>
          {translate(longDate(now))}, {translate(clockTime(now))} EAT
        </span>
      </p>
      <h1>{loaderData.heading}</h1>
      <div className="cols-side">
        <Filters filters={filters} types={loaderData.types} resultsLabel={loaderData.show} closed={closed} />
        <div className="results" aria-busy={isBusy} data-back={JSON.stringify(back)}>
          <ListBar bar={bar} count={loaderData.count} sort={filters.sort} />
          {isBusy && <SearchingNote />}
          {paused && <p className="callout mb4">{paused}</p>}
          {cards.length === 0 ? (
            <NoJobs nothing={loaderData.nothing} closed={closed} />
          ) : (
            <CardList cards={cards} heading="h2" {...cardProps} />
          )}
          <Pages
            page={page}
            pages={pages}
            to={(pageNumber) => (pageNumber > 1 ? pageN + pageNumber : pageOne)}
          />
          {more && (
            <section className="more">
              <h2>
                <Trans>More jobs that may fit</Trans>
              </h2>
              <p>{more.words}</p>
              <CardList cards={more.cards} heading="h3" {...cardProps} />
            </section>
          )}
        </div>
      </div>
    </div>
  )
}
