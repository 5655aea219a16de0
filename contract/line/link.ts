/** For forms without scripts. The other sentences about the line are loaded only by people who wait in it. */
export const LINE_LINK = {
  words: 'When very many people come, you wait in a line.',
  see: 'See how long it is',
} as const
