import { storable } from '#contract/wire.ts'
import { type Grounds, unfounded } from './grounds.ts'

/**
 * Whose addresses and numbers may stand in an answer: those in `text`, which is ours, and paths below
 * `origin`. With `grounds`, what else may be said.
 */
export type Known = { text: string; origin: string; grounds?: Grounds }

/** Why an answer was not taken: it says what nobody told it. */
export class UnfoundedAnswer extends Error {
  override name = 'UnfoundedAnswer'
}

const BLOCKS = /<(script|style|iframe|svg|template|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const TAGS = /<\/?[a-z!?][^<>]*(?:>|$)/gi
const IMAGES = /!\[[^[\]]*\](?:\([^)]*\)?|\[[^[\]]*\])?/g
const LINKS = /\[([^[\]]*)\](?:\([^)]*\)?|\[[^[\]]*\])/g
const DEFINITIONS = /^[^\S\n\r\u2028\u2029]*\[[^[\]]+\]:\s*\S.*$/gm

const ENDINGS =
  'com|org|net|info|biz|edu|gov|int|io|co|ke|ug|tz|rw|et|so|za|ng|africa|us|uk|eu|de|ru|cn|in|me|tv|ly|gl|to|cc|ws|su|tk|ml|ga|cf|gq|ai|app|dev|xyz|site|online|top|club|shop|store|link|click|live|page|web|website|space|icu|vip|win|zip|mov|work|jobs|example|test|local|localhost|internal'
const ADDRESSES = [
  // A scheme, with or without slashes.
  /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s]*/gi,
  /\b(?:javascript|vbscript|data|blob|file|mailto|tel|sms|whatsapp|intent):\S+/gi,
  /(?<![:\w])\/\/[\w-]+\.\S*/g,
  // An email.
  /(?<![^\s@<>(),;:])[^\s@<>(),;:]+@[^\s@<>(),;:]+/g,
  // A host, by its ending; or any that is followed by a path.
  new RegExp(
    `(?<![\\p{L}\\p{N}_@.-])(?:[\\p{L}\\p{N}-]+\\.)+(?:${ENDINGS})(?![\\w-])(?::\\d+)?(?:/\\S*)?`,
    'giu',
  ),
  /(?<![\p{L}\p{N}_@./-])(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(?::\d+)?\/\S+/gu,
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])(?::\d+)?(?:\/\S*)?/g,
  // A phone or till number.
  /(?:\+|\b)\d(?:[\s()-]{0,2}\d){6,}/g,
]

const digits = (text: string) => text.replace(/\D/g, '')
const trimmed = (address: string) => {
  let end = address.length
  while (end > 0 && '.,;:!?\'")]'.includes(address.charAt(end - 1))) end--
  return address.slice(0, end)
}

const isKnown = (address: string, known: string) =>
  /^[\d\s()+-]+$/.test(address)
    ? digits(known).includes(digits(address))
    : known.toLowerCase().includes(trimmed(address).toLowerCase())

const leadsElsewhere = (sentence: string, { text }: Known) =>
  ADDRESSES.some((shape) => (sentence.match(shape) ?? []).some((found) => !isKnown(found, text)))

// No provider is told anything about anybody's application: whatever one says about it is made up.
const CLAIM =
  /\byour (?:job )?application(?:s)? (?:\w+ ){0,3}?(?:was|were|is|are|has been|have been|got|had been)(?: \w+){0,3}? (?:rejected|declined|unsuccessful|shortlisted|accepted|approved|successful|hired|disqualified|cancelled|deleted|withdrawn|incomplete)\b|\byou (?:have been|are|were|got) (?:\w+ )?(?:rejected|shortlisted|hired|disqualified|accepted)\b|\bombi lako (?:lime|ime)\w+/i
const SUPPOSED = /\b(?:if|when|once|whether|after|until|unless|before|in case|ikiwa|kama)\b/i
const isInvented = (sentence: string) => CLAIM.test(sentence) && !SUPPOSED.test(sentence)

const withoutMarkup = (text: string): string => {
  const bare = text
    .replace(BLOCKS, '')
    .replace(TAGS, '')
    .replace(IMAGES, '')
    .replace(DEFINITIONS, '')
    .replace(LINKS, '$1')
  // What was taken out may have kept the two halves of another mark apart.
  return bare === text ? text : withoutMarkup(bare)
}

const withoutMarks = (text: string) =>
  text
    .replace(/<(?=[a-z/!?])/gi, '')
    .replace(/^\s{0,3}#{1,6}\s+|^\s{0,3}>\s?/gm, '')
    .replace(/\*\*|__|~~|`+/g, '')
    .replace(/(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)/g, '')

/** A sentence as it may be shown: '' of one that leads elsewhere. */
const shownOf = (sentence: string, known: Known) => {
  if (leadsElsewhere(sentence, known)) return ''
  const why = known.grounds && (isInvented(sentence) ? 'act' : unfounded(sentence, known.grounds))
  if (why && why !== 'address') throw new UnfoundedAnswer(why)
  return why ? '' : sentence
}

/**
 * Words of a model as plain text (T25): no markup, no character that cannot be stored, and no sentence that
 * leads to an address or a phone number which `known` does not hold.
 * @throws UnfoundedAnswer when one says what the grounds do not hold, or tells how somebody's application
 * stands.
 */
export const plainText = (words: string, known: Known): string => {
  const readable = Array.from(words)
    .filter((sign) => sign !== '\r' && storable.test(sign))
    .join('')
  const own = withoutMarks(withoutMarkup(readable)).replaceAll(`${known.origin}/`, '/')
  return (
    own
      // A line goes on in the next, unless it is at an end: nobody parts "send" from "your password".
      .split(/((?=\s)(?<=[.!?…]["'”’)]*)\s+|\n{2,}|(?<=[:;])\n)/)
      .map((sentence) => shownOf(sentence, known))
      .join('')
      .replace(/[^\S\n]{2,}/g, ' ')
      .replace(/\n{3,}/g, '\n\n')
  )
}
