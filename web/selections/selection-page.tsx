import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { data, Link } from 'react-router'
import { callContext, isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { translate } from '../language/translate.ts'
import { Ceremony } from './ceremony.tsx'
import { ceremonyInWords, stateInWords } from './ceremony.server.ts'
import { CheckResult } from './check-result.tsx'
import { Result } from './result.tsx'
import { fetchLastResult } from './result.server.ts'
import { TimeUntil } from './time-until.tsx'
import type { Route } from './+types/selection-page'
import './selections.css'

/** The selections of a job, newest first. All but the first were abandoned or failed. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  try {
    const found = call('GET /api/selections/{id}/', { params: { id: params.job } })
    const [{ selections }, result, { published }, site] = await Promise.all([
      found,
      found.then((reply) => fetchLastResult(call, params.job, reply.selections)),
      call('GET /api/jobs/{id}/selection-rule/', { params: { id: params.job } }),
      call('GET /api/site/'),
    ])
    const [newest] = selections
    if (!newest) throw data(null, { status: 404 })
    const now = site.server_time
    return {
      result,
      job: newest.job,
      now,
      url: site.public_url,
      selections: selections.map((ceremony) => ({
        // The page knows a selection by the root of its pool. A public selection always has a pool.
        root: ceremony.pool?.root ?? '',
        isOver: ceremony.state === 'abandoned' || ceremony.state === 'failed',
        state: stateInWords(ceremony, now),
        // The time of the next event: the end of the throws, and after that the round of the beacon.
        next:
          ceremony.state === 'frozen'
            ? [ceremony.counts_until, ceremony.round.at].find((moment) => moment > now)
            : undefined,
        results: ceremony.results,
        steps: ceremonyInWords(
          ceremony,
          // Only the present rule's time is known. An earlier ceremony may have used another rule.
          published?.digest === ceremony.rule ? published.approved_at : null,
          now,
        ),
      })),
    }
  } catch (error) {
    if (isCallFailed(error) && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta(matches, {
        title: t`The selection for ${translate(loaderData.job.title)}`,
        description: t`When each part of this selection was fixed, and how its seed (the number that decides the lots) is made. Anyone can check it.`,
        path: paths.selection(loaderData.job.id),
      })
    : []

type Shown = Route.ComponentProps['loaderData']['selections'][number]

const Selection = ({ selection, now, title }: { selection: Shown; now: string; title: string }) => (
  <section className="band" aria-labelledby={`ceremony-${selection.root}`}>
    <h2 id={`ceremony-${selection.root}`}>{title}</h2>
    <p className={selection.isOver ? 'callout is-amber mt3' : 'callout mt3'}>
      {selection.state} {selection.next && <TimeUntil moment={selection.next} now={now} />}
    </p>
    <Ceremony ceremony={selection.steps} />
  </section>
)

/** The public page of a job's ceremony, which everyone can follow. Printed, it is the minutes. */
export default function SelectionPage({ loaderData }: Route.ComponentProps) {
  const { job, selections, result, now, url } = loaderData
  return (
    <article className="wrap page sel">
      <header className="sel-head">
        <p className="crumb no-print">
          <Link className="tap" to={paths.selections}>
            <Trans>Selections</Trans>
          </Link>
        </p>
        <h1>
          <Trans>The selection for {translate(job.title)}</Trans>
        </h1>
        <p className="mt2">
          {job.is_public ? (
            <Link className="tap" to={`${paths.job(job.id)}#selection`}>
              <Trans>The job and its rule</Trans>
            </Link>
          ) : (
            <a className="tap" href={`/api/jobs/${job.id}/selection-rule/`}>
              <Trans>The rule as a data file, because the job has no page any more</Trans>
            </a>
          )}{' '}
          <span className="num">{job.reference}</span>
        </p>
      </header>
      <div className="prose">
        {result && <Result result={result} />}
        {selections.map((selection, index) => (
          <Selection
            key={selection.root}
            selection={selection}
            now={now}
            title={index === 0 ? t`What was fixed, and when` : t`An earlier selection`}
          />
        ))}
        {selections.flatMap(({ results }) =>
          results.map((each) => (
            <CheckResult
              key={each.run}
              job={job.id}
              result={each}
              files={each.run === result?.run ? result.files : []}
              url={url}
            />
          )),
        )}
      </div>
    </article>
  )
}
