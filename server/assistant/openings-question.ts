import { wordList } from './lexicon.ts'
import { tellingWords } from './words.ts'

/** What is asked about openings, before anything is looked up. */
export type OpeningsQuestion = {
  /** It asks for what stands in one notice: its deadline, its pay, its rules. */
  facts: boolean
  type: 'internal' | 'external' | 'huduma' | 'by_election' | undefined
  level: string | undefined
  soon: boolean
  /** It names what people work as. */
  post: boolean
  /** What is left when the words above are taken away: perhaps a title, a field of work or a place. */
  rest: string[]
}

const POST =
  /\b(?:clerks?|officers?|assistants?|drivers?|teachers?|nurses?|engineers?|accountants?|guards?|cleaners?|messengers?|secretar(?:y|ies)|managers?|trainers?|educators?|lawyers?|doctors?|technicians?|auditors?|karani|makarani|afisa|maafisa|dereva|madereva|mwalimu|walimu)\b/
const CLOSING =
  /\b(?:deadlines?|clos(?:e|es|ing|ed)|last day|last date|due|expir(?:e|es|y|ing)|end(?:s|ing)? date|when does|ends|mwisho|inafungwa|zinafungwa|kufungwa|inaisha|zinaisha|inaclose|zinaclose)\b/
const SOON = /\b(?:soon|soonest|today|tomorrow|this week|urgent|next|karibuni|leo|kesho|wiki hii|hivi karibuni)\b/
const FACTS =
  /\b(?:salary|salaries|pay|pays|paid|payment|wages?|allowance|earn|remuneration|mshahara|malipo|hulipwa|wanalipa|inalipa|lipa|how much|pesa ngapi|qualif\w+|requirements?|requires?|required|minimum|level|grade|elimu|masomo|kigezo|vigezo|mahitaji|age|umri|miaka|how old|posts|vacancies|nafasi ngapi|duration|contract|how long|terms)\b/
const TYPES: [NonNullable<OpeningsQuestion['type']>, RegExp][] = [
  ['huduma', /\bhuduma(?: cent(?:re|er)s?)?\b/],
  ['by_election', /\bby ?elections?(?: temporary)?\b|\buchaguzi mdogo\b|\bchaguzi ndogo\b|\btemporary\b|\bkazi za muda\b/],
  ['internal', /\binternal (?:calls?|jobs?|positions?|posts?|vacanc\w+|recruitment|openings?)\b|\b(?:are|ni|za) internal\b/],
  ['external', /\bexternal\b/],
]
const LEVELS: [string, RegExp][] = [
  ['KCPE', /\bkcpe\b|\bprimary school\b|\bclass eight\b|\bdarasa la nane\b/],
  ['KCSE', /\bkcse\b|\bform (?:four|4|iv)(?: leavers?)?\b|\bsecondary school\b|\bhigh school\b|\bkidato cha nne\b|\bfourth form\b/],
  ['DIPLOMA', /\b(?:diploma|stashahada)(?: holders?)?\b/],
  ['MASTERS', /\bmasters?(?: degree)?\b/],
  ['BACHELORS', /\b(?:degree|bachelors?|graduates?|shahada)(?: holders?)?\b/],
  ['CERTIFICATE', /\bcertificate holders?\b|\b(?:with|na) (?:a )?certificate\b/],
]

/** What people call a field of work or a post, in the words of the notices. */
const AS_WRITTEN: Record<string, string> = {
  karani: 'clerk',
  makarani: 'clerk',
  afisa: 'officer',
  maafisa: 'officer',
  fedha: 'finance',
  pesa: 'finance',
  sheria: 'legal',
  wakili: 'legal',
  lawyer: 'legal',
  lawyers: 'legal',
  advocate: 'legal',
  advocates: 'legal',
  mkufunzi: 'trainer',
  ghala: 'warehouse',
  store: 'warehouse',
  usalama: 'security',
  mawasiliano: 'communications',
  mhasibu: 'accounts',
  uhasibu: 'accounts',
  accounting: 'accounts',
  mkaguzi: 'auditor',
  ukaguzi: 'audit',
  auditing: 'auditor',
  kompyuta: 'ict',
  teknolojia: 'ict',
  computer: 'ict',
  tech: 'ict',
  usajili: 'registration',
  rekodi: 'records',
  dereva: 'driver',
  mwalimu: 'educator',
  hr: 'human resource',
  clark: 'clerk',
  clarks: 'clerk',
  po: 'presiding officer',
  dpo: 'deputy presiding officer',
}

const TAKEN_AWAY = new Set(wordList('of openings'))

/** True of what people call a post, such as drivers. */
export const isPost = (word: string): boolean => POST.test(word)

/** What a question about openings asks. */
export const openingsQuestionOf = (words: string[]): OpeningsQuestion => {
  let line = words.join(' ').replace(/\bit (?=jobs?\b|posts?\b|positions?\b|vacanc|officer|department|support|specialist)/, 'ict ')
  const closing = CLOSING.test(line)
  const facts = closing || FACTS.test(line)
  const [type, typeWords] = TYPES.find(([, known]) => known.test(line)) ?? []
  const [level, levelWords] = LEVELS.find(([, known]) => known.test(line)) ?? []
  for (const said of [typeWords, levelWords]) if (said) line = line.replace(said, ' ')
  const rest = tellingWords(line.split(' ').filter(Boolean))
    .filter((word) => !(TAKEN_AWAY.has(word) || SOON.test(word) || /^(?:vacanc|recruit|opportunit|advert)/.test(word)) || Object.hasOwn(AS_WRITTEN, word))
    .flatMap((word) => (Object.hasOwn(AS_WRITTEN, word) ? (AS_WRITTEN[word]?.split(' ') ?? []) : [word]))
  return { facts, post: POST.test(line), type, level, soon: closing && SOON.test(line), rest }
}

/** The groups of up to three neighbouring words that may be the name of a place. */
export const gramsOf = (words: string[]): string[] =>
  words.flatMap((_, at) => [1, 2, 3].map((length) => words.slice(at, at + length).join(' ')).slice(0, words.length - at)).filter((gram) => gram.length > 3)
