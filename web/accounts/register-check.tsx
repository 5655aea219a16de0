import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { translate } from '../language/translate.ts'
import { Fragment, type ReactNode } from 'react'
import { plainDate } from '#contract/dates.ts'
import { GENDERS } from '#contract/accounts/personal-options.ts'
import { Captcha } from '../captcha/captcha.tsx'
import type { Choice } from '../form/combobox.tsx'
import { useLocations } from '../locations/use-locations.ts'
import type { Answers } from './registration-fields.ts'
import type { Registration } from './use-registration.ts'

type Props = {
  registration: Registration
  counties: Choice[] | undefined
  /** The number of the attempt. Each attempt gets a new captcha. */
  attempt: number
  onEdit: (part: number) => void
  onToken: (token: string | undefined) => void
}

/** The last part of the registration: all answers on one page, and the captcha, which starts by itself. */
export function CheckPart({ registration: { answers }, counties, attempt, onEdit, onToken }: Props) {
  const countyList = useLocations('counties', 0, counties)
  const constituencies = useLocations('constituencies', answers.county)
  const wards = useLocations('wards', answers.constituency)
  return (
    <>
      <Summary title={t`You`} onEdit={() => onEdit(1)} facts={personalFacts(answers)} />
      <Summary
        title={t`Reach and place`}
        onEdit={() => onEdit(2)}
        facts={[
          [t`Email`, answers.email && <EmailAddress email={answers.email} />],
          [t`Phone`, answers.phone],
          [t`County`, placeName(countyList, answers.county)],
          [t`Constituency`, placeName(constituencies, answers.constituency)],
          [t`Ward`, placeName(wards, answers.ward)],
        ]}
      />
      <Summary
        title={t`Your password`}
        onEdit={() => onEdit(3)}
        facts={[[t`Password`, passwordText(answers.password)]]}
      />
      <Captcha key={attempt} id="captcha" onToken={onToken} />
    </>
  )
}

/** The name of a chosen place, or why it is not known. Without a choice it is '', shown as 'Missing'. */
const placeName = ({ options, retry }: ReturnType<typeof useLocations>, id: number | undefined) => {
  if (id === undefined) return ''
  const name = options?.find((choice) => choice.id === id)?.name
  return name ?? (options || retry ? t`Your choice is kept. We could not load its name.` : t`Loading...`)
}

const GENDER_NAMES: Record<string, string> = GENDERS

const passwordText = ({ length }: string) => (length > 0 ? t`${length} characters, not shown` : '')

const disabilityText = ({ is_pwd, disability_type }: Answers) => {
  if (is_pwd === undefined) return ''
  const disability = translate(disability_type).toLowerCase()
  return is_pwd ? t`Yes, ${disability}` : t`No`
}

/**
 * The label and the answer of each fact about the person. The date is read at noon UTC, which is the same day
 * in Nairobi.
 */
const personalFacts = (answers: Answers): [string, string][] => [
  [t`Name`, [answers.first_name, answers.middle_name, answers.last_name].filter(Boolean).join(' ')],
  [answers.document_type ? translate(answers.document_type) : t`Document`, answers.id_number],
  [t`Gender`, translate(GENDER_NAMES[answers.gender] ?? '')],
  [
    t`Date of birth`,
    answers.date_of_birth ? translate(plainDate(new Date(`${answers.date_of_birth}T12:00:00Z`))) : '',
  ],
  [t`PWD`, disabilityText(answers)],
]

// A long email address may break before its @, and nowhere else.
const EmailAddress = ({ email }: { email: string }) => (
  <>
    {email.replace(/@.*/, '')}
    <wbr />
    {/@.*/.exec(email)?.[0]}
  </>
)

/** The answers of one part, with a button to edit them. An empty answer is shown as 'Missing'. */
function Summary({
  title,
  facts,
  onEdit,
}: {
  title: string
  facts: [string, ReactNode][]
  onEdit: () => void
}) {
  const section = title.toLowerCase()
  return (
    <section className="sum-list">
      <header>
        <h2 className="heading-small">{title}</h2>
        <button className="link" type="button" onClick={onEdit}>
          <Trans>
            Edit<span className="sr-only"> {section}</span>
          </Trans>
        </button>
      </header>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              {value || (
                <span className="text-red bold">
                  <Trans>Missing</Trans>
                </span>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
