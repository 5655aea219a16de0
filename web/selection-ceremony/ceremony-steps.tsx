import { type ReactNode, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { longDeadline } from '#contract/dates.ts'
import type { Ceremony, StaffCeremony } from '#contract/selection-ceremony/endpoints.ts'
import { CEREMONY } from '#contract/selection-ceremony/words.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import type { ChangeProps } from './propose-freeze.tsx'

type Sending = ReturnType<typeof useSending>
type FormProps = {
  title: string
  sending: Sending
  label: string
  onSend: () => Promise<unknown>
  children: ReactNode
}

/** The form of one step of the ceremony, with its errors, its field and its button. */
const StepForm = ({ title, sending, label, onSend, children }: FormProps) => (
  <form
    className="st-card"
    noValidate
    aria-label={title}
    onSubmit={(event) => {
      event.preventDefault()
      void sending.send(onSend)
    }}
  >
    <h3>{title}</h3>
    <ErrorSummary errors={sending.errors} round={sending.round} />
    {children}
    <p className="mt3">
      <button className="btn btn-small" type="submit" aria-disabled={sending.busy}>
        {sending.busy ? t`Sending...` : label}
      </button>
    </p>
  </form>
)

/** The longest text of the throws. It leaves room for spaces between them. */
const MAX_THROWS_TEXT = 60
/** Longer than any answer of the beacon. */
const MAX_BEACON_ANSWER = 2_000

/** The throws of dice count once two officers have typed the same. `isTyped`: one officer has typed them. */
function Dice({ job, isTyped, onCeremony }: ChangeProps & { isTyped: boolean }) {
  const sending = useSending(['dice'])
  const [dice, setDice] = useState('')
  const sendThrows = async () => {
    const body = { dice }
    const reply = await call('POST /api/staff/jobs/{id}/selection/dice/', { params: { id: job }, body })
    setDice('')
    onCeremony(
      reply,
      reply.ceremony?.dice
        ? t`Both officers typed the same. The dice throws are in the public log.`
        : t`Typed. A second officer types the same throws.`,
    )
  }
  return (
    <StepForm title={t`Throws of the dice`} sending={sending} label={t`Type the throws`} onSend={sendThrows}>
      <p className="small">
        {isTyped
          ? t`One officer has typed them. A second officer types them too.`
          : t`Two officers type them, each for themselves.`}
      </p>
      <TextField
        id="dice"
        label={t`${CEREMONY.diceThrows} throws`}
        hint={t`Digits from 0 to 9. Spaces between them are left out.`}
        autoComplete="off"
        inputMode="numeric"
        maxLength={MAX_THROWS_TEXT}
        value={dice}
        onValue={setDice}
        error={sending.errorAt('dice')}
      />
    </StepForm>
  )
}

type RevealProps = ChangeProps & { position: number; name: string }

/** The form for an observer's secret sentence, which must match the hash that the observer gave before. */
function Reveal({ job, position, name, onCeremony }: RevealProps) {
  const fieldId = `reveal-${position}`
  const sending = useSending({ reveal: fieldId, position: fieldId })
  const [reveal, setReveal] = useState('')
  const sendSentence = async () => {
    const reply = await call('POST /api/staff/jobs/{id}/selection/reveals/', {
      params: { id: job },
      body: { position, reveal },
    })
    onCeremony(reply, t`The sentence of ${name} matches. It is in the public log.`)
  }
  return (
    <StepForm title={name} sending={sending} label={t`Type the sentence`} onSend={sendSentence}>
      <TextField
        id={fieldId}
        label={t`Sentence of ${name}`}
        hint={t`Character by character, as the observer says it.`}
        autoComplete="off"
        maxLength={CEREMONY.maxReveal}
        value={reveal}
        onValue={setReveal}
        error={sending.errorAt(fieldId)}
      />
    </StepForm>
  )
}

/** `laterRound`: the round that one officer typed instead of the named one; null when no officer did. */
type BeaconProps = ChangeProps & { ceremony: Ceremony; laterRound: number | null }

/** The form for the beacon, a public source of random numbers. Its named round gives the seed. */
function Beacon({ job, onCeremony, ceremony, laterRound }: BeaconProps) {
  const sending = useSending(['beacon'])
  const [beacon, setBeacon] = useState('')
  const submit = async () => {
    const reply = await call('POST /api/staff/jobs/{id}/selection/beacon/', {
      params: { id: job },
      body: { beacon },
    })
    onCeremony(
      reply,
      reply.ceremony?.state === 'frozen'
        ? t`The signature is right, but this is not the named round. A second officer must type this round too.`
        : t`The signature is right. The seed is in the public log, and the result is computed.`,
    )
  }
  const { address } = ceremony.round
  return (
    <StepForm title={t`The round of the beacon`} sending={sending} label={t`Check the round`} onSend={submit}>
      <p className="small any">
        <Trans>
          From any computer with internet: <code>{address}</code>. The portal checks the signature without the
          internet.
        </Trans>
      </p>
      {laterRound !== null && (
        <p className="callout is-amber any">
          <Trans>
            An officer did not find round <span className="num">{ceremony.round.number}</span>, and typed
            round <span className="num">{laterRound}</span>. Look for the missing round yourself. If you do
            not find it, type the first round after it.
          </Trans>
        </p>
      )}
      <TextAreaField
        id="beacon"
        label={t`The whole answer`}
        rows={4}
        maxLength={MAX_BEACON_ANSWER}
        spellCheck={false}
        value={beacon}
        onValue={setBeacon}
        error={sending.errorAt('beacon')}
      />
    </StepForm>
  )
}

/**
 * The form to give the selection up, before the time of its round. Two officers must ask for that. `mayAsk`
 * is false once this officer has asked.
 */
function Abandon({ job, onCeremony, mayAsk }: ChangeProps & { mayAsk: boolean }) {
  const sending = useSending(['reason'])
  const [reason, setReason] = useState('')
  if (!mayAsk)
    return (
      <p className="small">
        <Trans>You asked to abandon this selection. A second officer must agree.</Trans>
      </p>
    )
  const abandon = async () => {
    const reply = await call('POST /api/staff/jobs/{id}/selection/abandon/', {
      params: { id: job },
      body: { reason },
    })
    const isOver = reply.ceremony?.state === 'abandoned'
    onCeremony(reply, isOver ? t`The selection is abandoned.` : t`Asked. A second officer must agree.`)
  }
  return (
    <StepForm title={t`Abandon the selection`} sending={sending} label={t`Abandon`} onSend={abandon}>
      <TextAreaField
        id="reason"
        label={t`Reason`}
        hint={t`Everyone can read the reason. Two officers must ask to abandon the selection before the time of its round.`}
        rows={2}
        maxLength={CEREMONY.maxReason}
        value={reason}
        onValue={setReason}
        error={sending.errorAt('reason')}
      />
    </StepForm>
  )
}

type Props = ChangeProps & { reply: StaffCeremony; ceremony: Ceremony }

/**
 * The ceremony that makes the seed of the lots, after the pool is frozen. Lots order people with equal
 * points. The ceremony takes throws of dice, sentences of observers, and then a round of the beacon.
 */
export function CeremonySteps({ reply, ceremony, ...change }: Props) {
  const { may } = reply
  // The observers who have not revealed their sentence yet, each with a position from 1.
  const awaited = ceremony.observers.flatMap(({ name, reveal }, index) =>
    reveal === null ? [{ name, position: index + 1 }] : [],
  )
  return (
    <section aria-labelledby="hold">
      <h2 id="hold" className="mb2">
        <Trans>The ceremony</Trans>
      </h2>
      <p className="mb4">
        <Trans>
          Throws and sentences count until {longDeadline(ceremony.counts_until)}. Round{' '}
          <span className="num">{ceremony.round.number}</span> is made at {longDeadline(ceremony.round.at)}.
        </Trans>
      </p>
      {may.includes('dice') && ceremony.dice === null && <Dice isTyped={reply.dice_typed} {...change} />}
      {may.includes('reveal') &&
        awaited.map((observer) => <Reveal key={observer.position} {...observer} {...change} />)}
      {may.includes('beacon') && <Beacon ceremony={ceremony} laterRound={reply.later_round} {...change} />}
      {(may.includes('abandon') || reply.has_asked_to_abandon) && (
        <Abandon mayAsk={may.includes('abandon')} {...change} />
      )}
    </section>
  )
}
