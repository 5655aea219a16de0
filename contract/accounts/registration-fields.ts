type FieldWords = { label: string; hint?: string }

/** Labels and hints of the registration form. They are the same with and without JavaScript. */
export const REGISTRATION_FIELDS = {
  first_name: {
    label: 'First name',
    hint: 'Write your names as they are on your ID card or passport. We compare them with your documents when you report for work.',
  },
  middle_name: { label: 'Middle name' },
  last_name: { label: 'Last name' },
  document_type: { label: 'Document' },
  gender: { label: 'Gender' },
  date_of_birth: {
    label: 'Date of birth',
    hint: 'You must be at least 18 years old. For example, 27 3 1999.',
  },
  is_pwd: {
    label: 'Are you a person with a disability (PWD)?',
    hint: 'We ask to arrange interviews for you, and to report as the law requires. Officers do not see your answer while they choose. An officer who must know it earlier has to write down why.',
  },
  disability_type: { label: 'Type of disability' },
  email: { label: 'Email', hint: 'We will email you a link. Use an address you can open today.' },
  phone: { label: 'Phone', hint: 'Use a number that reaches you: officers may call about an interview.' },
  county: { label: 'County', hint: 'Where you live now.' },
  constituency: { label: 'Constituency' },
  ward: { label: 'Ward', hint: 'Many jobs are only for people who live in a certain county or ward.' },
  password: {
    label: 'Password',
    hint: 'At least 8 characters, with a capital letter, a small letter and a digit. A longer password is safer than a complicated one.',
  },
  confirm_password: {
    label: 'Confirm password',
    hint: 'Your password is sent only when you press Create Account. We store it in a form that no one can read.',
  },
} as const satisfies Record<string, FieldWords>

/** The number of an ID card or a passport. */
export const ID_NUMBER_FIELDS = {
  'ID Card': { label: 'ID Card number', hint: 'The 8 or 9 digits after "ID number".' },
  Passport: {
    label: 'Passport number',
    hint: 'Capital letters and digits, as on the page with your photo.',
  },
} as const satisfies Record<string, FieldWords>
