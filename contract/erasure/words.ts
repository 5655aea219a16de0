/** Sentences about the deletion of an account. */
export const ERASURE_WORDS = {
  stateRequired: 'Open this page again, so that you see what is deleted',
  changed:
    'Your applications changed since you opened this page. Nothing was deleted. Look again at what goes.',
  clock: 'The clock of our server is wrong at the moment. Nothing was deleted. Please try again later.',
  done: 'Your account is deleted',
} as const

/** How officers see a person who deleted their account, or whose application was erased: as a number. */
export const deletedPerson = (id: number): string => `Deleted person ${id}`
