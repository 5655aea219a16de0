import { withoutUnstorable } from '#contract/storable.ts'
import { type Grounds, whyUnfounded } from './grounds.ts'

/**
 * What an answer may contain: the addresses and phone numbers of our own `text`, and pages below `origin`.
 * `origin` is the address of this portal. With `grounds`, each sentence of the answer is checked too.
 */
export type AllowedContent = { text: string; origin: string; grounds?: Grounds }

/** A provider's answer was not accepted: it says something that our passages do not say. */
export class UnfoundedAnswer extends Error {
  override name = 'UnfoundedAnswer'
}

// Patterns of HTML and Markdown: blocks with their content, tags, images, links (only their text stays), and
// definitions of links.
const BLOCKS = /<(script|style|iframe|svg|template|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const TAGS = /<\/?[a-z!?][^<>]*(?:>|$)/gi
const IMAGES = /!\[[^[\]]*\](?:\([^)]*\)?|\[[^[\]]*\])?/g
const LINKS = /\[([^[\]]*)\](?:\([^)]*\)?|\[[^[\]]*\])/g
const DEFINITIONS = /^[^\S\n\r\u2028\u2029]*\[[^[\]]+\]:\s*\S.*$/gm

const TOP_LEVEL_DOMAINS =
  'com|org|net|info|biz|edu|gov|int|io|co|ke|ug|tz|rw|et|so|za|ng|africa|us|uk|eu|de|ru|cn|in|me|tv|ly|gl|to|cc|ws|su|tk|ml|ga|cf|gq|ai|app|dev|xyz|site|online|top|club|shop|store|link|click|live|page|web|website|space|icu|vip|win|zip|mov|work|jobs|example|test|local|localhost|internal'
const ADDRESSES = [
  // Matches a URL with a scheme, such as https. Then a scheme without slashes, then a URL without a scheme.
  /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s]*/gi,
  /\b(?:javascript|vbscript|data|blob|file|mailto|tel|sms|whatsapp|intent):\S+/gi,
  /(?<![:\w])\/\/[\w-]+\.\S*/g,
  // Matches an email address.
  /(?<![^\s@<>(),;:])[^\s@<>(),;:]+@[^\s@<>(),;:]+/g,
  // Matches a host name with a known ending, any host name before a path, or an IP address.
  new RegExp(
    `(?<![\\p{L}\\p{N}_@.-])(?:[\\p{L}\\p{N}-]+\\.)+(?:${TOP_LEVEL_DOMAINS})(?![\\w-])(?::\\d+)?(?:/\\S*)?`,
    'giu',
  ),
  /(?<![\p{L}\p{N}_@./-])(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(?::\d+)?\/\S+/gu,
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])(?::\d+)?(?:\/\S*)?/g,
  // Matches a phone or till number.
  /(?:\+|\b)\d(?:[\s()-]{0,2}\d){6,}/g,
]

const digits = (text: string) => text.replace(/\D/g, '')
const withoutPunctuation = (address: string) => {
  let end = address.length
  while (end > 0 && '.,;:!?\'")]'.includes(address.charAt(end - 1))) end--
  return address.slice(0, end)
}

/** Whether our own text contains this address or phone number. */
const isKnown = (address: string, ownText: string) => {
  const isPhoneNumber = /^[\d\s()+-]+$/.test(address)
  return isPhoneNumber
    ? digits(ownText).includes(digits(address))
    : ownText.toLowerCase().includes(withoutPunctuation(address).toLowerCase())
}

const hasUnknownAddress = (sentence: string, { text }: AllowedContent) =>
  ADDRESSES.some((pattern) => (sentence.match(pattern) ?? []).some((address) => !isKnown(address, text)))

// Matches claims about the person's application, such as `your application was rejected`. A provider knows no
// application, so all such claims are invented.
const APPLICATION_CLAIM =
  /\byour (?:job )?application(?:s)? (?:\w+ ){0,3}?(?:was|were|is|are|has been|have been|got|had been)(?: \w+){0,3}? (?:rejected|declined|unsuccessful|shortlisted|accepted|approved|successful|hired|disqualified|cancelled|deleted|withdrawn|incomplete)\b|\byou (?:have been|are|were|got) (?:\w+ )?(?:rejected|shortlisted|hired|disqualified|accepted)\b|\bombi lako (?:lime|ime)\w+/i
/** A sentence with such a word only says what may happen, as in `if your application was rejected`. */
const CONDITION = /\b(?:if|when|once|whether|after|until|unless|before|in case|ikiwa|kama)\b/i
const isInventedClaim = (sentence: string) => APPLICATION_CLAIM.test(sentence) && !CONDITION.test(sentence)

const withoutMarkup = (text: string): string => {
  const stripped = text
    .replace(BLOCKS, '')
    .replace(TAGS, '')
    .replace(IMAGES, '')
    .replace(DEFINITIONS, '')
    .replace(LINKS, '$1')
  // Removing a text may have joined the two halves of another tag, so look again.
  return stripped === text ? text : withoutMarkup(stripped)
}

/** Removes what is left of markup in an answer: open tags, headings, quotes, emphasis and code. */
const withoutMarks = (text: string) =>
  text
    .replace(/<(?=[a-z/!?])/gi, '')
    .replace(/^\s{0,3}#{1,6}\s+|^\s{0,3}>\s?/gm, '')
    .replace(/\*\*|__|~~|`+/g, '')
    .replace(/(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)/g, '')

// Ends of sentences. The pattern is a group, so that `split` keeps them. A single line break is no such end:
// it could separate "send" from "your password", and the check needs both.
const SENTENCE_END = /((?=\s)(?<=[.!?…]["'”’)]*)\s+|\n{2,}|(?<=[:;])\n)/

/**
 * Returns the sentence if it may be shown, or '' if it has an address that is not ours.
 * @throws UnfoundedAnswer for any other reason: then the whole answer is rejected.
 */
const allowedSentence = (sentence: string, allowed: AllowedContent) => {
  if (hasUnknownAddress(sentence, allowed)) return ''
  const reason =
    allowed.grounds && (isInventedClaim(sentence) ? 'act' : whyUnfounded(sentence, allowed.grounds))
  if (reason && reason !== 'address') throw new UnfoundedAnswer(reason)
  return reason ? '' : sentence
}

/**
 * Turns the text of a model into plain text (T25). Markup and characters that cannot be stored are removed,
 * and so are sentences with an address or a phone number that `allowed` does not contain.
 * @throws UnfoundedAnswer when a sentence says something that the grounds do not contain, or tells the
 * result of an application.
 */
export const plainText = (modelText: string, allowed: AllowedContent): string => {
  const storableText = withoutUnstorable(modelText).replaceAll('\r', '')
  // Addresses of our own pages become paths, so they do not count as addresses below.
  const plain = withoutMarks(withoutMarkup(storableText)).replaceAll(`${allowed.origin}/`, '/')
  return plain
    .split(SENTENCE_END)
    .map((sentence) => allowedSentence(sentence, allowed))
    .join('')
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
}
