import { CONCEPT_WORDS, SAME } from '../concepts.ts'
import { BRIBE, CASH, CHANNEL, FEE } from '../money.ts'
import { JOB_WORDS, SMALL_WORDS } from '../words.ts'
import { numbersIn, HALF_DAY, isDate, plainWords } from './numbers.ts'
import { isPolitical } from './politics.ts'

/**
 * What an answer may stand on: our passages and contacts, sentence by sentence, word by word and figure by
 * figure; and the sentences that name a date.
 */
export type Grounds = {
  sentences: Set<string>
  words: Set<string>
  stems: Set<string>
  figures: Set<string>
  dated: { figures: Set<string>; stems: Set<string> }[]
}

const SENTENCE_ENDS = /[.!?]\s|\n/
/** What stands for a word and for those that mean the same, in both languages. */
const stem = (word: string) =>
  SAME.get(word) ?? (word.length > 5 ? word.slice(0, 5) : word.replace(/(?<=\p{L}{3})s$/u, ''))

const MARKER = /^[^\S\n\r\u2028\u2029]*(?:\d{1,2}[.)](?:\s+|$)|[•-]\s+)/gm
/** Whether it is ours is asked elsewhere; what stands in it is no figure. */
const PHONE = /(?:\+|\b)\d(?:[\s()-]{0,2}\d){6,}/g
const bare = (text: string) => text.replace(MARKER, '').replace(PHONE, ' ')

/** What may be said of \`text\`. */
export const groundsOf = (written: string): Grounds => {
  const text = bare(written)
  const words = plainWords(text)
  const sentences = text.replace(HALF_DAY, '$1m').split(SENTENCE_ENDS).map(plainWords)
  return {
    sentences: new Set(['', ...sentences.map((entry) => entry.join(' '))]),
    words: new Set(words),
    stems: new Set(words.map(stem)),
    figures: new Set([...numbersIn(words), ...words.flatMap((word) => numbersIn([word]))]),
    dated: sentences
      .map((entry) => ({ figures: new Set(numbersIn(entry)), stems: new Set(entry.map(stem)) }))
      .filter(({ figures: numbers }) => [...numbers].some(isDate)),
  }
}

const any = (...words: string[]) => new RegExp(`\\b(?:${words.join('|')})\\b`)
const each = (...words: string[]) => new RegExp(any(...words), 'g')

const PAY = each(
  'pay(?:ing)?',
  '(?:u|m|tu|wa|ni|una|uta|mta|una)?(?:ku)?lip(?:a|e|eni|ia|ie|ieni)',
  'be paid',
  'paid (?:to|by|before|first|in advance)',
)
const GIVE = each(
  '(?:re)?send(?:ing)?|sends|(?:must|should|to) be (?:sent|given|shared|told|provided)|giv(?:e|es|ing)|shar(?:e|es|ing)|tell(?:ing)?|provid(?:e|ing)|submit(?:ting)?|text(?:ing)?|whatsapp|forward(?:ing)?|reveal|disclose|deliver|bring|transfer(?:ring)?|remit|wire|drop|hand|top up|load|quote|mention|reply with|read out',
  '(?:u|m|tu|wa|ni|ku)?(?:m|tu|ni|wa)?(?:tum(?:a|e|ie|ieni|eni)|p(?:e|eni|atie)|peleke?a?|ambi(?:a|e)|on(?:y|ye)?esh?(?:a|e)|shiriki(?:she|sha)?|peane?a?|toa|toe|toeni|letee?|leta|taja|taje)',
  '(?:una|uta)?kutuma|utatuma|utumie|kutoa|kumpa|kumwambia|kuwapa|wekea?',
)
const MONEY = any(CASH, CHANNEL, FEE, BRIBE, 'amount', 'airtime', 'credit', 'bundles')
const SECRET = any(
  'passwords?|passcodes?|pins?|otps?|codes?|security answers?|secret|credentials|cvv|ids?|identity|passport|kitambulisho|vitambulisho|nenosiri|neno (?:la )?siri|siri|namba(?:ri)? ya (?:siri|kitambulisho)|logins?',
)
const CHARGES = each(`(?:${FEE})(?! nothing)`, CHANNEL, BRIBE, 'payments?', 'malipo')
const AWAY = any(
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
/** What forbids or denies the word that comes next. */
const DENIED =
  /(?:^| )(?:free of|(?:not|never|dont|neednt|mustnt|cannot|cant|nobody|without|no|any|bila|kamwe|hakuna|wala|si)(?: (?:need|have|having|required) to| (?:application|registration|hidden|ya))?)$/
/** What makes of the next word something that we do, or of pay a salary. */
const WE = /(?:^| )we(?: will| can)?$/
const THE = /(?:^| )(?:the|its|daily|monthly)$/
const FAR = 60

/** True of \`found\` somewhere in a line where nothing denies it. */
const demanded = (line: string, found: RegExp, unless?: RegExp) =>
  [...line.matchAll(found)].some(({ index }) => {
    const before = line.slice(Math.max(0, index - FAR), index).trimEnd()
    return !DENIED.test(before) && !unless?.test(before)
  })

const RULE = any(
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
const SMALL = new Set([
  ...SMALL_WORDS,
  ...'must shall require required requires need needs only least most from such because then after before when while unless their there these those would could should into onto than them each every other none takes take usually about some kati mmoja moja yako yenye kisha baada kabla pia kila hivyo basi kwanza lazima sharti shurti unahitaji inahitaji inahitajika unapaswa inabidi angalau first next also kindly'.split(
    ' ',
  ),
])

const ACT =
  /\bi (?!do not|dont|cannot|cant|can(?: only)? (?:help|answer|tell|say|explain)|only|am (?:sorry|not|only|a|an|the|here)|have no|know|did not|understand|hope|suggest|answer|would)\w+|\bi(?:ve|ll)\b|\bim \w+ing\b|\bwe (?:have|had|just|already|will now)\b|\bweve\b|\b(?:has|have) (?:now |just |already )?been (?:submitted|sent|changed|updated|deleted|approved|accepted|received|registered|shortlisted|selected|extended|cancelled|reset|booked)\b|\b(?:you are|youre|you have been|you were|youve been) (?:now )?(?:submitted|registered|shortlisted|selected|hired|accepted|approved|rejected|disqualified|successful|qualified|eligible)\b|\bcongrat\w*|\bhongera\b|\bpongezi\b|\bit is done\b/
/** I have, I shall, we have: with the verb behind it, in Kiswahili and around English verbs. */
const OWN_ACT = /^(?:nime|nita|nili|tume|tuli|tutaku|nina)\p{L}{3,}$/u
const NO_ACT = /^(?:ninaweza|ninajibu|ninajua|ninasikitika|nitakusaidia|ninapendekeza)$/
const VOTE =
  /\bvot(?:e|es|ed|ing) (?:\w+ )?(?:for|against|out|wisely)\b|\b(?:governing|ruling|opposition|political|right|best) (?:part(?:y|ies)|candidates?|coalition)\b|\bsupport (?:the |our |your )?(?:president|government|opposition|part(?:y|ies)|candidates?)\b|\b(?:u|m|ku|ku?m)?pig\w{1,4} kura\b|\bm(?:chague|pigie)\b|\bkura (?:yako|zako)\b|\bchama (?:tawala|cha)\b|\bparty of\b/
const SPELLED = /\b(?:dot|nukta)\b|\bslash\b|\bat (?:gmail|yahoo|outlook|hotmail|icloud|proton)\b/
const OTHER_LETTERS = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

const ORDINARY = new Set([...SMALL_WORDS, ...JOB_WORDS, ...CONCEPT_WORDS].map(stem))

const telling = (words: string[]) =>
  words.filter((word) => word.length > 3 && !SMALL.has(word) && numbersIn([word]).length === 0)

/** True when a date or a time of a sentence stands in no sentence of ours that is about the same. */
const isMisdated = (words: string[], numbers: string[], { dated }: Grounds) => {
  const dates = numbers.filter(isDate)
  const about = telling(words).map(stem)
  return (
    dates.length > 0 &&
    !dated.some(
      (entry) =>
        dates.every((date) => entry.figures.has(date)) && about.some((stem) => entry.stems.has(stem)),
    )
  )
}

/**
 * True when most longer words of a sentence are at home neither in the grounds nor in what people ask here,
 * as in another language.
 */
const isStrange = (words: string[], { stems }: Grounds) => {
  const long = words.filter((word) => word.length >= 4)
  return (
    long.length >= 4 &&
    long.filter((word) => !stems.has(stem(word)) && !ORDINARY.has(stem(word))).length > long.length / 2
  )
}

/**
 * T25: why a sentence of a provider cannot be shown; undefined when it can. What we say ourselves, word for
 * word, may always be said. Else a figure must stand in the grounds, a rule must be made of their words, and
 * nothing may ask for money or secrets, tell of an act or advise on a vote.
 */
export function unfounded(
  sentence: string,
  grounds: Grounds,
): 'address' | 'figure' | 'demand' | 'act' | 'vote' | 'rule' | 'language' | undefined {
  const own = bare(sentence)
  if (own.split('\n').every((entry) => grounds.sentences.has(plainWords(entry).join(' ')))) return undefined
  const words = plainWords(own)
  const line = words.join(' ')
  if (OTHER_LETTERS.test(sentence)) return 'language'
  if (SPELLED.test(line)) return 'address'
  const numbers = numbersIn(words)
  if (numbers.some((figure) => !grounds.figures.has(figure)) || isMisdated(words, numbers, grounds))
    return 'figure'
  if (
    demanded(line, PAY, THE) ||
    demanded(line, CHARGES) ||
    ((MONEY.test(line) || SECRET.test(line)) && demanded(line, GIVE, WE))
  )
    return 'demand'
  if (words.some((word) => AWAY.test(word) && !grounds.words.has(word))) return 'demand'
  if (
    ACT.test(line) ||
    words.some((word) => OWN_ACT.test(word) && !NO_ACT.test(word) && !grounds.words.has(word))
  )
    return 'act'
  if (VOTE.test(line) || isPolitical(words)) return 'vote'
  if (RULE.test(line) && telling(words).some((word) => !grounds.stems.has(stem(word)))) return 'rule'
  return isStrange(words, grounds) ? 'language' : undefined
}
