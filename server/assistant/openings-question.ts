import { type Aspect, aspectsIn } from './aspects.ts'
import { wordList } from './lexicon.ts'
import { tellingWords } from './words.ts'

/** What a question about open jobs asks, as far as its words show without the database. */
export type OpeningsQuestion = {
  /** The question asks for a fact of one job: its deadline, or what `asksRules` covers. */
  asksFacts: boolean
  /** The question asks for the rules of a job: pay, schooling, age. */
  asksRules: boolean
  /** The type of jobs that the question names, if any. */
  type: 'internal' | 'external' | 'huduma' | 'by_election' | undefined
  /** The code of the person's level of schooling. Only jobs that require no higher level are meant. */
  level: string | undefined
  /** The question asks which jobs close soon. */
  asksSoon: boolean
  /** The question asks for permanent jobs. */
  asksPermanent: boolean
  /** The aspects, such as pay, that the question asks about the named kind of post. */
  aspects: Aspect[]
  /** The question names a post, such as driver. */
  namesPost: boolean
  /** The other words of the question: perhaps a title, a field of work or a place. */
  remainingWords: string[]
}

/** Matches the name of a post, alone or in a longer text: `driver`, `makarani`. */
const POST_WORD =
  /\b(?:clerks?|officers?|assistants?|drivers?|teachers?|nurses?|engineers?|accountants?|guards?|cleaners?|messengers?|secretar(?:y|ies)|managers?|trainers?|educators?|lawyers?|doctors?|technicians?|auditors?|karani|makarani|ukarani|afisa|maafisa|dereva|madereva|udereva|dere|mwalimu|walimu|presiding|returning|cooks?|chefs?|plumbers?|electricians?|mechanics?|receptionists?|librarians?|economists?|mhasibu|wahasibu|mpishi|wapishi|muuguzi|wauguzi|coordinators?|supervisors?|vra|vras)\b/
/** Words for a question about a post that a list of jobs cannot answer. */
const OTHER_MATTER =
  /\b(?:duty|duties|responsibilit\w+|job description|difference|differ|tofauti|majukumu|wajibu|work of|training|trainings|mafunzo|hufanya nini|anafanya nini|wanafanya nini|hufanya kazi gani|anafanya kazi gani|kufanya nini|interviews?|usaili|mahojiano)\b/
/** Words before a level of schooling which say that the person does not have that level. */
const WITHOUT =
  /\b(?:without|no|not|hana|sina|hawana|bila|lacks?|dont have|do not have|si|hajui) (?:a |an |any |have )?$/
/** Words that ask when a job closes: `deadline`, `inafungwa`. */
const CLOSING =
  /\b(?:deadlines?|clos(?:e|es|ing|ed)|last day|last date|due|expir(?:e|es|y|ing)|end(?:s|ing)? date|when does|ends|mwisho|inafungwa|zinafungwa|kufungwa|inaisha|zinaisha|inaclose|zinaclose)\b/
const PERMANENT = /\b(?:permanent|pensionable|kudumu)\b/
const SOON =
  /\b(?:soon|soonest|today|tomorrow|this week|urgent|next|karibuni|leo|kesho|wiki hii|hivi karibuni)\b/
/** Words that ask for the rules of a job: `salary`, `how old`. */
const RULES_OF_JOB =
  /\b(?:salary|salaries|pay|pays|paid|payment|wages?|allowance|earn|remuneration|mshahara|malipo|hulipwa|wanalipa|inalipa|lipa|how much|pesa ngapi|qualif\w+|requirements?|requires?|required|minimum|level|grade|elimu|masomo|kigezo|vigezo|mahitaji|age|umri|miaka|how old|posts|vacancies|nafasi ngapi|duration|contract|how long|terms)\b/
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
/**
 * The job type that a question names, with the pattern of its words. "Permanent or temporary" does not ask
 * for by-election jobs, although "temporary" alone does.
 */
const typeIn = (question: string) =>
  TYPES.find(
    ([type, pattern]) => pattern.test(question) && !(type === 'by_election' && PERMANENT.test(question)),
  )
/** The codes of levels of schooling, each with the words that people use for it. */
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

/** The next lower level of schooling. For instance, someone without a diploma is assumed to have KCSE. */
const NEXT_LOWER_LEVEL: Record<string, string> = {
  MASTERS: 'BACHELORS',
  BACHELORS: 'DIPLOMA',
  DIPLOMA: 'KCSE',
  CERTIFICATE: 'KCSE',
  KCSE: 'KCPE',
}

/** Names of posts in several words, and the titles that job pages use for them. */
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

/** Popular names of fields of work and posts, and the words that job pages use for them. */
const JOB_TEXT_WORDS = new Map(
  Object.entries({
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
  }),
)

const IGNORED_WORDS = new Set(wordList('of openings'))
const isIgnored = (word: string) =>
  IGNORED_WORDS.has(word) || SOON.test(word) || /^(?:vacanc|recruit|opportunit|advert)/.test(word)

/** True for the name of a post, such as drivers. The name has one word. */
export const isPost = (word: string): boolean => POST_WORD.test(word)

/**
 * True for a question about the duties, the training or the interviews of a post, or how it differs from
 * another.
 */
export const isOtherMatter = (words: string[]): boolean => {
  // Also matches "What does a clerk do?"
  const does = words.indexOf('does')
  return OTHER_MATTER.test(words.join(' ')) || (does >= 0 && words.lastIndexOf('do') > does)
}

/** True for a question that names a post and asks when it closes. */
export const asksClosing = (words: string[]): boolean =>
  POST_WORD.test(words.join(' ')) && CLOSING.test(words.join(' '))

/** True for a question that names a kind of post and asks something about it. */
export const asksAboutPost = (words: string[]): boolean => {
  // In "certified by a lawyer", the question is not about the post of the lawyer.
  const question = words.join(' ').replace(/\b(?:by|from) (?:an?|my|the) \w+/g, ' ')
  return aspectsIn(words).length > 0 && (POST_WORD.test(question) || typeIn(question) !== undefined)
}

/** Reads what a question about openings asks. */
export const openingsQuestionOf = (words: string[]): OpeningsQuestion => {
  let question = words
    .join(' ')
    // In "it jobs", IT means ICT.
    .replace(/\bit (?=jobs?\b|posts?\b|positions?\b|vacanc|officer|department|support|specialist)/, 'ict ')
  const asksClosingDate = CLOSING.test(question)
  const asksRules = RULES_OF_JOB.test(question)
  for (const [pattern, title] of TITLES) question = question.replace(pattern, title)
  const [type, typeWords] = typeIn(question) ?? []
  const [namedLevel, levelWords] = LEVELS.find(([, pattern]) => pattern.test(question)) ?? []
  const textBeforeLevel = levelWords ? question.slice(0, question.search(levelWords)) : ''
  const levelOfPerson =
    namedLevel && WITHOUT.test(textBeforeLevel) ? (NEXT_LOWER_LEVEL[namedLevel] ?? namedLevel) : namedLevel
  const aspects = aspectsIn(words)
  const namesPost = POST_WORD.test(question)
  // "Is a diploma enough for a clerk?" asks for the rule of that post. It does not limit the jobs by level.
  const level =
    namesPost && (aspects.includes('schooling') || aspects.includes('requirements'))
      ? undefined
      : levelOfPerson
  // If no level limits the search, the names of all levels are removed like other known words.
  const levelPatterns = level === levelOfPerson ? [levelWords] : LEVELS.map(([, pattern]) => pattern)
  for (const pattern of [typeWords, ...levelPatterns]) if (pattern) question = question.replace(pattern, ' ')
  const remainingWords = tellingWords(
    question
      .replace(PERMANENT, ' ')
      .replace(/\b(?:or|ama|au)? ?temporary\b/, ' ')
      .split(' ')
      .filter(Boolean),
  )
    .filter((word) => JOB_TEXT_WORDS.has(word) || !isIgnored(word))
    .flatMap((word) => JOB_TEXT_WORDS.get(word)?.split(' ') ?? [word])
  return {
    asksFacts: asksClosingDate || asksRules,
    asksRules,
    asksPermanent: !namesPost && !type && PERMANENT.test(question),
    aspects,
    namesPost,
    type,
    level,
    asksSoon: asksClosingDate && SOON.test(question),
    remainingWords,
  }
}

const WORD_GROUP_SIZES = [1, 2, 3]
/** A group of words with fewer characters than this names no place. */
const MIN_GROUP_LENGTH = 4

/** All groups of one to three neighbouring words of a question. Each group may be the name of a place. */
export const wordGroupsOf = (words: string[]): string[] =>
  words
    .flatMap((_, start) =>
      WORD_GROUP_SIZES.filter((size) => start + size <= words.length).map((size) =>
        words.slice(start, start + size).join(' '),
      ),
    )
    .filter((group) => group.length >= MIN_GROUP_LENGTH)
