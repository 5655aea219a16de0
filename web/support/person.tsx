import { Fragment, type ReactNode, useState } from 'react'
import { longDeadline, shortDeadline } from '#contract/dates.ts'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { WideTable } from '../staff-ui/wide-table.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { type Help, HELPS } from './helps.ts'
import { NameDialog } from './name-dialog.tsx'

type Props = { handle: string; person: HelpedPerson; onChanged: (person: HelpedPerson, said: string) => void }

const lockWords = (locked: HelpedPerson['locked'], questionUntil: string | null) => {
  const question =
    questionUntil && `security question closed after wrong answers, until ${longDeadline(questionUntil)}`
  if (!locked) return question ? `Logging in is open; ${question}` : 'No'
  const where = locked.everywhere
    ? 'for every device that is new to the account'
    : `from ${locked.places} ${locked.places === 1 ? 'place' : 'places'}`
  return `Yes, ${where}, until ${longDeadline(locked.until)}${question ? `; ${question}` : ''}`
}
const sessionWords = ({ count, since }: HelpedPerson['sessions']) =>
  count === 0 ? 'None' : `${count}, the oldest since ${longDeadline(since)}`

/** The state of a person's account, and what can be done about it. */
export function Person({ handle, person, onChanged }: Props) {
  const [helping, setHelping] = useState<Help | 'name'>()
  const { first_name, middle_name, last_name, applications, letters, corrections } = person
  const close = () => setHelping(undefined)
  const done = (changed: HelpedPerson, said: string) => {
    close()
    onChanged(changed, said)
  }
  const offer = (help: Help) => (
    <button className="btn btn-2" type="button" onClick={() => setHelping(help)}>
      {HELPS[help].button}
    </button>
  )
  const rows: [string, string, ReactNode?][] = [
    [
      'Name',
      [first_name, middle_name, last_name].filter(Boolean).join(' '),
      <button className="btn btn-2" type="button" key="name" onClick={() => setHelping('name')}>
        Correct the name
      </button>,
    ],
    ['Email', person.email],
    [
      'Email verified',
      person.verified_at ? longDeadline(person.verified_at) : 'Not yet',
      !person.verified_at && offer('verification'),
    ],
    [
      'Locked',
      lockWords(person.locked, person.question_closed_until),
      (person.locked || person.question_closed_until) && offer('unlock'),
    ],
    ['Logged in', sessionWords(person.sessions), person.sessions.count > 0 && offer('sign-out')],
    ['Account since', longDeadline(person.created_at)],
  ]
  return (
    <>
      <dl className="st-person">
        {rows.map(([term, words, button]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <span>{words}</span>
              {button}
            </dd>
          </div>
        ))}
      </dl>
      <h2 className="mt6 mb4">Applications</h2>
      {applications.length === 0 ? (
        <p className="quiet">No applications.</p>
      ) : (
        <WideTable
          label="Applications"
          heads={['Reference', 'Job', 'Status', 'Sent']}
          rows={applications.map((it) => ({
            key: it.job.reference,
            cells: [
              <span className="nw num" key="reference">
                {it.reference ?? (it.sent ? 'Hidden' : 'Not sent')}
              </span>,
              <Fragment key="job">
                {it.job.title} <span className="quiet nw">{it.job.reference}</span>
              </Fragment>,
              it.status,
              it.submitted_at ? shortDeadline(it.submitted_at) : it.sent ? 'Hidden' : '',
            ],
          }))}
        />
      )}
      {applications.some((it) => it.sent && it.may_review) && (
        <p className="quiet mt3">
          You may review these jobs, so references and dates are hidden from you: they would show which
          application is theirs.
        </p>
      )}
      <h2 className="mt6 mb4">Emails not sent yet</h2>
      {letters.length === 0 ? (
        <p className="quiet">None: the person’s mail server has every email.</p>
      ) : (
        <WideTable
          label="Emails not sent yet"
          heads={['Email', 'State', 'Queued', 'Tries', 'Answer']}
          rows={letters.map((it, index) => ({
            key: index,
            cells: [
              it.what,
              it.state === 'failed' ? 'Failed' : 'Waiting',
              it.at ? longDeadline(it.at) : 'Hidden',
              it.attempts,
              it.error,
            ],
          }))}
        />
      )}
      {corrections.length > 0 && (
        <>
          <h2 className="mt6 mb4">Names corrected</h2>
          <WideTable
            label="Names corrected"
            heads={['When', 'From', 'To', 'By', 'Why']}
            rows={corrections.map((it) => ({
              key: it.id,
              cells: [longDeadline(it.at), it.from, it.to, it.by, it.reason],
            }))}
          />
        </>
      )}
      {helping === 'name' && <NameDialog handle={handle} person={person} onClose={close} onDone={done} />}
      {helping && helping !== 'name' && (
        <HelpDialog help={helping} handle={handle} onClose={close} onDone={done} />
      )}
    </>
  )
}
