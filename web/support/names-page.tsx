import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import { REVIEW } from '#contract/review/limits.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { LiftRequest } from '#contract/review/lifts.ts'
import { useRevalidator } from 'react-router'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { Decision, useDecision } from '../staff-ui/decision.tsx'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import type { Route } from './+types/names-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Requests to see names`, index: false })

export const clientLoader = async () => ({ lifts: await loaded(call('GET /api/staff/lifts/')) })

type Props = { lift: LiftRequest; onDone: (words: string) => void }

/** The facts of a request to see names. */
const LiftFacts = ({ lift: { id, by, job, reason, requested_at, ends_at } }: { lift: LiftRequest }) => (
  <>
    <h3 id={`lift-${id}`} className="any">
      {by.name}: {job.title} <span className="quiet nowrap">{job.reference}</span>
    </h3>
    <p className="mt2">
      <q className="any">{reason}</q>
    </p>
    <p className="small quiet mt2">
      <Trans>
        Asked {shortMoment(requested_at)}; waits until {shortMoment(ends_at)}
      </Trans>
    </p>
  </>
)

/** The server accepts no longer note (contract/review/lifts.ts). */
const MAX_NOTE_LENGTH = 500

/** Another officer's request to see names, with the form for the decision. */
function RequestToDecide({ lift, onDone }: Props) {
  const decision = useDecision(`lift-note-${lift.id}`)
  const decide = (agree: boolean) =>
    void decision.send(async () => {
      await call('POST /api/staff/lifts/{id}/decide/', {
        params: { id: lift.id },
        body: { agree, note: decision.note },
      })
      onDone(
        agree
          ? t`Agreed: ${lift.by.name} sees names of ${lift.job.title} for ${REVIEW.liftHours} hours.`
          : t`Refused: ${lift.by.name} reads your note.`,
      )
    })
  return (
    <article className="st-card is-waiting" aria-labelledby={`lift-${lift.id}`}>
      <LiftFacts lift={lift} />
      <Decision
        decision={decision}
        wording="agree"
        readers={t`The officer who asked reads it.`}
        maxLength={MAX_NOTE_LENGTH}
        subject={t`names for ${lift.by.name}`}
        onDecide={decide}
      />
    </article>
  )
}

/** This officer's own request to see names, which they can withdraw. */
function OwnRequest({ lift, onDone }: Props) {
  const { errors, round, busy, send } = useSending()
  const withdraw = () =>
    void send(async () => {
      await call('POST /api/staff/lifts/{id}/withdraw/', { params: { id: lift.id } })
      onDone(t`The request is taken back.`)
    })
  return (
    <article className="st-card is-waiting" aria-labelledby={`lift-${lift.id}`}>
      <LiftFacts lift={lift} />
      <ErrorSummary errors={errors} round={round} />
      <p className="btn-row mt3">
        <button className="btn btn-2 btn-small" type="button" aria-disabled={busy} onClick={withdraw}>
          <Trans>Take back</Trans>
          <span className="sr-only">: {lift.job.title}</span>
        </button>
      </p>
    </article>
  )
}

type RequestsProps = { lifts: Reply<'GET /api/staff/lifts/'>; onDone: (words: string) => void }

const Requests = ({ lifts: { to_decide, own }, onDone }: RequestsProps) => (
  <>
    {to_decide.length + own.length === 0 && <p className="empty">{t`No request waits.`}</p>}
    {to_decide.length > 0 && <h2 className="mb4">{t`Waiting for you`}</h2>}
    {to_decide.map((lift) => (
      <RequestToDecide key={lift.id} lift={lift} onDone={onDone} />
    ))}
    {own.length > 0 && <h2 className="mb4">{t`Your own`}</h2>}
    {own.map((lift) => (
      <OwnRequest key={lift.id} lift={lift} onDone={onDone} />
    ))}
  </>
)

/**
 * The page with requests to see the names of applicants early. One officer asks, and another agrees or
 * refuses.
 */
export default function NamesPage({ loaderData }: Route.ComponentProps) {
  const [message, setMessage] = useState<ActionResult>()
  const { revalidate } = useRevalidator()
  const [lifts] = useLatestData(loaderData.lifts)
  const reload = useReload(loaderData.lifts.error)
  const showResult = (words: string) => {
    setMessage({ words })
    void revalidate()
  }
  return (
    <>
      <h1>{t`Requests to see names`}</h1>
      <p className="mt2 mb5">
        <Trans>
          Identities are hidden until a decision list takes effect. An officer who must know earlier gives a
          reason. Another officer agrees or refuses.
        </Trans>
      </p>
      <ResultMessage result={message} reloadedData={lifts} className="mb5" />
      {!loaderData.lifts.data && <LoadFailed subject={t`The list`} onRetry={reload} />}
      {lifts && <Requests lifts={lifts} onDone={showResult} />}
    </>
  )
}
