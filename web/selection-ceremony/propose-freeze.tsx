import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CEREMONY } from '#contract/selection-ceremony/words.ts'
import type { StaffCeremony } from '#contract/selection-ceremony/endpoints.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { FieldError, TextField } from '../form/field.tsx'
import { DeadlineField } from '../staff-ui/deadline-field.tsx'
import { writtenInstant } from '../staff-ui/deadline-parts.ts'
import { useSending } from '../staff-ui/use-sending.ts'

export type ChangeProps = { job: number; onCeremony: (reply: StaffCeremony, words: string) => void }

/** `commitment`: the SHA-256 of a sentence that the observer reveals later, in the ceremony. */
type Observer = { name: string; commitment: string }
const NO_OBSERVER: Observer = { name: '', commitment: '' }

type ObserverProps = { position: number; observer: Observer; onObserver: (observer: Observer) => void }

const ObserverFields = ({ position, observer, onObserver }: ObserverProps) => (
  <fieldset className="field">
    <legend>{t`Observer ${position}`}</legend>
    <TextField
      id={`observer-${position}`}
      label={t`Name`}
      autoComplete="off"
      maxLength={CEREMONY.maxName}
      value={observer.name}
      onValue={(name) => onObserver({ ...observer, name })}
    />
    <TextField
      id={`commitment-${position}`}
      label={t`Commitment`}
      hint={t`SHA-256 of the observer’s sentence, in 64 characters. The observer tells no one the sentence before the ceremony.`}
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      value={observer.commitment}
      onValue={(commitment) => onObserver({ ...observer, commitment })}
    />
  </fieldset>
)

type ObserversProps = { observers: Observer[]; onObservers: (observers: Observer[]) => void }

/** Adds an observer at the end of the list, or removes the last one. */
const ObserverButtons = ({ observers, onObservers }: ObserversProps) => (
  <>
    {observers.length < CEREMONY.maxObservers && (
      <button
        className="btn btn-2"
        type="button"
        // The link of an error about the observers leads here.
        id="observers"
        onClick={() => onObservers([...observers, NO_OBSERVER])}
      >
        <Trans>Add an observer</Trans>
      </button>
    )}
    {observers.length > 0 && (
      <button className="btn btn-2" type="button" onClick={() => onObservers(observers.slice(0, -1))}>
        <Trans>Remove the last observer</Trans>
      </button>
    )}
  </>
)

/** Proposes to freeze the pool: the people among whom the selection chooses. A second person freezes it. */
export function ProposeFreeze({ job, onCeremony }: ChangeProps) {
  const { errors, round, busy, send, errorAt } = useSending(['at', 'observers'])
  const [moment, setMoment] = useState('')
  const [observers, setObservers] = useState<Observer[]>([])
  const propose = async () => {
    const reply = await call('POST /api/staff/jobs/{id}/selection/', {
      params: { id: job },
      body: { at: writtenInstant(moment)?.toISOString() ?? '', observers },
    })
    onCeremony(reply, t`Proposed. The portal puts the pool together, then a second person freezes it.`)
  }
  return (
    <form
      className="st-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(propose)
      }}
    >
      <h2>
        <Trans>Freeze the pool</Trans>
      </h2>
      <p className="mt2 mb4">
        <Trans>
          Do it after screening. Who was rejected is not in the pool. After a second person froze it, nothing
          in it changes.
        </Trans>
      </p>
      <ErrorSummary errors={errors} round={round} />
      <DeadlineField
        id="at"
        legend={t`Day and hour of the round`}
        hint={t`Nairobi time, at least ${CEREMONY.leastHours} hours after the pool is frozen. The first round of the beacon from then on counts.`}
        value={moment}
        onValue={setMoment}
        error={errorAt('at')}
      />
      <FieldError id="observers" sentence={errorAt('observers')} />
      {observers.map((observer, index) => (
        <ObserverFields
          key={index}
          position={index + 1}
          observer={observer}
          onObserver={(changed) =>
            setObservers(observers.map((before, otherIndex) => (otherIndex === index ? changed : before)))
          }
        />
      ))}
      <p className="btn-row mt4">
        <ObserverButtons observers={observers} onObservers={setObservers} />
        <button className="btn" type="submit" aria-disabled={busy}>
          {busy ? t`Sending...` : t`Propose to freeze the pool`}
        </button>
      </p>
    </form>
  )
}
