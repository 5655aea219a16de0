import { type Aspect, aspectsIn } from './aspects.ts'
import { wordList } from './lexicon.ts'
import { tellingWords } from './words.ts'

/** What is asked about openings, before anything is looked up. */
export type OpeningsQuestion = {
  /** It asks for what stands in one notice: its deadline, its pay, its rules. */
  facts: boolean
  /** It asks for the rules of a job: pay, schooling, age. */
  rules: boolean
  type: 'internal' | 'external' | 'huduma' | 'by_election' | undefined
  level: string | undefined
  soon: boolean
  /** It asks for jobs that last. */
  permanent: boolean
  /** What it asks about the kind of post that it names. */
  aspects: Aspect[]
  /** It names what people work as. */
  post: boolean
  /** What is left when the words above are taken away: perhaps a title, a field of work or a place. */
  rest: string[]
}

const POST =
  /\b(?:clerks?|officers?|assistants?|drivers?|teachers?|nurses?|engineers?|accountants?|guards?|cleaners?|messengers?|secretar(?:y|ies)|managers?|trainers?|educators?|lawyers?|doctors?|technicians?|auditors?|karani|makarani|ukarani|afisa|maafisa|dereva|madereva|udereva|dere|mwalimu|walimu|presiding|returning|cooks?|chefs?|plumbers?|electricians?|mechanics?|receptionists?|librarians?|economists?|mhasibu|wahasibu|mpishi|wapishi|muuguzi|wauguzi|coordinators?|supervisors?|vra|vras)\b/
/** It names a job and asks something that no list of jobs answers. */
const OTHER_MATTER =
  /\b(?:duty|duties|responsibilit\w+|job description|difference|differ|tofauti|majukumu|wajibu|work of|training|trainings|mafunzo|hufanya nini|anafanya nini|wanafanya nini|hufanya kazi gani|anafanya kazi gani|kufanya nini|interviews?|usaili|mahojiano)\b/
/** Having no such level. */
const WITHOUT =
  /\b(?:without|no|not|hana|sina|hawana|bila|lacks?|dont have|do not have|si|hajui) (?:a |an |any |have )?$/
const CLOSING =
  /\b(?:deadlines?|clos(?:e|es|ing|ed)|last day|last date|due|expir(?:e|es|y|ing)|end(?:s|ing)? date|when does|ends|mwisho|inafungwa|zinafungwa|kufungwa|inaisha|zinaisha|inaclose|zinaclose)\b/
const PERMANENT = /\b(?:permanent|pensionable|kudumu)\b/
const SOON =
  /\b(?:soon|soonest|today|tomorrow|this week|urgent|next|karibuni|leo|kesho|wiki hii|hivi karibuni)\b/
const FACTS =
  /\b(?:salary|salaries|pay|pays|paid|payment|wages?|allowance|earn|remuneration|mshahara|malipo|hulipwa|wanalipa|inalipa|lipa|how much|pesa ngapi|qualif\w+|requirements?|requires?|required|minimum|level|grade|elimu|masomo|kigezo|vigezo|mahitaji|age|umri|miaka|how old|posts|vacancies|nafasi ngapi|duration|contract|how long|terms)\b/
/**
 * Jobs of a kind that a question names; what lasts is asked for by a word of its own, also beside "or
 * temporary".
 */
const typeIn = (line: string) =>
  TYPES.find(([type, known]) => known.test(line) && !(type === 'by_election' && PERMANENT.test(line)))
const TYPES: [NonNullable<OpeningsQuestion['type']>, RegExp][] = [
  ['huduma', /\bhuduma(?: cent(?:re|er)s?)?\b/],
  [
    'by_election',
    /\bby ?elections?(?: temporary)?\b|\buchaguzi mdogo\b|\bchaguzi ndogo\b|\btemporary\b|\bkazi za muda\b/,
  ],
  [
    'internal',
    /\binternal (?:calls?|jobs?|positions?|posts?|vacanc\w+|recruitment|openings?)\b|\b(?:are|ni|za) internal\b/,
  ],
  ['external', /\bexternal\b/],
]
const LEVELS: [string, RegExp][] = [
  [
    'KCPE',
    /\bkcpe\b|\bprimary school\b|\bclass eight\b|\bdarasa la nane\b|\b(?:sijasoma|hajasoma|wasiosoma|uneducated|illiterate|no schooling|never went to school|did not go to school)\b|\b(?:manual|casual) (?:work|jobs?|labour)\b|\bkazi za mkono\b/,
  ],
  [
    'KCSE',
    /\bkcse\b|\bform (?:four|4|iv)(?: leavers?)?\b|\bsecondary school\b|\bhigh school\b|\bkidato cha nne\b|\bfourth form\b/,
  ],
  ['DIPLOMA', /\b(?:diploma|stashahada)(?: holders?)?\b/],
  ['MASTERS', /\bmasters?(?: degree)?\b/],
  ['BACHELORS', /\b(?:degree|bachelors?|graduates?|shahada)(?: holders?)?\b/],
  ['CERTIFICATE', /\bcertificate holders?\b|\b(?:with|na) (?:a )?certificate\b/],
]

/** The level below: what somebody has who has not this one. */
const BELOW: Record<string, string> = {
  MASTERS: 'BACHELORS',
  BACHELORS: 'DIPLOMA',
  DIPLOMA: 'KCSE',
  CERTIFICATE: 'KCSE',
  KCSE: 'KCPE',
}

/** What people call a post in more than one word. */
const TITLES: [RegExp, string][] = [
  [
    /\b(?:karani|makarani|clerks?|ukarani)(?: wa| za| ya)? (?:kupigia kura|kupiga kura|kuhesabu kura|kura|siku ya kura)\b/g,
    'polling clerk',
  ],
  [
    /\b(?:karani|makarani)(?: wa| za| ya)? (?:kusajili|usajili|kuandikisha)(?: wa)?(?: wapiga kura)?\b/g,
    'registration clerk',
  ],
  [/\bpresidin\w?\b(?! officers?\b)/g, 'presiding officer'],
  [/\bict (?:guy|person|people|support|officers?|specialist)\b/g, 'ict clerk'],
  [
    /\b(?:naibu (?:wa )?)(?:afisa )?msimamizi(?: wa)?(?: kituo)?(?: cha kura| cha kupigia kura)?\b/g,
    'deputy presiding officer',
  ],
  [
    /\b(?:afisa |maafisa )?(?:msimamizi|wasimamizi)(?: wa)? (?:kituo|vituo)(?: cha kura| cha kupigia kura| vya kura)?\b|\b(?:afisa msimamizi|maafisa wasimamizi)\b(?! wa uchaguzi)/g,
    'presiding officer',
  ],
  [/\b(?:afisa )?msimamizi wa uchaguzi\b/g, 'returning officer'],
]

/** What people call a field of work or a post, in the words of the notices. */
const AS_WRITTEN: Record<string, string> = {
  karani: 'clerk',
  makarani: 'clerk',
  ukarani: 'clerk',
  udereva: 'driver',
  madereva: 'driver',
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
  ro: 'returning officer',
  vra: 'voter registration assistant',
  vras: 'voter registration assistant',
  cec: 'constituency election coordinator',
  dere: 'driver',
  ulinzi: 'security',
  mlinzi: 'security',
  walinzi: 'security',
}

const TAKEN_AWAY = new Set(wordList('of openings'))

/** True of what people call a post, such as drivers. */
export const isPost = (word: string): boolean => POST.test(word)

/**
 * True of a question that names a post and asks for its duties, its training, how it differs from another, or
 * its interviews.
 */
export const isOtherMatter = (words: string[]): boolean => {
  const does = words.indexOf('does')
  return OTHER_MATTER.test(words.join(' ')) || (does >= 0 && words.lastIndexOf('do') > does)
}

/** True of a question that names a post and asks when it closes. */
export const asksClosing = (words: string[]): boolean =>
  POST.test(words.join(' ')) && CLOSING.test(words.join(' '))

/** True of a question that names a kind of post and asks something about it. */
export const asksOfPost = (words: string[]): boolean => {
  // Who certifies a paper or wrote a letter is not the post that is asked about.
  const line = words.join(' ').replace(/\b(?:by|from) (?:an?|my|the) \w+/g, ' ')
  return aspectsIn(words).length > 0 && (POST.test(line) || typeIn(line) !== undefined)
}

/** What a question about openings asks. */
export const openingsQuestionOf = (words: string[]): OpeningsQuestion => {
  let line = words
    .join(' ')
    .replace(/\bit (?=jobs?\b|posts?\b|positions?\b|vacanc|officer|department|support|specialist)/, 'ict ')
  const closing = CLOSING.test(line)
  const rules = FACTS.test(line)
  for (const [known, title] of TITLES) line = line.replace(known, title)
  const [type, typeWords] = typeIn(line) ?? []
  const [named, levelWords] = LEVELS.find(([, known]) => known.test(line)) ?? []
  const having =
    named && levelWords && WITHOUT.test(line.slice(0, line.search(levelWords)))
      ? (BELOW[named] ?? named)
      : named
  const aspects = aspectsIn(words)
  const post = POST.test(line)
  // Who asks whether a diploma is enough for a post asks for its rule, and not for the jobs that want no
  // more.
  const level =
    post && (aspects.includes('schooling') || aspects.includes('requirements')) ? undefined : having
  const levels = level === having ? [levelWords] : LEVELS.map(([, known]) => known)
  for (const phrase of [typeWords, ...levels]) if (phrase) line = line.replace(phrase, ' ')
  const rest = tellingWords(
    line
      .replace(PERMANENT, ' ')
      .replace(/\b(?:or|ama|au)? ?temporary\b/, ' ')
      .split(' ')
      .filter(Boolean),
  )
    .filter(
      (word) =>
        !(TAKEN_AWAY.has(word) || SOON.test(word) || /^(?:vacanc|recruit|opportunit|advert)/.test(word)) ||
        Object.hasOwn(AS_WRITTEN, word),
    )
    .flatMap((word) => (Object.hasOwn(AS_WRITTEN, word) ? (AS_WRITTEN[word]?.split(' ') ?? []) : [word]))
  return {
    facts: closing || rules,
    rules,
    permanent: !post && !type && PERMANENT.test(line),
    aspects,
    post,
    type,
    level,
    soon: closing && SOON.test(line),
    rest,
  }
}

/** The groups of up to three neighbouring words that may be the name of a place. */
export const gramsOf = (words: string[]): string[] =>
  words
    .flatMap((_, index) =>
      [1, 2, 3].map((length) => words.slice(index, index + length).join(' ')).slice(0, words.length - index),
    )
    .filter((gram) => gram.length > 3)
