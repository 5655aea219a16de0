import { t } from '@lingui/core/macro'
import { PERSON } from '#contract/accounts/limits.ts'
import { COUNTRIES, DISABILITY_TYPES, DOCUMENT_TYPES, GENDERS } from '#contract/accounts/personal-options.ts'
import { ID_NUMBER_FIELDS, REGISTRATION_FIELDS } from '#contract/accounts/registration-fields.ts'
import { RadioGroup, SelectField } from '../form/choices.tsx'
import { type Choice, Combobox } from '../form/combobox.tsx'
import { TextField } from '../form/field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useLocations } from '../locations/use-locations.ts'
import { IS_KISWAHILI, translate } from '../language/translate.ts'
import { BirthDateField } from './birth-date-field.tsx'
import { FIELD_IDS } from './registration-fields.ts'
import type { Registration } from './use-registration.ts'

const [ID_CARD, PASSPORT] = DOCUMENT_TYPES

/** The most characters that a person can type, also those that are removed before the answer is sent. */
const MAX_TYPED = { idNumber: 20, email: 254, phone: 40 }

type PartProps = { registration: Registration }
/** The fields whose answer is a text, typed or chosen. The other fields connect their answers themselves. */
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

/** Connects a field with its answer. `textField` also normalises the answer when the field is left. */
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
type Labelled = { label: string; hint?: string }
/** The label and hint of a field in the language of the page. */
const translated = (field: Labelled): Labelled =>
  IS_KISWAHILI
    ? { label: translate(field.label), ...(field.hint ? { hint: translate(field.hint) } : {}) }
    : field
/** Choices whose label is also the answer that is sent. */
const asOptions = <T extends string>(words: readonly T[]) => words.map((word) => [word, word] as const)

/** The first part: names, document, gender, date of birth and disability. */
export const YouPart = ({ registration, today }: PartProps & { today: string }) => (
  <>
    <NameFields registration={registration} />
    <DocumentFields registration={registration} />
    <RadioGroup
      {...choiceField(registration, 'gender')}
      {...translated(REGISTRATION_FIELDS.gender)}
      options={Object.entries(GENDERS)}
    />
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
      {...translated(REGISTRATION_FIELDS.first_name)}
      autoComplete="given-name"
      maxLength={PERSON.maxNameLength}
    />
    <TextField
      {...textField(registration, 'middle_name')}
      {...translated(REGISTRATION_FIELDS.middle_name)}
      optional
      autoComplete="additional-name"
      maxLength={PERSON.maxNameLength}
    />
    <TextField
      {...textField(registration, 'last_name')}
      {...translated(REGISTRATION_FIELDS.last_name)}
      autoComplete="family-name"
      maxLength={PERSON.maxNameLength}
    />
  </>
)

function DocumentFields({ registration }: PartProps) {
  const { answers } = registration
  return (
    <>
      <RadioGroup
        {...choiceField(registration, 'document_type')}
        {...translated(REGISTRATION_FIELDS.document_type)}
        options={asOptions(DOCUMENT_TYPES)}
      />
      <TextField
        {...textField(registration, 'id_number')}
        className="input num"
        {...translated(ID_NUMBER_FIELDS[answers.document_type === PASSPORT ? PASSPORT : ID_CARD])}
        inputMode={answers.document_type === ID_CARD ? 'numeric' : 'text'}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_TYPED.idNumber}
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
        {...translated(REGISTRATION_FIELDS.is_pwd)}
        options={[
          ['Yes', t`Yes`],
          ['No', t`No`],
        ]}
        value={answers.is_pwd === undefined ? '' : yesOrNo}
        onValue={(value) =>
          changeAnswers({ is_pwd: value === 'Yes' }, value === 'No' ? { disability_type: '' } : {})
        }
        error={errorAt('is_pwd')}
      />
      {answers.is_pwd && (
        <SelectField
          {...choiceField(registration, 'disability_type')}
          {...translated(REGISTRATION_FIELDS.disability_type)}
          options={asOptions(DISABILITY_TYPES)}
        />
      )}
    </>
  )
}

/** The second part: how to reach the person, and where they live. */
export const ReachPart = ({ registration, counties }: PartProps & { counties: Choice[] | undefined }) => (
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
        {...translated(REGISTRATION_FIELDS.email)}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_TYPED.email}
      />
      <SelectField
        id={FIELD_IDS.country}
        label={t`Country`}
        // The list of countries has no empty choice, because the form starts with Kenya.
        empty=""
        options={Object.entries(COUNTRIES)}
        value={answers.country}
        onValue={(country) => changeAnswers({ country })}
      />
      <TextField
        {...textField(registration, 'phone')}
        className="input num"
        {...translated(REGISTRATION_FIELDS.phone)}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={MAX_TYPED.phone}
      />
    </>
  )
}

function LocationFields({ registration, counties }: PartProps & { counties: Choice[] | undefined }) {
  const { answers, changeAnswers, normaliseField, errorAt } = registration
  // 0 stands for no larger place, because counties belong to none. Their list came with the page. The other
  // lists load once the person has chosen a county, or a constituency.
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
        {...translated(REGISTRATION_FIELDS.county)}
        plural={t`counties`}
        onValue={(county) => changeAnswers({ county }, { constituency: undefined, ward: undefined })}
      />
      <Combobox
        {...locationField('constituency')}
        {...constituencies}
        {...translated(REGISTRATION_FIELDS.constituency)}
        plural={t`constituencies`}
        largerPlace={answers.county}
        waitsFor={answers.county ? undefined : t`Choose a county first`}
        onValue={(constituency) => changeAnswers({ constituency }, { ward: undefined })}
      />
      <Combobox
        {...locationField('ward')}
        {...wards}
        {...translated(REGISTRATION_FIELDS.ward)}
        plural={t`wards`}
        largerPlace={answers.constituency}
        waitsFor={answers.constituency ? undefined : t`Choose a constituency first`}
        onValue={(ward) => changeAnswers({ ward })}
      />
    </>
  )
}

/** The third part: the password, typed twice. */
export function PasswordPart({ registration }: PartProps) {
  return (
    <>
      {/* This hidden field tells a password manager which account the password belongs to. */}
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
        {...translated(REGISTRATION_FIELDS.password)}
        autoComplete="new-password"
      />
      <PasswordField
        {...textField(registration, 'confirm_password')}
        {...translated(REGISTRATION_FIELDS.confirm_password)}
        autoComplete="new-password"
      />
    </>
  )
}
