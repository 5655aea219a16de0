/** Shapes of attacks. The classifier refuses more; these are refused whatever it makes of them. */
const HOSTILE = [
  /\b(?:ignore|disregard|forget|override|bypass) (?:\w+ ){0,4}(?:instructions?|rules|prompts?|guidelines|restrictions|safety|previous|above|training)\b/,
  /\b(?:system|hidden|initial|secret|your) (?:prompt|instructions?)\b|\bprompt (?:injection|above)\b|\brepeat (?:\w+ ){0,3}(?:above|before this)\b/,
  /\b(?:jailbreak|developer mode|debug mode|god mode|dan mode|admin mode|sudo|root access|you are now|pretend (?:to be|you|that you)|act as (?:if|dan|an ai|an? hacker|root|system)|role ?play|simulate (?:a|being))\b/,
  /\b(?:drop|truncate|alter) table\b|\bunion (?:all )?select\b|\bselect (?:(?!select )\w+ )*from \w+|\bdelete from\b|\binsert into\b|\bor 1 1\b|\bupdate \w+ set\b|\bpg sleep\b/,
  /\bscript (?:(?!script )\w+ )*alert\b|\bonerror\b|\bjavascript\b.*\balert\b|\biframe src\b|\betc passwd\b|\bimg src\b|\bfetch https?\b|\bsvg onload\b/,
  /\b(?:api|secret|private|access|encryption|signing) keys?\b|\benvironment variables?\b|\bdatabase (?:password|dump|schema|url|tables?)\b|\bsource code\b|\bconfig(?:uration)? file\b/,
  /\b(?:log ?in|sign ?in|act|respond|answer) as (?:an? |the )?(?:admin|administrator|staff|officer|root|other user|another user)\b|\bas an? (?:admin|administrator|system|developer)\b|\bi am (?:the|an|a) (?:\w+ )?(?:admin|administrator|developer|commissioner|system)\b/,
]

/** True of words that are meant to make the assistant or the portal do what it may not. */
export const isHostile = (words: string[]): boolean => {
  const line = words.join(' ')
  return HOSTILE.some((pattern) => pattern.test(line))
}
