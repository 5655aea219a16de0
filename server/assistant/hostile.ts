/**
 * Patterns of attacks. They are refused whatever the classifier says. In this order, they match `ignore your
 * rules`, `system prompt`, `pretend to be`, `drop table`, `etc passwd`, `api key` and `act as admin`.
 */
const HOSTILE = [
  /\b(?:ignore|disregard|forget|override|bypass) (?:\w+ ){0,4}(?:instructions?|rules|prompts?|guidelines|restrictions|safety|previous|above|training)\b/,
  /\b(?:system|hidden|initial|secret|your) (?:prompt|instructions?)\b|\bprompt (?:injection|above)\b|\brepeat (?:\w+ ){0,3}(?:above|before this)\b/,
  /\b(?:jailbreak|developer mode|debug mode|god mode|dan mode|admin mode|sudo|root access|you are now|pretend (?:to be|you|that you)|act as (?:if|dan|an ai|an? hacker|root|system)|role ?play|simulate (?:a|being))\b/,
  /\b(?:drop|truncate|alter) table\b|\bunion (?:all )?select\b|\bselect (?:(?!select )\w+ )*from \w+|\bdelete from\b|\binsert into\b|\bor 1 1\b|\bupdate \w+ set\b|\bpg sleep\b/,
  /\bscript (?:(?!script )\w+ )*alert\b|\bonerror\b|\bjavascript\b.*\balert\b|\biframe src\b|\betc passwd\b|\bimg src\b|\bfetch https?\b|\bsvg onload\b/,
  /\b(?:api|secret|private|access|encryption|signing) keys?\b|\benvironment variables?\b|\bdatabase (?:password|dump|schema|url|tables?)\b|\bsource code\b|\bconfig(?:uration)? file\b/,
  /\b(?:log ?in|sign ?in|act|respond|answer) as (?:an? |the )?(?:admin|administrator|staff|officer|root|other user|another user)\b|\bas an? (?:admin|administrator|system|developer)\b|\bi am (?:the|an|a) (?:\w+ )?(?:admin|administrator|developer|commissioner|system)\b/,
]

/** True for words that try to make the assistant or the portal do something forbidden. */
export const isHostile = (words: string[]): boolean => {
  const question = words.join(' ')
  return HOSTILE.some((pattern) => pattern.test(question))
}

const FORGED =
  'fake|feki|bandia|uwongo|uongo|forged?|forging|counterfeit|ghushi|kughushi|photoshop(?:ped)?|fotoshop'
const PAPER =
  'certs?|certificates?|cheti|vyeti|degrees?|diplomas?|transcripts?|slips?|kcse|kcpe|papers|documents?|karatasi|hati|letters?|barua|stamps?|muhuri|good conduct'
/** Matches `fake certificate` and `a certificate that is forged`. */
const FALSE_PAPERS = new RegExp(
  `\\b(?:${FORGED})\\b.{0,60}\\b(?:${PAPER})\\b|\\b(?:${PAPER})\\b.{0,60}\\b(?:${FORGED})\\b`,
)
/** Words of a person who was cheated or who reports someone. They do not ask for forged papers. */
const REPORTS =
  /\b(?:report|reported|ripoti|niripoti|kuripoti|someone else|neighbours?|conned|receipts?|risiti|stakabadhi|detect|links?|sms|website|site)\b/

/**
 * Matches an ID as in `id 12345678`. The question must also ask for a result (`RESULT`), and not be about the
 * person who asks (`ABOUT_SELF`).
 */
const SOMEONES_NUMBER =
  /\b(?:id|ids|kitambulisho|number|no|namba|nambari|reference|ref)\b(?: \w+){0,3} \d{6,}\b/
const RESULT =
  /\b(?:hired|shortlist(?:ed)?|selected|list|orodha|passed|picked|applied|application|status|result|invited|amepita|ameitwa|ameajiriwa|amechaguliwa|ameshortlistiwa|ameomba|aliomba|ameapply|imepita|imechaguliwa|yuko|owner|whose|nani)\b/
const ABOUT_SELF = /\b(?:my|mine|i|me|yangu|langu|wangu|zangu|mimi|niliomba|nimeomba|nimepita)\b/

/** Words of a person who may be in danger. In a long question the classifier can miss them. */
const DESPAIR =
  /\b(?:(?:kill|hang|hurt)(?:ing)? myself|suicidal|suicide|(?:want|wish|better|rather|feel like) (?:to )?(?:die|dying)|(?:go on|keep on|continue|tired of|reason for) living|(?:reason|want) to live|end(?:ing)? my life|take my (?:own )?life|kujiua|nijiue|nitajiua|najiua|sitaki (?:kuendelea )?kuishi|sababu ya kuishi|(?:afadhali|heri|bora) nife)\b/
/** Matches "to live in", as in "to live in Kisumu", which is not about life and death. */
const DWELLING = /\bto live (?:in|at|near|there|here|within)\b/

/**
 * The topic of some questions whatever the classifier says: despair, forged papers, or the result of another
 * person whose number they name.
 */
export const refusedTopicIn = (
  words: string[],
): 'Despair' | 'False papers' | 'Data of others' | undefined => {
  const question = words.join(' ')
  if (DESPAIR.test(question) && !DWELLING.test(question)) return 'Despair'
  if (FALSE_PAPERS.test(question) && !REPORTS.test(question)) return 'False papers'
  return SOMEONES_NUMBER.test(question) && RESULT.test(question) && !ABOUT_SELF.test(question)
    ? 'Data of others'
    : undefined
}
