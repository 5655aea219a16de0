import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Correction } from '#contract/corrections/endpoints.ts'
import {
  correctedValue,
  CORRECTIONS,
  FIELD_WORDS,
  PROFILE_CORRECTION_WORDS,
} from '#contract/corrections/words.ts'
import { shortMoment } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { EVIDENCE_FLAG_WORDS } from '#contract/staff/words.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { giveFile } from '../save-file.ts'
import { Decision, useDecision } from '../staff-ui/decision.tsx'
import { fetchFile, fileNameOf } from '../staff-ui/fetch-file.ts'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import type { Route } from './+types/corrections-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Corrections`, index: false })

export const clientLoader = async () => ({ corrections: await loaded(call('GET /api/staff/corrections/')) })

type Outcome = Reply<'POST /api/staff/corrections/{id}/decide/'>['outcome']
const OUTCOMES: Record<Outcome, string> = {
  waits: t`Your decision is kept. It waits for a second officer.`,
  made: t`The correction is made, and the person is notified.`,
  refused: t`The correction is refused, and the person reads the note.`,
  differs: t`You and the first officer differ. Both decide again, so talk to each other.`,
}

type Props = { correction: Correction; onDone: (words: string) => void }

/** The button that saves the document that proves a correction. Each save makes an audit entry. */
function Evidence({ correction: { id, person, evidence } }: Pick<Props, 'correction'>) {
  const { errors, round, busy, send } = useSending()
  const saveDocument = () =>
    void send(async () => {
      const response = await fetchFile(`/api/staff/corrections/${id}/evidence/`)
      giveFile(await response.blob(), fileNameOf(response, `correction-${id}`))
    })
  const found = evidence.flags.map((flag) => EVIDENCE_FLAG_WORDS.get(flag) ?? flag)
  return (
    <>
      <ErrorSummary errors={errors} round={round} />
      {found.length > 0 && (
        <p className="text-amber small mt2">
          <Trans>Careful: the document contains {found.join(', ')}.</Trans>
        </p>
      )}
      <p className="btn-row mt3">
        <button className="btn btn-2 btn-small" type="button" aria-disabled={busy} onClick={saveDocument}>
          <Trans>Save the document</Trans>
          <span className="sr-only">: {person}</span>
        </button>
      </p>
    </>
  )
}

/** What the first officer decided on a request, for the second officer. */
const FirstDecision = ({ first }: { first: NonNullable<Correction['first']> }) => (
  <p className="small mt2">
    {first.correct ? (
      <Trans>
        First officer: {first.by.name} agreed, {shortMoment(first.at)}
      </Trans>
    ) : (
      <Trans>
        First officer: {first.by.name} refused it, {shortMoment(first.at)}
      </Trans>
    )}{' '}
    {first.note && <q className="any">{first.note}</q>}
  </p>
)

/**
 * One request for a correction, with its document. `first`: the first officer's decision, if there is one.
 */
function CorrectionCard({ correction, onDone }: Props) {
  const { id, person, changes, reason, asked_at: askedAt, first, may_decide: mayDecide } = correction
  const decision = useDecision(`correction-note-${id}`)
  const decide = (agree: boolean) =>
    void decision.send(async () => {
      const { outcome } = await call('POST /api/staff/corrections/{id}/decide/', {
        params: { id },
        body: { correct: agree, note: decision.note },
      })
      onDone(OUTCOMES[outcome])
    })
  return (
    <article className="st-card is-waiting" aria-labelledby={`correction-${id}`}>
      <h2 id={`correction-${id}`} className="heading-small any">
        {person}
      </h2>
      <ul className="mt2">
        {changes.map(({ field, from, to }) => (
          <li key={field} className="any">
            {FIELD_WORDS[field]}: <del>{correctedValue(field, from) || t`empty`}</del>{' '}
            <span aria-hidden="true">→</span> <b>{correctedValue(field, to)}</b>
          </li>
        ))}
      </ul>
      <p className="mt2">
        <q className="any">{reason}</q>
      </p>
      <p className="small quiet mt2">
        <Trans>Asked {shortMoment(askedAt)}</Trans>
      </p>
      {first && <FirstDecision first={first} />}
      <Evidence correction={correction} />
      {mayDecide ? (
        <Decision
          decision={decision}
          wording="agree"
          readers={t`The person reads the note of the second officer.`}
          maxLength={CORRECTIONS.maxNote}
          subject={person}
          onDecide={decide}
        />
      ) : (
        <p className="small mt3">
          {correction.is_own ? PROFILE_CORRECTION_WORDS.ownRequest : PROFILE_CORRECTION_WORDS.secondPerson}.
        </p>
      )}
    </article>
  )
}

/** Corrections that applicants asked for. Two officers compare each with its document, and decide. */
export default function CorrectionsPage({ loaderData }: Route.ComponentProps) {
  const [message, setMessage] = useState<ActionResult>()
  const { revalidate } = useRevalidator()
  const [corrections] = useLatestData(loaderData.corrections)
  const reload = useReload(loaderData.corrections.error)
  const showResult = (words: string) => {
    setMessage({ words })
    void revalidate()
  }
  return (
    <>
      <h1>{t`Corrections`}</h1>
      <p className="mt2 mb5">
        <Trans>
          Applicants ask to correct a name, an ID number or a date of birth. Compare each request with its
          document. Two officers must say the same.
        </Trans>
      </p>
      <ResultMessage result={message} reloadedData={corrections} className="mb5" />
      {!loaderData.corrections.data && <LoadFailed subject={t`The list`} onRetry={reload} />}
      {corrections?.results.length === 0 && <p className="empty">{t`No correction waits.`}</p>}
      {corrections?.results.map((correction) => (
        <CorrectionCard key={correction.id} correction={correction} onDone={showResult} />
      ))}
    </>
  )
}
