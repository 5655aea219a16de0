import { Fragment, type ReactNode } from 'react'
import { plainDate } from '#contract/dates.ts'
import { GENDERS } from '#contract/accounts/personal-options.ts'
import { Captcha } from '../captcha/captcha.tsx'
import type { Choice } from '../form/combobox.tsx'
import { useLocations } from '../form/use-locations.ts'
import type { Answers } from './registration-fields.ts'
import type { Registration } from './use-registration.ts'

type Props = {
  registration: Registration
  counties: Choice[]
  onEdit: (part: number) => void
  onToken: (token: string | undefined) => void
}

/** The last part of the registration: all answers on one page, and the captcha, which starts by itself. */
export function CheckPart({ registration: { answers }, counties, onEdit, onToken }: Props) {
  const constituencies = useLocations('constituencies', answers.county)
  const wards = useLocations('wards', answers.constituency)
  const nameIn = (list: Choice[] | undefined, id: number | undefined) =>
    list?.find((choice) => choice.id === id)?.name ?? ''
  return (
    <>
      <Summary title="You" onEdit={() => onEdit(1)} facts={personalFacts(answers)} />
      <Summary
        title="Reach and place"
        onEdit={() => onEdit(2)}
        facts={[
          ['Email', answers.email && <EmailAddress email={answers.email} />],
          ['Phone', answers.phone],
          ['County', nameIn(counties, answers.county)],
          ['Constituency', nameIn(constituencies.options, answers.constituency)],
          ['Ward', nameIn(wards.options, answers.ward)],
        ]}
      />
      <Summary
        title="Your password"
        onEdit={() => onEdit(3)}
        facts={[['Password', answers.password ? `${answers.password.length} characters, not shown` : '']]}
      />
      <Captcha id="captcha" onToken={onToken} />
    </>
  )
}

const GENDER_NAMES: Record<string, string> = GENDERS

const disabilityText = ({ is_pwd, disability_type }: Answers) => {
  if (is_pwd === undefined) return ''
  return is_pwd ? `Yes, ${disability_type.toLowerCase()}` : 'No'
}

// An empty text is shown as 'Missing'.
const personalFacts = (answers: Answers): [string, string][] => [
  ['Name', [answers.first_name, answers.middle_name, answers.last_name].filter(Boolean).join(' ')],
  [answers.document_type || 'Document', answers.id_number],
  ['Gender', GENDER_NAMES[answers.gender] ?? ''],
  ['Date of birth', answers.date_of_birth ? plainDate(new Date(`${answers.date_of_birth}T12:00:00Z`)) : ''],
  ['PWD', disabilityText(answers)],
]

// A long address may break before its @, and nowhere else.
const EmailAddress = ({ email }: { email: string }) => (
  <>
    {email.replace(/@.*/, '')}
    <wbr />
    {/@.*/.exec(email)?.[0]}
  </>
)

function Summary({
  title,
  facts,
  onEdit,
}: {
  title: string
  facts: [string, ReactNode][]
  onEdit: () => void
}) {
  return (
    <section className="sum-list">
      <header>
        <h2 className="h-s">{title}</h2>
        <button className="link" type="button" onClick={onEdit}>
          Edit<span className="sr-only"> {title.toLowerCase()}</span>
        </button>
      </header>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value || <span className="c-red bold">Missing</span>}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
