import { type FormEvent, useState } from 'react'
import { BROWNOUT, FROM_LEVEL, type Level, LEVELS } from '#contract/last-hour/brownout.ts'
import { LAST_HOUR_WORDS, LEVEL_WORDS } from '#contract/last-hour/words.ts'
import type { LastHour } from '#contract/last-hour/endpoints.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

/** Sets a level by hand with a reason, or returns control to the portal. */
export function SetLevel({ now, onSet }: { now: LastHour; onSet: () => void }) {
  const { faults, round, at, busy, send } = useSending(['reason', 'level'])
  // Follows the portal's level until the officer chooses one.
  const [chosen, setChosen] = useState<Level>()
  const level = chosen ?? now.level
  const [reason, setReason] = useState('')
  const [said, setSaid] = useState<ResultWords>()
  const set = (wished: Level | null) =>
    send(async () => {
      setSaid(undefined)
      await call('POST /api/staff/last-hour/level/', { body: { level: wished, reason } })
      setReason('')
      setChosen(undefined)
      setSaid({
        words:
          wished === null
            ? `The portal decides again by itself. ${LAST_HOUR_WORDS.goesDown}`
            : `Level ${wished} is set. ${LAST_HOUR_WORDS.byHandUntil}`,
      })
      onSet()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void set(level)
  }
  return (
    <section aria-labelledby="switch">
      <h2 id="switch">Set the level by hand</h2>
      <ResultMessage said={said} />
      {now.by_hand && (
        <p className="mb4">
          <button className="btn btn-2" type="button" aria-disabled={busy} onClick={() => void set(null)}>
            Let the portal decide again
          </button>
        </p>
      )}
      <form className="form" onSubmit={submit} noValidate>
        <ErrorSummary faults={faults} round={round} />
        <fieldset className="field lh-levels">
          <legend>Level</legend>
          {LEVELS.map((entry) => (
            <label key={entry}>
              <input
                type="radio"
                name="level"
                value={entry}
                checked={level === entry}
                onChange={() => setChosen(entry)}
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
        {now.line && level < FROM_LEVEL.registrationInLine && (
          <p className="callout is-amber mb4">{LAST_HOUR_WORDS.endsLine}</p>
        )}
        <TextField
          id="reason"
          label="Reason"
          hint={LAST_HOUR_WORDS.logged}
          maxLength={BROWNOUT.reasonChars}
          autoComplete="off"
          value={reason}
          onValue={setReason}
          fault={at('reason')}
        />
        <p className="mt4">
          <button className="btn" type="submit" aria-disabled={busy}>
            {busy ? 'Setting...' : `Set level ${level}`}
          </button>
        </p>
      </form>
    </section>
  )
}
