/** How much the portal leaves out so that submissions are answered: 0 is nothing, 4 all but what people cannot lose. */
export const LEVELS = [0, 1, 2, 3, 4] as const
export type Level = (typeof LEVELS)[number]

/** From these levels on. */
export const FROM_LEVEL = { extrasPaused: 1, searchPaused: 2, registrationInLine: 2, loginInLine: 3, tablesSlower: 3, onlySubmit: 4 } as const

export const BROWNOUT = {
  /** How long an officer's table is held back from level 3, and how many are held at a time: more are asked to come back. */
  slowerMs: 1_000,
  slowerAtOnce: 200,
  /** Of an officer's reason for a level. */
  reasonChars: 300,
  reasonLeast: 5,
} as const

/** What is paused, in the words of whoever wanted it. */
export const PAUSED_WORDS = {
  extras: 'This is paused while very many people apply. Submitting and saving work as always. Please try again later.',
  search: 'Searching by words is paused while very many people apply. These are all the jobs; the filters still work.',
} as const

/** For officers: what a level does, in the order in which things are left out. */
export const LEVEL_WORDS: Record<Level, { name: string; does: string }> = {
  0: { name: 'Everything works', does: 'Nothing is paused.' },
  1: { name: 'Extras paused', does: 'The assistant, reports, previews and exports are paused.' },
  2: { name: 'New accounts wait', does: 'Also: people who create an account wait in line, and the job list does not search by words.' },
  3: { name: 'Logins wait', does: 'Also: people who log in without a draft wait in line, and officers’ tables answer more slowly.' },
  4: { name: 'Only submissions', does: 'Only submitting, saving, logins from the line and pages that are ready are answered.' },
}

/** For applicants: how busy the portal is. */
export const BUSY_WORDS: Record<Level, string> = {
  0: 'The portal is quiet.',
  1: 'The portal is busy. Everything you need works.',
  2: 'The portal is very busy. Submitting and saving work.',
  3: 'The portal is very busy. Submitting and saving come first.',
  4: 'The portal is as busy as it can be. Only submitting and saving are answered now.',
}

/** What is shed and answered, in words of officers. */
export const CLASS_WORDS = {
  submit: 'Submit an application',
  save: 'Save a draft, upload a file',
  login: 'Log in, create an account',
  read: 'Pages of logged-in people',
  staff: 'Officers',
  public: 'Public pages that are not ready',
  extra: 'Assistant, reports, previews, exports',
} as const

export const LAST_HOUR_WORDS = {
  reason: 'Say why, in a few words: the reason is kept in the log',
} as const
