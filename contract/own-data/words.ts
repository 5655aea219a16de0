/** How many copies of their own data a person may take in a day. */
export const OWN_DATA = { perDay: 3 } as const

/** Sentences about the copy that a person can take of their own data. */
export const OWN_DATA_WORDS = {
  passwordRequired: 'Enter your password',
  wrongPassword: 'The password is not right',
  tooMany: `You can take a copy ${OWN_DATA.perDay} times a day. Please try again tomorrow.`,
} as const
