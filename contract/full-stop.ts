/** A sentence with a full stop, for a place where other sentences follow or stand beside it. */
export const withFullStop = (sentence: string) =>
  sentence === '' || /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
