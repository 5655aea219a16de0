import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CHANGE_PASSWORD } from '#contract/accounts/change-password.ts'
import type { OwnCorrection } from '#contract/corrections/endpoints.ts'
import { FIELD_WORDS } from '#contract/corrections/words.ts'
import { shortMoment } from '#contract/dates.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { useSending } from '../form/use-sending.ts'
import { translate } from '../language/translate.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { loggedIn } from '../session/guard.tsx'
import { ownProfile } from '../session/own-profile.ts'
import { type Done, DoneMessage } from '../ui/done-message.tsx'
import { CorrectionForm, valueForReader } from './correction-form.tsx'
import { LoadFailed } from '../dashboard/load-failed.tsx'
import { useLastLoaded } from '../dashboard/use-last-loaded.ts'
import type { Route } from './+types/corrections-page'
import '../ui/own-sessions.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Correct my details`, index: false })

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await loggedIn(request)
  const [corrections, profile] = await Promise.all([
    loaded(call('GET /api/corrections/')),
    loaded(ownProfile()),
  ])
  return { corrections, profile }
}

const STATES: Record<OwnCorrection['state'], string> = {
  waiting: t`Waits for two people to decide`,
  made: t`Made`,
  refused: t`Not made`,
  taken_back: t`Taken back`,
}

/** Corrections of names, ID or date of birth: those the person asked for, and the form to ask for another. */
export default function CorrectionsPage({ loaderData }: Route.ComponentProps) {
  const { corrections, profile } = useLastLoaded(loaderData)
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState<Done>()
  const results = corrections.data?.results
  const onDone = (sentence: string) => {
    setDone({ words: sentence })
    void revalidate()
  }
  return (
    <div className="form">
      <h1 className="mb4">
        <Trans>Correct my details</Trans>
      </h1>
      <p className="mb4">
        <Trans>
          We compare your names, ID number and date of birth with your documents. So two people decide each
          correction. What you sent before does not change.
        </Trans>
      </p>
      <DoneMessage done={done} />
      {!results && <LoadFailed sentence={t`The list could not be loaded.`} error={corrections.error} />}
      {results && results.length > 0 && (
        <ul className="sessions mb5">
          {results.map((correction) => (
            <CorrectionItem key={correction.id} correction={correction} onDone={onDone} />
          ))}
        </ul>
      )}
      {/* While a correction waits for officers, no other can be asked for. Of the present values, the names
          are in `user`, and all others directly in the profile. */}
      {results && !results.some(({ state }) => state === 'waiting') && (
        <CorrectionForm present={profile.data && { ...profile.data, ...profile.data.user }} onDone={onDone} />
      )}
      <p className="mt5">
        <Link to={paths.profile}>
          <Trans>Back to my profile</Trans>
        </Link>
      </p>
    </div>
  )
}

const serverErrors = (error: unknown): FieldError[] => [
  {
    sentence: (isCallFailed(error) && firstOf(error.body, ['message'])) || CHANGE_PASSWORD.network,
  },
]

type ItemProps = { correction: OwnCorrection; onDone: (sentence: string) => void }

function CorrectionItem({ correction, onDone }: ItemProps) {
  const { errors, round, busy, send } = useSending(serverErrors)
  const { id, changes, state, asked_at: askedAt, decided_at: decidedAt, note } = correction
  const takeBack = () =>
    void send(async () =>
      onDone((await call('DELETE /api/corrections/{id}/', { params: { id: String(id) } })).message),
    )
  return (
    <li>
      <div>
        <p>
          <b>{STATES[state]}</b>
        </p>
        {changes.map(({ field, from, to }) => (
          <p key={field} className="any">
            {translate(FIELD_WORDS[field])}: <del>{valueForReader(field, from) || t`empty`}</del>{' '}
            <span aria-hidden="true">→</span> <b>{valueForReader(field, to)}</b>
          </p>
        ))}
        {note && (
          <p className="any">
            <Trans>The reason: {note}</Trans>
          </p>
        )}
        <p className="small quiet">
          <Trans>
            Asked <span className="nowrap">{translate(shortMoment(askedAt))}</span>
          </Trans>
          {decidedAt && (
            <Trans>
              , decided <span className="nowrap">{translate(shortMoment(decidedAt))}</span>
            </Trans>
          )}
        </p>
        <ErrorSummary errors={errors} round={round} />
      </div>
      {state === 'waiting' && (
        <button className="btn btn-2 btn-small" type="button" aria-disabled={busy} onClick={takeBack}>
          <Trans>Take back the request</Trans>
        </button>
      )}
    </li>
  )
}
