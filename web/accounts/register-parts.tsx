import { PERSON } from '#contract/accounts/limits.ts'
import { COUNTRIES, DISABILITY_TYPES, DOCUMENT_TYPES, GENDERS } from '#contract/accounts/personal-options.ts'
import { RadioGroup, SelectField } from '../form/choices.tsx'
import { type Choice, Combobox } from '../form/combobox.tsx'
import { TextField } from '../form/field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useLocations } from '../form/use-locations.ts'
import { BirthDateField } from './birth-date-field.tsx'
import { FIELD_IDS, NAME_LABELS } from './registration-fields.ts'
import type { Registration } from './use-registration.ts'

type PartProps = { registration: Registration }
type TextName =
  | 'first_name'
  | 'middle_name'
  | 'last_name'
  | 'id_number'
  | 'email'
  | 'phone'
  | 'document_type'
  | 'gender'
  | 'disability_type'
  | 'password'
  | 'confirm_password'

const choiceField = ({ answers, changeAnswers, errorAt }: Registration, name: TextName) => ({
  id: FIELD_IDS[name],
  value: answers[name],
  onValue: (value: string) => changeAnswers({ [name]: value }),
  error: errorAt(name),
})
const textField = (registration: Registration, name: TextName) => ({
  ...choiceField(registration, name),
  onBlur: () => registration.normaliseField(name),
})
const asOptions = <T extends string>(words: readonly T[]) => words.map((word) => [word, word] as const)

/** The first part: names, document, gender, date of birth and disability. */
export const YouPart = ({ registration, today }: PartProps & { today: string }) => (
  <>
    <NameFields registration={registration} />
    <DocumentFields registration={registration} />
    <RadioGroup {...choiceField(registration, 'gender')} label="Gender" options={Object.entries(GENDERS)} />
    <BirthDateField
      id={FIELD_IDS.date_of_birth}
      typedDate={registration.typedBirthDate}
      today={today}
      onValue={(typed) => registration.changeAnswers({ date_of_birth: typed })}
      error={registration.errorAt('date_of_birth')}
    />
    <DisabilityFields registration={registration} />
  </>
)

const NameFields = ({ registration }: PartProps) => (
  <>
    <TextField
      {...textField(registration, 'first_name')}
      label={NAME_LABELS.first_name}
      hint="Write your names as they are on your ID card or passport. We compare them with your documents when you report for work."
      autoComplete="given-name"
      maxLength={PERSON.maxNameLength}
    />
    <TextField
      {...textField(registration, 'middle_name')}
      label={NAME_LABELS.middle_name}
      optional
      autoComplete="additional-name"
      maxLength={PERSON.maxNameLength}
    />
    <TextField
      {...textField(registration, 'last_name')}
      label={NAME_LABELS.last_name}
      autoComplete="family-name"
      maxLength={PERSON.maxNameLength}
    />
  </>
)

function DocumentFields({ registration }: PartProps) {
  const { answers } = registration
  const isPassport = answers.document_type === 'Passport'
  return (
    <>
      <RadioGroup
        {...choiceField(registration, 'document_type')}
        label="Document"
        options={asOptions(DOCUMENT_TYPES)}
      />
      <TextField
        {...textField(registration, 'id_number')}
        className="input num"
        label={isPassport ? 'Passport number' : 'ID Card number'}
        hint={
          isPassport
            ? 'Capital letters and digits, as on the page with your photo.'
            : 'The 8 or 9 digits after "ID number".'
        }
        inputMode={answers.document_type === 'ID Card' ? 'numeric' : 'text'}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
      />
    </>
  )
}

function DisabilityFields({ registration }: PartProps) {
  const { answers, changeAnswers, errorAt } = registration
  const yesOrNo = answers.is_pwd ? 'Yes' : 'No'
  return (
    <>
      <RadioGroup
        id={FIELD_IDS.is_pwd}
        label="Are you a person with a disability (PWD)?"
        hint="We ask to arrange interviews for you, and to report as the law requires. Officers do not see your answer while they choose. An officer who must know it earlier has to write down why."
        options={asOptions(['Yes', 'No'])}
        value={answers.is_pwd === undefined ? '' : yesOrNo}
        onValue={(value) =>
          changeAnswers({ is_pwd: value === 'Yes', ...(value === 'No' ? { disability_type: '' } : {}) })
        }
        error={errorAt('is_pwd')}
      />
      {answers.is_pwd && (
        <SelectField
          {...choiceField(registration, 'disability_type')}
          label="Type of disability"
          options={asOptions(DISABILITY_TYPES)}
        />
      )}
    </>
  )
}

/** The second part: how to reach the person, and where they live. */
export const ReachPart = ({ registration, counties }: PartProps & { counties: Choice[] }) => (
  <>
    <ContactFields registration={registration} />
    <LocationFields registration={registration} counties={counties} />
  </>
)

function ContactFields({ registration }: PartProps) {
  const { answers, changeAnswers } = registration
  return (
    <>
      <TextField
        {...textField(registration, 'email')}
        label="Email"
        hint="We will email you a link. Use an address you can open today."
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <SelectField
        id={FIELD_IDS.country}
        label="Country"
        empty=""
        options={Object.entries(COUNTRIES)}
        value={answers.country}
        onValue={(country) => changeAnswers({ country })}
      />
      <TextField
        {...textField(registration, 'phone')}
        className="input num"
        label="Phone"
        hint="Use a number that reaches you: officers may call about an interview."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
      />
    </>
  )
}

function LocationFields({ registration, counties }: PartProps & { counties: Choice[] }) {
  const { answers, changeAnswers, normaliseField, errorAt } = registration
  const countyList = useLocations('counties', 0, counties)
  const constituencies = useLocations('constituencies', answers.county)
  const wards = useLocations('wards', answers.constituency)
  const locationField = (name: 'county' | 'constituency' | 'ward') => ({
    id: FIELD_IDS[name],
    value: answers[name],
    onBlur: () => normaliseField(name),
    error: errorAt(name),
  })
  return (
    <>
      <Combobox
        {...locationField('county')}
        {...countyList}
        label="County"
        plural="counties"
        hint="Where you live now."
        onValue={(county) => changeAnswers({ county, constituency: undefined, ward: undefined })}
      />
      <Combobox
        {...locationField('constituency')}
        {...constituencies}
        label="Constituency"
        plural="constituencies"
        under={answers.county}
        waitsFor={answers.county ? undefined : 'Choose a county first'}
        onValue={(constituency) => changeAnswers({ constituency, ward: undefined })}
      />
      <Combobox
        {...locationField('ward')}
        {...wards}
        label="Ward"
        plural="wards"
        hint="Many jobs are only for people who live in a certain county or ward."
        under={answers.constituency}
        waitsFor={answers.constituency ? undefined : 'Choose a constituency first'}
        onValue={(ward) => changeAnswers({ ward })}
      />
    </>
  )
}

/** The third part: the password, typed twice. */
export function PasswordPart({ registration }: PartProps) {
  return (
    <>
      {/* Tells a password manager which account the password belongs to. */}
      <input
        className="sr-only"
        type="email"
        autoComplete="username"
        value={registration.answers.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        {...textField(registration, 'password')}
        label="Password"
        hint="At least 8 characters, with a capital letter, a small letter and a digit. A longer password is safer than a complicated one."
        autoComplete="new-password"
      />
      <PasswordField
        {...textField(registration, 'confirm_password')}
        label="Confirm password"
        hint="Your password is sent only when you press Create Account. We store it in a form that no one can read."
        autoComplete="new-password"
      />
    </>
  )
}
