// Patterns of questions about politics, such as `who will win`, `who is the chair` and `how do i vote`.
const POLITICS =
  /\b(?:who (?:will|is going to|might|would|should) win|who won|will (?:\w+ )?win|next president|presiden\w*|ruto|raila|gachagua|kalonzo|matiang\w*|odm|uda|jubilee|azimio|political part(?:y|ies)|politician|senator (?:of|for)|governor|mca (?:of|for)|rigg(?:ed|ing)|rig|election results?|results? of the (?:election|poll|vote)|presidential|referendum|matokeo ya (?:uchaguzi|kura)|nani atashinda|atashinda|rais|mshindi|when is the (?:next )?(?:general )?election|election date|uchaguzi (?:mkuu )?(?:ni|utakuwa) lini|tarehe ya uchaguzi)\b/
const OFFICERS =
  /\bwho is (?:the |your )?(?:current |new )?(?:chair\w*|ceo|commissioners?|president|head|boss|secretary)\b/
const VOTING =
  /\b(?:register(?:ed|ing)? (?:as (?:a )?voter|to vote|my vote)|voters? (?:card|register|details|status|id|registration (?:status|centres?|centers?|details|near))|polling (?:station|centre|center)s?|where (?:do|can|will) i vote|how (?:do|can) i vote|how to vote|transfer (?:my )?(?:vote|polling|voter)|vote for|kupiga kura|piga kura|mpiga kura|kujiandikisha kama mpiga|nipigie nani|kituo (?:changu )?cha kura)\b/

/** True for words about votes, parties, and who holds or wins an office. */
export const isPolitical = (words: string[]): boolean =>
  [POLITICS, VOTING, OFFICERS].some((pattern) => pattern.test(words.join(' ')))
