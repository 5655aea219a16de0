import { Fragment, type ReactNode } from 'react'
import { longDeadline, shortDeadline } from '#contract/dates.ts'
import { APPOINTMENT_WORDS } from '#contract/staff/appointment-words.ts'
import type { Appointment, Standing } from '#contract/staff/appointments.ts'
import { STAFF } from '#contract/staff/limits.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Icon } from '../ui/icon.tsx'
import { Decision, useDecision } from '../staff-ui/decision.tsx'

const STATE_WORDS: Record<Appointment['state'], string> = {
  waiting: 'Waits for a second administrator',
  agreed: 'Agreed',
  refused: 'Refused',
  withdrawn: 'Taken back',
  over: 'Expired',
}
const ROWS: [string, (it: Standing, places: string[]) => string][] = [
  ['Role', ({ role }) => ROLE_WORDS[role].name],
  ['Where', (_, places) => places.join(', ') || 'Everywhere'],
  ['Email', ({ email }) => email],
  ['Access', ({ disabled }) => (disabled ? 'No' : 'Yes')],
]

/** What changes, from and to. For someone to be invited, only the proposed values. */
const Change = ({ it }: { it: Appointment }) => (
  <dl className="facts small mt2">
    {ROWS.map(([term, words]) => {
      const [from, to] = [it.from && words(it.from, it.places.from), words(it.to, it.places.to)]
      return (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd className="any">{from === null || from === to ? to : <Changed from={from} to={to} />}</dd>
        </Fragment>
      )
    })}
  </dl>
)
const Changed = ({ from, to }: { from: string; to: string }): ReactNode => (
  <>
    <del>
      <span className="vh">From </span>
      {from}
    </del>{' '}
    <span aria-hidden="true">→</span>{' '}
    <b>
      <span className="vh">to </span>
      {to}
    </b>
  </>
)

type Props = { appointment: Appointment; onDone: (words: string) => void }

/** One proposal: what changes and why, and what this administrator may do with it. */
function Card({ appointment: it, onDone }: Props) {
  const decision = useDecision(`appointment-note-${it.id}`)
  const { faults, round, busy, note, send } = decision
  const params = { id: it.id }
  const attempt = (work: () => Promise<Appointment>, words: string) =>
    void send(async () => {
      await work()
      onDone(words)
    })
  const decide = (agree: boolean) =>
    attempt(
      () =>
        call('POST /api/staff/appointments/{id}/decide/', {
          params,
          body: { agree, digest: it.digest, note },
        }),
      !agree
        ? `Refused: ${it.name || it.to.email}.`
        : it.from
          ? `Agreed: ${it.name} is changed, and logged out.`
          : `Agreed: an email is on its way to ${it.to.email}.`,
    )
  const title = it.from ? `Change ${it.name}` : `Invite ${it.name || it.to.email}`
  return (
    <article className="st-card is-waiting" aria-labelledby={`appointment-${it.id}`}>
      <h3 id={`appointment-${it.id}`} className="any">
        {title}
      </h3>
      <p className="c-amber b small">
        <Icon name="half" size="i-s" /> {STATE_WORDS[it.state]}
      </p>
      <Change it={it} />
      <p className="mt2">
        <q className="any">{it.reason}</q>
      </p>
      <p className="small quiet mt2">
        Proposed by {it.proposed_by.name}, {shortDeadline(it.proposed_at)}; waits until{' '}
        {longDeadline(it.ends_at)}.
      </p>
      {it.may.includes('decide') && (
        <Decision of={decision} as="agree" maxLength={STAFF.maxReason} what={title} onDecide={decide} />
      )}
      {it.may.includes('withdraw') && (
        <>
          <ErrorSummary faults={faults} round={round} />
          <p className="small mt3">{APPOINTMENT_WORDS.secondPerson}.</p>
          <p className="btn-row mt3">
            <button
              className="btn btn-2 btn-s"
              type="button"
              aria-disabled={busy}
              onClick={() =>
                attempt(
                  () => call('POST /api/staff/appointments/{id}/withdraw/', { params }),
                  'The proposal is taken back.',
                )
              }
            >
              Take back<span className="vh">: {title}</span>
            </button>
          </p>
        </>
      )}
    </article>
  )
}

type Shown = { waiting: Appointment[]; decided: Appointment[]; onDone: (words: string) => void }

/** Proposals that wait for a second administrator, and the last ones decided. */
export const Appointments = ({ waiting, decided, onDone }: Shown) => (
  <>
    {waiting.length > 0 && (
      <section className="mb5" aria-labelledby="appointments">
        <h2 className="mb4" id="appointments">
          Appointments that wait
        </h2>
        {waiting.map((it) => (
          <Card key={it.id} appointment={it} onDone={onDone} />
        ))}
      </section>
    )}
    {decided.length > 0 && (
      <details className="st-more mb5">
        <summary>Decided before</summary>
        <ul className="small">
          {decided.map((it) => (
            <li key={it.id}>
              <b className="any">{it.name || it.to.email}</b>
              {it.from && it.from.role !== it.to.role
                ? `, ${ROLE_WORDS[it.from.role].name} to ${ROLE_WORDS[it.to.role].name}`
                : `, ${ROLE_WORDS[it.to.role].name}`}
              . {STATE_WORDS[it.state]}
              {it.decided_by && it.decided_at && ` by ${it.decided_by.name}, ${shortDeadline(it.decided_at)}`}
              {it.note && (
                <>
                  : <q className="any">{it.note}</q>
                </>
              )}
            </li>
          ))}
        </ul>
      </details>
    )}
  </>
)
