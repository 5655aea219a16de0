/**
 * The link to the line, below forms that work without scripts. These two sentences have their own file,
 * because only people who wait load the others.
 */
export const LINE_LINK = {
  words: 'When very many people come, you wait in a line.',
  see: 'See how long it is',
} as const
