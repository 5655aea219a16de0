import { Fragment } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sayReserve } from '#contract/decisions/reserve.ts'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import type { OwnPlace as Place } from '#contract/selections/own-place-endpoints.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { translate } from '../language/translate.ts'
import { type Loaded, loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { loggedIn } from '../session/guard.tsx'
import { giveFile } from '../save-file.ts'
import { formatNumber } from '../ui/card.ts'
import { Icon } from '../ui/icon.tsx'
import { OwnPlace } from '../ui/own-place.tsx'
import { LoadFailed } from './load-failed.tsx'
import { revalidateOnNewPathOrReload } from './revalidation.ts'
import { useLastLoaded } from './use-last-loaded.ts'
import type { Route } from './+types/own-selection-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Your place in the selection`, index: false })

export const clientLoader = async ({ request, params: { id } }: Route.ClientLoaderArgs) => {
  await loggedIn(request)
  // An id of another form belongs to no application, so the page says so without a call.
  if (!/^[1-9]\d{0,9}$/.test(id)) return undefined
  return {
    place: await loaded(call('GET /api/job-applications/{id}/selection/', { params: { id: Number(id) } })),
  }
}

export const shouldRevalidate = revalidateOnNewPathOrReload

/** The area whose seats are filled together, in words. Its key `place` starts with its kind: `ward:12`. */
const areaWords = ({ place, place_name: name }: Place): string => {
  if (name === null) return t`this job`
  const kind = place.split(':')[0]
  if (kind === 'ward') return t`${name} ward`
  return kind === 'county' ? t`${name} county` : t`${name} constituency`
}

/** Why officers took the person out of the selection after the result. */
const GONE: Record<NonNullable<Place['gone']>, string> = {
  document_failed: t`a document does not show what the application says.`,
  not_qualified: t`you no longer qualify for this job.`,
  withdrew: t`you withdrew.`,
  declined: t`you did not take the place.`,
  fact_wrong: t`a fact was counted wrongly.`,
}

/**
 * The person's outcome, and what comes next. Everyone on the reserve list has a number, so the 0 is only for
 * the type.
 */
function outcomeWords({ result, reserve_number: number, place_name: place, gone }: Place): string {
  if (gone && !result) return t`You are no longer in the selection: ${GONE[gone]}`
  if (gone) return t`You are no longer in the selection: ${GONE[gone]} The earlier result said:`
  if (result === 'taken') return t`You were taken. Officers check your documents before anyone is hired.`
  if (result !== 'reserve') return t`You were not taken.`
  const reserve = translate(sayReserve({ number: number ?? 0, place }))
  return `${reserve} ${t`If a person who was taken leaves, the next person on the list gets the place.`}`
}

/**
 * Why this was the person's outcome. `rule`: from rank `closing` on, one more person of the same kind would
 * have broken a published share. Such a result always has this rank, so the 0 is only for the type.
 */
function whyWords({ result, reason, closing_rank: closing }: Place): string {
  if (result === 'taken') return t`a seat was free when it was your turn, and the rules were kept.`
  return reason === 'rule'
    ? t`with one more person like you, a published share could not have been kept. This was so from place ${closing ?? 0} of the whole order on.`
    : t`all seats were filled before you.`
}

/**
 * The proof that the pool of the draw has this person, as a file for `check-place.mjs`. `pool.index` counts
 * from 0. A selection with an earlier version of the pool has no proof.
 */
const PoolProof = ({ pool, reference }: { pool: NonNullable<Place['pool']>; reference: string }) => {
  const save = () =>
    giveFile(
      new Blob([`${JSON.stringify(pool, null, 2)}\n`], { type: 'application/json' }),
      `selection-proof-${reference}.json`,
    )
  return (
    <>
      <p className="mt4">
        <Trans>
          You were entry {formatNumber(pool.index + 1)} of {formatNumber(pool.size)} in the pool, which was
          fixed before the draw. The file proves it.{' '}
          <a href="/log/check-place.mjs">The program check-place.mjs</a> checks it without us.
        </Trans>
      </p>
      <p className="mt2">
        <button className="btn btn-2" type="button" onClick={save}>
          <Icon name="save" /> <Trans>Save the proof</Trans>
        </button>
      </p>
    </>
  )
}

const Proof = ({ place }: { place: Place }) => (
  <section className="band" aria-labelledby="proof">
    <h2 id="proof">
      <Trans>The proof</Trans>
    </h2>
    <p className="mt2">
      <Trans>
        The lot follows from the seed and your fingerprint in the public log (HMAC-SHA-256). Anyone can
        compute it again.
      </Trans>
    </p>
    <dl className="facts mt4">
      {[
        [t`Your fingerprint`, place.leaf],
        [t`The seed`, place.seed],
        [t`Your lot`, place.lot],
        [t`Your secret number in the pool`, place.blind],
      ].map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className="any small">
            <code>{value}</code>
          </dd>
        </Fragment>
      ))}
    </dl>
    <p className="small quiet mt4">
      <Trans>Keep the secret number to yourself: with it, others could try out your facts in the pool.</Trans>
    </p>
    {place.pool && <PoolProof pool={place.pool} reference={place.reference_number} />}
    <p className="mt4">
      <Link className="tap" to={paths.selection(place.job_id)}>
        <Trans>The selection, step by step</Trans>
      </Link>
    </p>
  </section>
)

const Shown = ({ place }: { place: Place }) => (
  <>
    <p className="small quiet mt1">
      <span className="ref">{place.reference_number}</span>
    </p>
    <p className="lead mt2">{outcomeWords(place)}</p>
    {place.rank !== null && (
      <>
        <OwnPlace
          position={{ ...place, rank: place.rank, place: areaWords(place), last: place.last_points }}
          why={whyWords(place)}
        />
        <p className="mt4 num">
          <Trans>
            In the whole order, you are number {place.unit_rank} of {place.unit_people}.
          </Trans>
        </p>
      </>
    )}
    <p className="mt4">
      {place.is_public ? (
        <Link className="tap" to={`${paths.job(place.job_id)}#selection`}>
          <Trans>The rule, with the points of each criterion</Trans>
        </Link>
      ) : (
        <a className="tap" href={`/api/jobs/${place.job_id}/selection-rule/`}>
          <Trans>The rule as a data file, because the job has no page any more</Trans>
        </a>
      )}
    </p>
    <p className="mt2">
      <Link className="tap" to={paths.complaints}>
        <Trans>What to do if you think that this is wrong</Trans>
      </Link>
    </p>
    <Proof place={place} />
  </>
)

function Content({ place: { data, error } }: { place: Loaded<Place> }) {
  if (data) return <Shown place={data} />
  if (isCallFailed(error) && error.status === 404) return <NoPlace />
  return <LoadFailed sentence={APPLICATION_WORDS.detailFailed} error={error} />
}

const NoPlace = () => (
  <p className="lead mt2">
    <Trans>There is no published selection for this application.</Trans>
  </p>
)

function LoadedPlace({ loaderData }: { loaderData: { place: Loaded<Place> } }) {
  return <Content place={useLastLoaded(loaderData).place} />
}

/** What a selection decided about one's own application, why, and how to check it. */
export default function OwnSelectionPage({ loaderData, params: { id } }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link className="tap" to={loaderData ? paths.application(Number(id)) : paths.applications()}>
          <Icon name="left" size="icon-small" />{' '}
          {loaderData ? t`Your application` : translate(APPLICATION_WORDS.back)}
        </Link>
      </p>
      <h1 className="mt2">
        <Trans>Your place in the selection</Trans>
      </h1>
      {loaderData ? <LoadedPlace key={id} loaderData={loaderData} /> : <NoPlace />}
    </>
  )
}
