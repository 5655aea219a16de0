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

const FALSE =
  'fake|feki|bandia|uwongo|uongo|forged?|forging|counterfeit|ghushi|kughushi|photoshop(?:ped)?|fotoshop'
const PAPER =
  'certs?|certificates?|cheti|vyeti|degrees?|diplomas?|transcripts?|slips?|kcse|kcpe|papers|documents?|karatasi|hati|letters?|barua|stamps?|muhuri|good conduct'
const FALSE_PAPERS = new RegExp(
  `\\b(?:${FALSE})\\b.{0,60}\\b(?:${PAPER})\\b|\\b(?:${PAPER})\\b.{0,60}\\b(?:${FALSE})\\b`,
)
/** What a person who was cheated, or who reports another, writes too. */
const REPORTED =
  /\b(?:report|reported|ripoti|niripoti|kuripoti|someone else|neighbours?|conned|receipts?|risiti|stakabadhi|detect|links?|sms|website|site)\b/

const SOMEONES_NUMBER =
  /\b(?:id|ids|kitambulisho|number|no|namba|nambari|reference|ref)\b(?: \w+){0,3} \d{6,}\b/
const RESULT =
  /\b(?:hired|shortlist(?:ed)?|selected|list|orodha|passed|picked|applied|application|status|result|invited|amepita|ameitwa|ameajiriwa|amechaguliwa|ameshortlistiwa|ameomba|aliomba|ameapply|imepita|imechaguliwa|yuko|owner|whose|nani)\b/
const OWN = /\b(?:my|mine|i|me|yangu|langu|wangu|zangu|mimi|niliomba|nimeomba|nimepita)\b/

/** Words of a person who may be in danger. A long question hides them from the classifier. */
const DESPAIR =
  /\b(?:(?:kill|hang|hurt)(?:ing)? myself|suicidal|suicide|(?:want|wish|better|rather|feel like) (?:to )?(?:die|dying)|(?:go on|keep on|continue|tired of|reason for) living|(?:reason|want) to live|end(?:ing)? my life|take my (?:own )?life|kujiua|nijiue|nitajiua|najiua|sitaki (?:kuendelea )?kuishi|sababu ya kuishi|(?:afadhali|heri|bora) nife)\b/
/** A place to live in is no matter of life. */
const DWELLING = /\bto live (?:in|at|near|there|here|within)\b/

/**
 * What is answered apart whatever the classifier makes of it: despair, false papers, and what became of the
 * person with some number.
 */
export const refusedWhatever = (
  words: string[],
): 'Despair' | 'False papers' | 'Data of others' | undefined => {
  const line = words.join(' ')
  if (DESPAIR.test(line) && !DWELLING.test(line)) return 'Despair'
  if (FALSE_PAPERS.test(line) && !REPORTED.test(line)) return 'False papers'
  return SOMEONES_NUMBER.test(line) && RESULT.test(line) && !OWN.test(line) ? 'Data of others' : undefined
}
