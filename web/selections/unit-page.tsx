import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { data, Link } from 'react-router'
import { callContext } from '../call.ts'
import { translate } from '../language/translate.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { unitName } from './result.server.ts'
import { Legend, UnitResult } from './unit-bars.tsx'
import type { Route } from './+types/unit-page'
import './selections.css'

/** Whether a part of the address is a number that the API accepts. For any other text there is no page. */
const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text)

export async function loader({ context, params: { job, run, unit } }: Route.LoaderArgs) {
  if (![job, run, unit].every(isNumber)) throw data(null, { status: 404 })
  const { result } = await context.get(callContext)('GET /api/selections/{id}/results/{run}/units/{unit}/', {
    params: { id: job, run, unit },
  })
  if (!result) throw data(null, { status: 404 })
  return { ...result, run: Number(run), name: unitName(result.unit) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta(matches, {
        title: t`${loaderData.name}: the selection for ${translate(loaderData.job.title)}`,
        description: t`For each number of points: how many people were taken, in reserve or not taken. Without names.`,
        path: paths.selectionUnit(loaderData.job.id, loaderData.run, loaderData.unit.number),
      })
    : []

/**
 * One unit of a result, such as a county: the points of everyone, with the line below the last who was taken.
 */
export default function UnitPage({ loaderData }: Route.ComponentProps) {
  const { job, run, newest, unit, bars, file, name } = loaderData
  return (
    <article className="wrap page sel">
      <header className="sel-head">
        <p className="crumb no-print">
          <Link className="tap" to={paths.selection(job.id)}>
            <Trans>The selection for {translate(job.title)}</Trans>
          </Link>
        </p>
        <h1>{name}</h1>
      </header>
      <div className="prose">
        {newest > run && (
          <p className="callout is-amber mb4">
            <Trans>
              This is run {run}. After corrections run {newest} took effect, and counts instead.
            </Trans>
          </p>
        )}
        <Legend />
        <div className="mt4">
          <UnitResult unit={{ ...unit, code: unit.number, name, bars }} />
        </div>
        {file && (
          <p className="mt5">
            <a href={`/log/selections/${job.id}/${run}/${file.name}`} download>
              {file.name}
            </a>{' '}
            <span className="small num">({file.bytes.toLocaleString('en')} B)</span>
            <br />
            <span className="small">
              <Trans>The people of this place by rank, without names. Its fingerprint (SHA-256):</Trans>
            </span>
            <br />
            <code className="small any">{file.digest}</code>
          </p>
        )}
      </div>
    </article>
  )
}
