const HEADING = 'the heading of a help section: its anchor is linked, and the assistant learns from it'

/** Sentences that break a rule and may stay, each with the reason. */
export const ALLOWED = new Map<string, string>([
  ['Somebody asked for a bribe, or offered one', HEADING],
  ['Somebody changed my password', HEADING],
  ['Somebody asked me for money', HEADING],
  ['Can I save and go on later?', HEADING],
  ['The notice says Expired', HEADING],
  ['Can somebody else apply for me?', HEADING],
])
