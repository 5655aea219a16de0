import { Fragment, type ReactNode, useState } from 'react'
import { longDeadline, shortDeadline } from '#contract/dates.ts'
import { APPOINTMENT_WORDS } from '#contract/appointment-words.ts'
import type { Appointment, Standing } from '#contract/staff-appointments.ts'
import { STAFF } from '#contract/limits.ts'
import { ROLE_WORDS } from '#contract/staff-rights.ts'
import { call } from '../api.ts'
import { TextField } from '../form/field.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { areaWords } from './area-words.ts'
import { faultsOf } from './form-faults.ts'
import { useSending } from './use-sending.ts'

const STATE_WORDS: Record<Appointment['state'], string> = {
  waiting: 'Waits for a second administrator',
  agreed: 'Agreed',
  refused: 'Refused',
  withdrawn: 'Taken back',
  over: 'Ran out',
}
const ROWS: [string, (it: Standing) => string][] = [
  ['Role', ({ role }) => ROLE_WORDS[role].name],
  ['Where', (it) => areaWords(it)],
  ['Email', ({ email }) => email],
  ['Access', ({ disabled }) => (disabled ? 'No' : 'Yes')],
]

/** What changes, from and to; of who is to be invited, what they are to be. */
const Change = ({ it }: { it: Appointment }) => (
  <dl className="facts small mt2">
    {ROWS.map(([term, words]) => {
      const [from, to] = [it.from && words(it.from), words(it.to)]
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
  const noteAt = `appointment-note-${it.id}`
  const { faults, round, busy, at, send } = useSending((error) =>
    faultsOf(error, ['note']).map(({ field, sentence }) => ({ field: field && noteAt, sentence })),
  )
  const [note, setNote] = useState('')
  const params = { id: it.id }
  const attempt = (work: () => Promise<Appointment>, words: string) =>
    void send(async () => {
      await work()
      onDone(words)
    })
  const decide = (agree: boolean) =>
    attempt(
      () => call('POST /api/staff/appointments/{id}/decide/', { params, body: { agree, digest: it.digest, note } }),
      !agree
        ? `Refused: ${it.name || it.to.email}.`
        : it.from
          ? `Agreed: ${it.name} is changed, and logged out.`
          : `Agreed: an email is on its way to ${it.to.email}.`,
    )
  const title = it.from ? `Change ${it.name}` : `Invite ${it.name || it.to.email}`
  return (
    <article className="st-card" aria-labelledby={`appointment-${it.id}`}>
      <h3 id={`appointment-${it.id}`} className="any">
        {title}
      </h3>
      <p className="c-amber b small">{STATE_WORDS[it.state]}</p>
      <Change it={it} />
      <p className="mt2">
        <q className="any">{it.reason}</q>
      </p>
      <p className="small quiet mt2">
        Proposed by {it.proposed_by.name}, {shortDeadline(it.proposed_at)}; waits until {longDeadline(it.ends_at)}.
      </p>
      <ErrorSummary faults={faults} round={round} />
      {it.may.includes('decide') && (
        <div className="st-decide">
          <TextField
            id={noteAt}
            label="Note"
            hint="To refuse it you must say why."
            optional
            maxLength={STAFF.maxReason}
            autoComplete="off"
            value={note}
            onValue={setNote}
            fault={at(noteAt)}
          />
          <p className="btn-row mt3">
            <button className="btn btn-s" type="button" aria-disabled={busy} onClick={() => decide(true)}>
              Agree<span className="vh">: {title}</span>
            </button>
            <button className="btn btn-2 btn-s" type="button" aria-disabled={busy} onClick={() => decide(false)}>
              Refuse<span className="vh">: {title}</span>
            </button>
          </p>
        </div>
      )}
      {it.may.includes('withdraw') && (
        <>
          <p className="small mt3">{APPOINTMENT_WORDS.secondPerson}.</p>
          <p className="btn-row mt3">
            <button
              className="btn btn-2 btn-s"
              type="button"
              aria-disabled={busy}
              onClick={() => attempt(() => call('POST /api/staff/appointments/{id}/withdraw/', { params }), 'The proposal is taken back.')}
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

/** Proposals that wait for a second administrator, and the last that were decided. */
export const Appointments = ({ waiting, decided, onDone }: Shown) => (
  <>
    {waiting.length > 0 && (
      <section className="mb5" aria-labelledby="appointments">
        <h2 className="mb4" id="appointments">
          Waiting for a second administrator
        </h2>
        {waiting.map((it) => (
          <Card key={it.id} appointment={it} onDone={onDone} />
        ))}
      </section>
    )}
    {decided.length > 0 && (
      <details className="mb5">
        <summary>Decided before</summary>
        <ul className="small mt2">
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
