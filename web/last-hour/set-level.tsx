import { type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { BROWNOUT, FROM_LEVEL, type Level, LEVELS } from '#contract/last-hour/brownout.ts'
import { LAST_HOUR_WORDS, LEVEL_WORDS } from '#contract/last-hour/words.ts'
import type { LastHour } from '#contract/last-hour/endpoints.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

/** The form that sets a level. `sendLevel(null)` lets the portal decide again. */
function useSetLevel({ lastHour, onSet }: Props) {
  // Sends the form once at a time. The server's errors are shown at the fields named here.
  const form = useSending(['reason', 'level'])
  // Until the officer chooses a level, the form shows the level that the portal has now.
  const [chosen, setChosen] = useState<Level>()
  const [reason, setReason] = useState('')
  const [result, setResult] = useState<ActionResult>()
  const sendLevel = (level: Level | null) =>
    void form.send(async () => {
      setResult(undefined)
      await call('POST /api/staff/last-hour/level/', { body: { level, reason } })
      setReason('')
      setChosen(undefined)
      setResult({
        words:
          level === null
            ? `${t`The portal decides again by itself.`} ${LAST_HOUR_WORDS.goesDown}`
            : `${t`Level ${level} is set.`} ${LAST_HOUR_WORDS.byHandUntil}`,
      })
      onSet()
    })
  return { form, level: chosen ?? lastHour.level, choose: setChosen, reason, setReason, result, sendLevel }
}

const LevelChoice = ({ level, onLevel }: { level: Level; onLevel: (level: Level) => void }) => (
  <fieldset className="field last-hour-levels" id="level" tabIndex={-1}>
    <legend>
      <Trans>Level</Trans>
    </legend>
    {LEVELS.map((entry) => (
      <label key={entry}>
        <input
          type="radio"
          name="level"
          value={entry}
          checked={level === entry}
          onChange={() => onLevel(entry)}
        />
        <span>
          <b>
            <span className="num">{entry}</span> {LEVEL_WORDS[entry].name}
          </b>{' '}
          <span className="small quiet">{LEVEL_WORDS[entry].does}</span>
        </span>
      </label>
    ))}
  </fieldset>
)

type Props = { lastHour: LastHour; onSet: () => void }

/** The form to set the portal's level by hand, with a reason, or to give control back to the portal. */
export function SetLevel(props: Props) {
  const { lastHour } = props
  const { form, level, choose, reason, setReason, result, sendLevel } = useSetLevel(props)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendLevel(level)
  }
  return (
    <section aria-labelledby="switch">
      <h2 id="switch">
        <Trans>Set the level by hand</Trans>
      </h2>
      <ResultMessage result={result} />
      {lastHour.by_hand && (
        <p className="mb4">
          <button
            className="btn btn-2"
            type="button"
            aria-disabled={form.busy}
            onClick={() => sendLevel(null)}
          >
            <Trans>Let the portal decide again</Trans>
          </button>
        </p>
      )}
      <form className="form" onSubmit={submit} noValidate>
        <ErrorSummary errors={form.errors} round={form.round} />
        <LevelChoice level={level} onLevel={choose} />
        {/* From this level on, people who register wait in a line. A lower level ends the line. */}
        {lastHour.line && level < FROM_LEVEL.registrationInLine && (
          <p className="callout is-amber mb4">{LAST_HOUR_WORDS.endsLine}</p>
        )}
        <TextField
          id="reason"
          label={t`Reason`}
          hint={LAST_HOUR_WORDS.logged}
          maxLength={BROWNOUT.maxReasonChars}
          autoComplete="off"
          value={reason}
          onValue={setReason}
          error={form.errorAt('reason')}
        />
        <p className="mt4">
          <button className="btn" type="submit" aria-disabled={form.busy}>
            {form.busy ? t`Setting...` : t`Set level ${level}`}
          </button>
        </p>
      </form>
    </section>
  )
}
