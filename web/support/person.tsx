import { type ReactNode, useState } from 'react'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { longDeadline } from '#contract/dates.ts'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { HelpDialog } from './help-dialog.tsx'
import { type HelpAction, HELP_ACTIONS, restoreAction } from './help-actions.ts'
import { Applications, Corrections, UnsentEmails } from './person-tables.tsx'

type Props = {
  handle: string
  person: HelpedPerson
  onChanged: (person: HelpedPerson, words: string) => void
}

/**
 * Says whether logging in or the security question is locked, and until when. `places`: how many devices and
 * networks cannot log in. `everywhere`: no device that is new to the account can log in.
 */
const lockWords = (locked: HelpedPerson['locked'], questionUntil: string | null) => {
  const question =
    questionUntil && t`security question closed after wrong answers, until ${longDeadline(questionUntil)}`
  if (!locked) return question ? t`Logging in is open; ${question}` : t`No`
  const lockedFrom = locked.everywhere
    ? t`for every device that is new to the account`
    : plural(locked.places, { one: 'from # place', other: 'from # places' })
  const lockedWords = t`Yes, ${lockedFrom}, until ${longDeadline(locked.until)}`
  return question ? `${lockedWords}; ${question}` : lockedWords
}

const sessionWords = ({ count, since }: HelpedPerson['sessions']) =>
  count === 0 ? t`None` : t`${count}, the oldest since ${longDeadline(since)}`

const nameOf = ({ first_name, middle_name, last_name }: HelpedPerson) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

/** Says how a wrong name is corrected, because a single officer may not do it (A26). */
const HowToCorrect = () => (
  <span className="small quiet">
    <Trans>
      To correct it, the person chooses Correct my details under My Profile and sends a document. Two officers
      decide.
    </Trans>
  </span>
)

/** The state of the account, line by line. A line may have a button that changes it, or a note. */
function AccountFacts({ person, onHelp }: { person: HelpedPerson; onHelp: (help: HelpAction) => void }) {
  const helpButton = (help: HelpAction) => (
    <button className="btn btn-2" type="button" onClick={() => onHelp(help)}>
      {help.button}
    </button>
  )
  const { verified_at, locked, question_closed_until, sessions } = person
  const rows: [term: string, words: string, buttonOrNote?: ReactNode][] = [
    [t`Name`, nameOf(person), <HowToCorrect key="correct" />],
    [t`Email`, person.email],
    [
      t`Email verified`,
      verified_at ? longDeadline(verified_at) : t`Not yet`,
      !verified_at && helpButton(HELP_ACTIONS.verification),
    ],
    [
      t`Locked`,
      lockWords(locked, question_closed_until),
      (locked || question_closed_until) && helpButton(HELP_ACTIONS.unlock),
    ],
    [t`Logged in`, sessionWords(sessions), sessions.count > 0 && helpButton(HELP_ACTIONS['log-out'])],
    [t`Account since`, longDeadline(person.created_at)],
  ]
  return (
    <dl className="st-person">
      {rows.map(([term, words, buttonOrNote]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <span>{words}</span>
            {buttonOrNote}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The account of a person: its state, the officer's actions, applications, unsent emails and corrections. */
export function Person({ handle, person, onChanged }: Props) {
  const [openAction, setOpenAction] = useState<HelpAction>()
  const close = () => setOpenAction(undefined)
  const closeWithResult = (changed: HelpedPerson, words: string) => {
    close()
    onChanged(changed, words)
  }
  return (
    <>
      <AccountFacts person={person} onHelp={setOpenAction} />
      <Applications
        applications={person.applications}
        onRestore={(job) => setOpenAction(restoreAction(job))}
      />
      <UnsentEmails emails={person.letters} />
      <Corrections corrections={person.corrections} />
      {openAction && (
        <HelpDialog action={openAction} handle={handle} onClose={close} onDone={closeWithResult} />
      )}
    </>
  )
}
