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
  read: 'Very many people are here, so this takes a little longer. The page tries again by itself. What you saved and submitted is safe.',
  extras: 'This is paused while very many people apply. Submitting and saving work as always. Please try again later.',
  search: 'Searching by words is paused while very many people apply. These are all the jobs; the filters still work.',
} as const

/** For applicants: how busy the portal is. */
export const BUSY_WORDS: Record<Level, string> = {
  0: 'The portal is quiet.',
  1: 'The portal is busy. Everything you need works.',
  2: 'The portal is very busy. Submitting and saving work.',
  3: 'The portal is very busy. Submitting and saving come first.',
  4: 'The portal is as busy as it can be. Only submitting and saving are answered now.',
}
