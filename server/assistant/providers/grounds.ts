import { CONCEPT_WORDS, CONCEPT_OF_WORD } from '../concepts.ts'
import { BRIBE, CASH, FEE, PAYMENT_METHOD } from '../money.ts'
import { JOB_WORDS, SMALL_WORDS } from '../words.ts'
import { numbersIn, HALF_DAY, isDate, plainWords } from './numbers.ts'
import { isPolitical } from './politics.ts'

/**
 * The sentences, words and numbers of our passages and contacts. A provider's answer may contain only these.
 * `stems` are shortened words, for comparison. `datedSentences` are the sentences with a date.
 */
export type Grounds = {
  sentences: Set<string>
  words: Set<string>
  stems: Set<string>
  numbers: Set<string>
  datedSentences: { numbers: Set<string>; stems: Set<string> }[]
}

const SENTENCE_ENDS = /[.!?]\s|\n/
/** Forms of one word, such as `apply` and `applying`, usually share this many first characters. */
const STEM_LENGTH = 5
/** Gives all forms of a word, and all words with the same meaning in both languages, the same text. */
const stem = (word: string) =>
  CONCEPT_OF_WORD.get(word) ??
  (word.length > STEM_LENGTH ? word.slice(0, STEM_LENGTH) : word.replace(/(?<=\p{L}{3})s$/u, ''))

const LIST_MARKER = /^[^\S\n\r\u2028\u2029]*(?:\d{1,2}[.)](?:\s+|$)|[•-]\s+)/gm
/** Matches phone numbers. Other code checks them, so their digits are not checked as numbers here. */
const PHONE = /(?:\+|\b)\d(?:[\s()-]{0,2}\d){6,}/g
/** Removes phone numbers from a text, and the markers of its lists, such as `1.` and `•`. */
const withoutMarkers = (text: string) => text.replace(LIST_MARKER, '').replace(PHONE, ' ')

/** What an answer may contain according to a text of ours. */
export const groundsOf = (source: string): Grounds => {
  const text = withoutMarkers(source)
  const words = plainWords(text)
  const sentences = text.replace(HALF_DAY, '$1m').split(SENTENCE_ENDS).map(plainWords)
  return {
    // An empty sentence is allowed, so that empty lines pass.
    sentences: new Set(['', ...sentences.map((sentence) => sentence.join(' '))]),
    words: new Set(words),
    stems: new Set(words.map(stem)),
    numbers: new Set([...numbersIn(words), ...words.flatMap((word) => numbersIn([word]))]),
    datedSentences: sentences
      .map((sentence) => ({ numbers: new Set(numbersIn(sentence)), stems: new Set(sentence.map(stem)) }))
      .filter(({ numbers }) => [...numbers].some(isDate)),
  }
}

const anyOf = (...words: string[]) => new RegExp(`\\b(?:${words.join('|')})\\b`)
/** The same pattern for `matchAll`, which finds every match. */
const eachOf = (...words: string[]) => new RegExp(anyOf(...words), 'g')

// Verbs for paying, such as `paying` and `utalipa`. A sentence with one may ask for money.
const PAY_VERB = eachOf(
  'pay(?:ing)?',
  '(?:u|m|tu|wa|ni|una|uta|mta|una)?(?:ku)?lip(?:a|e|eni|ia|ie|ieni)',
  'be paid',
  'paid (?:to|by|before|first|in advance)',
)
/** Verbs for handing something over: `send`, `kutuma`. */
const GIVE_VERB = eachOf(
  '(?:re)?send(?:ing)?|sends|(?:must|should|to) be (?:sent|given|shared|told|provided)|giv(?:e|es|ing)|shar(?:e|es|ing)|tell(?:ing)?|provid(?:e|ing)|submit(?:ting)?|text(?:ing)?|whatsapp|forward(?:ing)?|reveal|disclose|deliver|bring|transfer(?:ring)?|remit|wire|drop|hand|top up|load|quote|mention|reply with|read out',
  '(?:u|m|tu|wa|ni|ku)?(?:m|tu|ni|wa)?(?:tum(?:a|e|ie|ieni|eni)|p(?:e|eni|atie)|peleke?a?|ambi(?:a|e)|on(?:y|ye)?esh?(?:a|e)|shiriki(?:she|sha)?|peane?a?|toa|toe|toeni|letee?|leta|taja|taje)',
  '(?:una|uta)?kutuma|utatuma|utumie|kutoa|kumpa|kumwambia|kuwapa|wekea?',
)
const MONEY_WORD = anyOf(CASH, PAYMENT_METHOD, FEE, BRIBE, 'amount', 'airtime', 'credit', 'bundles')
const SECRET_WORD = anyOf(
  'passwords?|passcodes?|pins?|otps?|codes?|security answers?|secret|credentials|cvv|ids?|identity|passport|kitambulisho|vitambulisho|nenosiri|neno (?:la )?siri|siri|namba(?:ri)? ya (?:siri|kitambulisho)|logins?',
)
const CHARGE_WORD = eachOf(`(?:${FEE})(?! nothing)`, PAYMENT_METHOD, BRIBE, 'payments?', 'malipo')
/** Ways to reach someone outside the portal. An answer may name only those that our own text names. */
const CONTACT_CHANNEL = anyOf(
  'ussd',
  'sms',
  'whatsapp',
  'telegram',
  'facebook',
  'tiktok',
  'instagram',
  'twitter',
  'dial',
  'short ?code',
  'star',
  'hash',
  'piga(?: simu)?',
  'premium',
)
/** Matches the end of a text that forbids or denies the word after it. */
const AFTER_DENIAL =
  /(?:^| )(?:free of|(?:not|never|dont|neednt|mustnt|cannot|cant|nobody|without|no|any|bila|kamwe|hakuna|wala|si)(?: (?:need|have|having|required) to| (?:application|registration|hidden|ya))?)$/
/** Matches the end of a text before a verb. It says that the commission itself does what the verb says. */
const AFTER_WE = /(?:^| )we(?: will| can)?$/
/** Before the word "pay", this shows that pay is a noun, a salary, and so no demand for money. */
const AFTER_ARTICLE = /(?:^| )(?:the|its|daily|monthly)$/
/** How many characters before a word are searched for a denial. */
const DENIAL_REACH = 60

/**
 * True when the pattern matches and the text before it does not deny it. A match after `unlessAfter` does not
 * count.
 */
const isDemanded = (plainSentence: string, pattern: RegExp, unlessAfter?: RegExp) =>
  [...plainSentence.matchAll(pattern)].some(({ index }) => {
    const textBefore = plainSentence.slice(Math.max(0, index - DENIAL_REACH), index).trimEnd()
    return !AFTER_DENIAL.test(textBefore) && !unlessAfter?.test(textBefore)
  })

/** Words that turn a sentence into a rule. */
const RULE_WORD = anyOf(
  'must',
  'shall',
  'require[sd]?',
  'requirements?',
  'requiring',
  'needs?',
  'have to',
  'has to',
  'only',
  'mandatory',
  'compulsory',
  'obligatory',
  'minimum',
  'maximum',
  'at least',
  'at most',
  'older',
  'younger',
  'limit(?:ed)?',
  'cannot',
  'cant',
  'may not',
  'not (?:allowed|eligible|permitted|accepted|qualif\\w+)',
  'eligible',
  'ineligible',
  'disqualif\\w+',
  'reserved',
  'deadlines?',
  'clos(?:e|es|ed|ing)',
  'extended',
  'expire[sd]?',
  'full',
  'filled',
  'guarantee[sd]?',
  'automatically',
  'rejects?',
  'salary',
  'earns?',
  'lazima',
  'sharti',
  'shurti',
  'unahitaji',
  'inahitaji\\w*',
  'hairuhusiwi',
  'hauruhusiwi',
  'huruhusiwi',
  'unapaswa',
  'inabidi',
  'angalau',
  'wasiozidi',
  'isiyozidi',
  'mwisho',
  'inafungwa',
  'imefungwa',
  'zimefungwa',
  'mshahara',
  'hakikisho',
)
/** Words that a rule in an answer may have although our text does not have them. */
const FILLER_WORDS = new Set([
  ...SMALL_WORDS,
  ...'must shall require required requires need needs only least most from such because then after before when while unless their there these those would could should into onto than them each every other none takes take usually about some kati mmoja moja yako yenye kisha baada kabla pia kila hivyo basi kwanza lazima sharti shurti unahitaji inahitaji inahitajika unapaswa inabidi angalau first next also kindly'.split(
    ' ',
  ),
])

/** Matches claims such as `i submitted` and `you have been shortlisted`, but not `i cannot`. */
const CLAIMED_ACT =
  /\bi (?!do not|dont|cannot|cant|can(?: only)? (?:help|answer|tell|say|explain)|only|am (?:sorry|not|only|a|an|the|here)|have no|know|did not|understand|hope|suggest|answer|would)\w+|\bi(?:ve|ll)\b|\bim \w+ing\b|\bwe (?:have|had|just|already|will now)\b|\bweve\b|\b(?:has|have) (?:now |just |already )?been (?:submitted|sent|changed|updated|deleted|approved|accepted|received|registered|shortlisted|selected|extended|cancelled|reset|booked)\b|\b(?:you are|youre|you have been|you were|youve been) (?:now )?(?:submitted|registered|shortlisted|selected|hired|accepted|approved|rejected|disqualified|successful|qualified|eligible)\b|\bcongrat\w*|\bhongera\b|\bpongezi\b|\bit is done\b/
/** Matches "I have done", "I will do" and "we have done" in Kiswahili, also with an English verb. */
const KISWAHILI_ACT = /^(?:nime|nita|nili|tume|tuli|tutaku|nina)\p{L}{3,}$/u
const HARMLESS_ACT = /^(?:ninaweza|ninajibu|ninajua|ninasikitika|nitakusaidia|ninapendekeza)$/
/** Matches advice on a vote, such as `vote for` and `best candidate`. */
const VOTE_ADVICE =
  /\bvot(?:e|es|ed|ing) (?:\w+ )?(?:for|against|out|wisely)\b|\b(?:governing|ruling|opposition|political|right|best) (?:part(?:y|ies)|candidates?|coalition)\b|\bsupport (?:the |our |your )?(?:president|government|opposition|part(?:y|ies)|candidates?)\b|\b(?:u|m|ku|ku?m)?pig\w{1,4} kura\b|\bm(?:chague|pigie)\b|\bkura (?:yako|zako)\b|\bchama (?:tawala|cha)\b|\bparty of\b/
/** Matches words that spell out an address, such as `dot com`. */
const SPELLED_ADDRESS = /\b(?:dot|nukta)\b|\bslash\b|\bat (?:gmail|yahoo|outlook|hotmail|icloud|proton)\b/
const OTHER_SCRIPTS = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

const ORDINARY = new Set([...SMALL_WORDS, ...JOB_WORDS, ...CONCEPT_WORDS].map(stem))

/** A shorter word says little about the subject or the language of its sentence. */
const MIN_LONG_WORD = 4
/** A sentence with fewer long words shows too little to tell its language. */
const MIN_LONG_WORDS = 4

const contentWords = (words: string[]) =>
  words.filter(
    (word) => word.length >= MIN_LONG_WORD && !FILLER_WORDS.has(word) && numbersIn([word]).length === 0,
  )

/** True when a sentence names a date that none of our own sentences on the same subject names. */
const isMisdated = (words: string[], numbers: string[], { datedSentences }: Grounds) => {
  const dates = numbers.filter(isDate)
  const subjectStems = contentWords(words).map(stem)
  return (
    dates.length > 0 &&
    !datedSentences.some(
      (entry) =>
        dates.every((date) => entry.numbers.has(date)) &&
        subjectStems.some((stemOfWord) => entry.stems.has(stemOfWord)),
    )
  )
}

/**
 * True when most longer words of a sentence are neither in our text nor usual in questions here. Such a
 * sentence is probably in another language.
 */
const isStrange = (words: string[], { stems }: Grounds) => {
  const longWords = words.filter((word) => word.length >= MIN_LONG_WORD)
  const strangeWords = longWords.filter((word) => !stems.has(stem(word)) && !ORDINARY.has(stem(word)))
  return longWords.length >= MIN_LONG_WORDS && strangeWords.length > longWords.length / 2
}

/**
 * The reason why a sentence of a provider must not be shown; undefined when it may be shown (T25). Our own
 * sentences, word for word, may always be shown. In others every number must be in our text, and a rule must
 * use only its words. A sentence must not ask for money or secrets, claim to have done something, or give
 * advice on a vote.
 */
export function whyUnfounded(
  sentence: string,
  grounds: Grounds,
): 'address' | 'figure' | 'demand' | 'act' | 'vote' | 'rule' | 'language' | undefined {
  const textWithoutMarkers = withoutMarkers(sentence)
  if (textWithoutMarkers.split('\n').every((line) => grounds.sentences.has(plainWords(line).join(' '))))
    return undefined
  const words = plainWords(textWithoutMarkers)
  const plainSentence = words.join(' ')
  if (OTHER_SCRIPTS.test(sentence)) return 'language'
  if (SPELLED_ADDRESS.test(plainSentence)) return 'address'
  const numbers = numbersIn(words)
  if (numbers.some((number) => !grounds.numbers.has(number)) || isMisdated(words, numbers, grounds))
    return 'figure'
  const demandsPay =
    isDemanded(plainSentence, PAY_VERB, AFTER_ARTICLE) || isDemanded(plainSentence, CHARGE_WORD)
  const namesMoneyOrSecret = MONEY_WORD.test(plainSentence) || SECRET_WORD.test(plainSentence)
  const demandsGiving = namesMoneyOrSecret && isDemanded(plainSentence, GIVE_VERB, AFTER_WE)
  if (demandsPay || demandsGiving) return 'demand'
  if (words.some((word) => CONTACT_CHANNEL.test(word) && !grounds.words.has(word))) return 'demand'
  if (
    CLAIMED_ACT.test(plainSentence) ||
    words.some((word) => KISWAHILI_ACT.test(word) && !HARMLESS_ACT.test(word) && !grounds.words.has(word))
  )
    return 'act'
  if (VOTE_ADVICE.test(plainSentence) || isPolitical(words)) return 'vote'
  if (RULE_WORD.test(plainSentence) && contentWords(words).some((word) => !grounds.stems.has(stem(word))))
    return 'rule'
  return isStrange(words, grounds) ? 'language' : undefined
}
