/**
 * On forms without a script. Separate from the line's sentences, which pages load only while a person waits
 * in the line.
 */
export const LINE_LINK = {
  words: 'When very many people come, you wait in a line.',
  see: 'See how long it is',
} as const
