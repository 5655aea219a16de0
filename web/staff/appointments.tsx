import { Fragment, type ReactNode } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { longDeadline, shortMoment } from '#contract/dates.ts'
import { APPOINTMENT_WORDS } from '#contract/staff/appointment-words.ts'
import type { Appointment, OfficerAccess } from '#contract/staff/appointments.ts'
import { STAFF } from '#contract/staff/limits.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Icon } from '../ui/icon.tsx'
import { Decision, useDecision } from '../staff-ui/decision.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

const STATE_WORDS: Record<Appointment['state'], string> = {
  waiting: t`Waits for a second administrator`,
  agreed: t`Agreed`,
  refused: t`Refused`,
  withdrawn: t`Taken back`,
  over: t`Expired`,
}
/** The values that an appointment can change. `places`: the names of the areas of `access`. */
type ComparedField = { term: string; words: (access: OfficerAccess, places: string[]) => string }
const COMPARED_FIELDS: ComparedField[] = [
  { term: t`Role`, words: ({ role }) => ROLE_WORDS[role].name },
  { term: t`Where`, words: (_access, places) => places.join(', ') || t`Everywhere` },
  { term: t`Email`, words: ({ email }) => email },
  { term: t`Access`, words: ({ disabled }) => (disabled ? t`No` : t`Yes`) },
]

/** Shows a value that changes: the old one, then the new one. */
const OldAndNew = ({ from, to }: { from: string; to: string }): ReactNode => (
  <>
    <del>
      <span className="sr-only">
        <Trans>From</Trans>{' '}
      </span>
      {from}
    </del>{' '}
    <span aria-hidden="true">→</span>{' '}
    <b>
      <span className="sr-only">
        <Trans>to</Trans>{' '}
      </span>
      {to}
    </b>
  </>
)

/** What an appointment changes. For an invitation `from` is null, so only the proposed values are shown. */
const Change = ({ appointment }: { appointment: Appointment }) => (
  <dl className="facts small mt2">
    {COMPARED_FIELDS.map(({ term, words }) => {
      const { places } = appointment
      const from = appointment.from && words(appointment.from, places.from)
      const to = words(appointment.to, places.to)
      return (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd className="any">{from === null || from === to ? to : <OldAndNew from={from} to={to} />}</dd>
        </Fragment>
      )
    })}
  </dl>
)

type Props = { appointment: Appointment; onDone: (words: string) => void }

const titleOf = ({ from, name, to }: Appointment) =>
  from ? t`Change ${name}` : t`Invite ${name || to.email}`

const decidedWords = ({ from, name, to }: Appointment, agree: boolean) => {
  if (!agree) return t`Refused: ${name || to.email}.`
  return from
    ? t`Agreed: ${name} is changed, and logged out.`
    : t`Agreed: an email is on its way to ${to.email}.`
}

/** Another administrator's decision. */
function ToDecide({ appointment, onDone }: Props) {
  const { id, digest } = appointment
  const decision = useDecision(`appointment-note-${id}`)
  const decide = (agree: boolean) =>
    void decision.send(async () => {
      await call('POST /api/staff/appointments/{id}/decide/', {
        params: { id },
        // The digest of the proposal as this officer read it. The server refuses if it has changed since.
        body: { agree, digest, note: decision.note },
      })
      onDone(decidedWords(appointment, agree))
    })
  return (
    <Decision
      decision={decision}
      wording="agree"
      maxLength={STAFF.maxReason}
      subject={titleOf(appointment)}
      onDecide={decide}
    />
  )
}

/** For the officer who proposed the appointment: they may take it back. Only another officer decides. */
function OwnProposal({ appointment, onDone }: Props) {
  const { errors, round, busy, send } = useSending()
  const withdraw = () =>
    void send(async () => {
      await call('POST /api/staff/appointments/{id}/withdraw/', { params: { id: appointment.id } })
      onDone(t`The proposal is taken back.`)
    })
  return (
    <>
      <ErrorSummary errors={errors} round={round} />
      <p className="small mt3">{APPOINTMENT_WORDS.secondPerson}</p>
      <p className="btn-row mt3">
        <button className="btn btn-2 btn-small" type="button" aria-disabled={busy} onClick={withdraw}>
          <Trans>Take back</Trans>
          <span className="sr-only">: {titleOf(appointment)}</span>
        </button>
      </p>
    </>
  )
}

/** One proposal: what changes and why, and what this administrator may do with it. */
const AppointmentCard = ({ appointment, onDone }: Props) => (
  <article className="st-card is-waiting" aria-labelledby={`appointment-${appointment.id}`}>
    <h3 id={`appointment-${appointment.id}`} className="any">
      {titleOf(appointment)}
    </h3>
    <p className="text-amber bold small">
      <Icon name="half" size="icon-small" /> {STATE_WORDS[appointment.state]}
    </p>
    <Change appointment={appointment} />
    <p className="mt2">
      <q className="any">{appointment.reason}</q>
    </p>
    <p className="small quiet mt2">
      <Trans>
        Proposed by {appointment.proposed_by.name}, {shortMoment(appointment.proposed_at)}; waits until{' '}
        {longDeadline(appointment.ends_at)}.
      </Trans>
    </p>
    {appointment.may.includes('decide') && <ToDecide appointment={appointment} onDone={onDone} />}
    {appointment.may.includes('withdraw') && <OwnProposal appointment={appointment} onDone={onDone} />}
  </article>
)

const roleWords = ({ from, to }: Appointment) =>
  from && from.role !== to.role
    ? t`${ROLE_WORDS[from.role].name} to ${ROLE_WORDS[to.role].name}`
    : ROLE_WORDS[to.role].name

const Decided = ({ appointment }: { appointment: Appointment }) => {
  const { name, to, state, decided_by, decided_at, note } = appointment
  return (
    <li>
      <b className="any">{name || to.email}</b>, {roleWords(appointment)}. {STATE_WORDS[state]}
      {decided_by && decided_at && ` ${t`by ${decided_by.name}, ${shortMoment(decided_at)}`}`}
      {note && (
        <>
          : <q className="any">{note}</q>
        </>
      )}
    </li>
  )
}

type ListProps = { waiting: Appointment[]; decided: Appointment[]; onDone: (words: string) => void }

/**
 * Proposals to invite or change an officer. Two administrators must agree on each. Those that wait for the
 * second administrator come first, then the last ones that no longer wait.
 */
export const Appointments = ({ waiting, decided, onDone }: ListProps) => (
  <>
    {waiting.length > 0 && (
      <section className="mb5" aria-labelledby="appointments">
        <h2 className="mb4" id="appointments">{t`Appointments that wait`}</h2>
        {waiting.map((appointment) => (
          <AppointmentCard key={appointment.id} appointment={appointment} onDone={onDone} />
        ))}
      </section>
    )}
    {decided.length > 0 && (
      <details className="st-fold st-more mb5">
        <summary>{t`Decided before`}</summary>
        <ul className="small">
          {decided.map((appointment) => (
            <Decided key={appointment.id} appointment={appointment} />
          ))}
        </ul>
      </details>
    )}
  </>
)
