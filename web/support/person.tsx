import { type ReactNode, useState } from 'react'
import { longDeadline } from '#contract/dates.ts'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { HelpDialog } from './help-dialog.tsx'
import { type Help, HELPS } from './helps.ts'
import { NameDialog } from './name-dialog.tsx'
import { Applications, Corrections, UnsentEmails } from './person-tables.tsx'

type Props = {
  handle: string
  person: HelpedPerson
  onChanged: (person: HelpedPerson, words: string) => void
}

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

const nameOf = ({ first_name, middle_name, last_name }: HelpedPerson) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

/** The account's state, each line with what can be done about it. */
function AccountFacts({ person, onHelp }: { person: HelpedPerson; onHelp: (help: Help | 'name') => void }) {
  const offer = (help: Help | 'name', button: string) => (
    <button className="btn btn-2" type="button" onClick={() => onHelp(help)}>
      {button}
    </button>
  )
  const { verified_at, locked, question_closed_until, sessions } = person
  const rows: [string, string, ReactNode?][] = [
    ['Name', nameOf(person), offer('name', 'Correct the name')],
    ['Email', person.email],
    [
      'Email verified',
      verified_at ? longDeadline(verified_at) : 'Not yet',
      !verified_at && offer('verification', HELPS.verification.button),
    ],
    [
      'Locked',
      lockWords(locked, question_closed_until),
      (locked || question_closed_until) && offer('unlock', HELPS.unlock.button),
    ],
    ['Logged in', sessionWords(sessions), sessions.count > 0 && offer('sign-out', HELPS['sign-out'].button)],
    ['Account since', longDeadline(person.created_at)],
  ]
  return (
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
  )
}

/** The state of a person's account, and what can be done about it. */
export function Person({ handle, person, onChanged }: Props) {
  const [helping, setHelping] = useState<Help | 'name'>()
  const close = () => setHelping(undefined)
  const done = (changed: HelpedPerson, words: string) => {
    close()
    onChanged(changed, words)
  }
  return (
    <>
      <AccountFacts person={person} onHelp={setHelping} />
      <Applications applications={person.applications} />
      <UnsentEmails emails={person.letters} />
      <Corrections corrections={person.corrections} />
      {helping === 'name' && <NameDialog handle={handle} person={person} onClose={close} onDone={done} />}
      {helping && helping !== 'name' && (
        <HelpDialog help={helping} handle={handle} onClose={close} onDone={done} />
      )}
    </>
  )
}
