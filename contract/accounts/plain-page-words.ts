/**
 * The texts that only pages without JavaScript have, beside those of the form. A part in brackets is a link
 * or is emphasised.
 */
export const PLAIN_PAGE_WORDS = {
  title: 'Create Your Account',
  createdTitle: 'Check your email',
  error: 'Error:',
  lead: 'This form works without JavaScript. It has two steps.',
  needsScript: 'Creating an account needs JavaScript here.',
  switchOn: 'Switch JavaScript on in this browser, or use another browser.',
  create: 'Create an account',
  lookInSpam: 'If no email comes within five minutes, look in the spam folder.',
  asOf: (time: string) => `As of ${time} EAT.`,
  seeJobs: 'See the open jobs',
  haveAccount: 'Have an account?',
  login: 'Login',
  logIn: 'Log in',
  privacy: 'Read [how we use and protect your answers].',
  next: 'Next',
  choose: 'Choose',
  optional: 'Optional',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  yes: 'Yes',
  no: 'No',
  you: 'You',
  reach: 'Reach and place',
  password: 'Your password',
  oneQuestion: 'One question',
  idNumber: 'Number of the document',
  idNumberHint: (idCard: string, passport: string) => `ID Card: ${idCard} Passport: ${passport}`,
  disabilityHint: 'Choose one only if you answered Yes.',
  answerHint: 'Answer with a number or with an English word. It shows that you are not a program.',
  trap: 'Leave this field empty',
  livesIn: (county: string) => `You live in [${county}].`,
  otherCounty: 'Choose another county',
  passwordAgain: 'We never send your password back, so please type it again.',
  submit: 'Create Account',
  emailed: (email: string) => `We have emailed a link to [${email}]. Open it within 24 hours.`,
  needsScriptLater: 'To log in and apply, you need a browser with JavaScript.',
} as const

/** The question that replaces a captcha without JavaScript. Its numbers are words of `NUMBER_WORDS`. */
export const WORD_QUESTIONS = {
  plus: (left: string, right: string) => `What is ${left} plus ${right}?`,
  minus: (left: string, right: string) => `What is ${left} minus ${right}?`,
} as const

/** The numbers in questions and answers, from zero. They are one text, so that they are translated as one. */
export const NUMBER_WORDS =
  'zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen'
