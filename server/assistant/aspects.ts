/** What a question can ask about a kind of post, besides whether a job for it is open. */
const ASPECTS = [
  'pay',
  'duration',
  'age',
  'experience',
  'documents',
  'posts',
  'deadline',
  'place',
  'schooling',
  'requirements',
] as const
export type Aspect = (typeof ASPECTS)[number]

/**
 * The help section about each aspect of jobs in general. It is used when a job does not mention the aspect,
 * or when no such job is open.
 */
export const GENERAL_SECTION: Record<Aspect, string> = {
  pay: '/resources/openings#what-does-a-job-pay-and-when',
  duration: '/resources/openings#where-will-i-work-and-for-how-long',
  age: '/resources/registration#how-old-must-i-be',
  experience: '/resources/applying#i-have-no-work-experience',
  documents: '/resources/documents#which-documents-do-i-need',
  posts: '/resources/openings#how-do-i-find-jobs',
  deadline: '/resources/applying#what-if-the-job-closes-before-i-submit',
  place: '/resources/openings#where-will-i-work-and-for-how-long',
  schooling: '/resources/openings#is-my-grade-good-enough',
  requirements: '/resources/openings#am-i-qualified',
}

/** Help sections that describe in general what each job page says about its own job. */
const GENERAL_SECTIONS = new Set([
  ...Object.values(GENERAL_SECTION),
  '/resources/openings#what-kinds-of-jobs-are-there',
  '/resources/openings#what-will-i-do-in-this-job',
])
export const isGeneralSection = (url: string | undefined): boolean =>
  url !== undefined && GENERAL_SECTIONS.has(url)

/**
 * The words that ask for each aspect. For instance `how much` asks for the pay, `muda gani` for the duration
 * and `nina 25` for the age. Words are in English, Kiswahili or Sheng, without accents and punctuation.
 */
const ASPECT_PATTERNS: Record<Aspect, RegExp> = {
  pay: /\b(?:salary|salaries|salo|pay|pays|paid|paying|payment|wages?|allowances?|earn|earns|remuneration|mshahara|mishahara|malipo|marupurupu|\w{0,6}lipwa|\w{2,4}lipa|(?:pesa|doo|ganji|how much) (?:ngapi|money|per|do|does|a|for|is)|how much|benefits|does an? (?:\w+ ){1,3}(?:get|make)|kiasi gani|(?:per|kwa) (?:day|month|siku|mwezi))\b/,
  duration:
    /\b(?:how long|duration|contracts?|mkataba|terms|permanent|temporary|pensionable|kudumu|muda gani|(?:how many|siku|wiki|miezi|days|months) (?:days|weeks|months|ngapi|mingapi)|part time|full time)\b/,
  age: /\b(?:age|aged|umri|how old|too old|too young|miaka|years old|nina \d\d|niko na \d\d|(?:am|i am|im) \d\d)\b/,
  experience: /\b(?:experiences?|experienced|uzoefu|fresh graduates?|never worked|fresher)\b/,
  documents:
    /\b(?:documents?|docs|papers|hati|nyaraka|karatasi|vyeti|attach\w{0,5}|upload\w{0,4}|certificates|cv|cover letter)\b/,
  posts:
    /\b(?:nafasi (?:ngapi|zimebaki|ziko ngapi)|wangapi|how many (?:\w+ )?(?:posts?|vacanc\w+|positions?|slots?|people (?:are|do|will) (?:you|they)|clerks?|officers?|assistants?|makarani)|number of (?:posts?|vacanc\w+|positions?))\b/,
  deadline:
    /\b(?:deadlines?|clos(?:e|es|ing|ed)|last (?:day|date)|due|expir(?:e|es|y|ing)|end date|ends|mwisho|inafungwa|zinafungwa|kufungwa|inaisha|zinaisha|inaclose|zinaclose)\b/,
  place:
    /\b(?:where|wapi|which (?:county|counties|place|places|town|areas?)|kaunti gani|eneo gani|maeneo gani|mahali gani|locations?|stationed|based|countrywide|nationwide)\b/,
  schooling:
    /\b(?:degree|diploma|certificate|kcse|kcpe|grade|gredi|alama|mean|education|elimu|masomo|level|shahada|stashahada|digrii|form (?:four|4)|kidato|plain|plus|minus|p1|studied|nilisoma)\b/,
  requirements:
    /\b(?:requir\w+|qualif\w+|eligib\w+|needed|criteria|details|everything|who (?:can|may|should)|nani (?:anafaa|anaweza|anaruhusiwa|anastahili)|(?:wanataka|wanahitaji|mnataka|unahitaji) nini|have to|must|lazima|vigezo|kigezo|sifa|masharti|mahitaji|inahitaji|zinahitaji|anahitaji|inataka|unahitaji nini|licen[cs]e|leseni|residents?|mkazi|wakazi|mwenyeji|(?:can|may|could) (?:\w+ ){1,4}(?:be|become|apply|work|get|do)|(?:naweza|naeza|nawezaje|anaweza|anaeza|tunaweza) (?:\w+ )?(?:kuwa|pata|kupata|omba|kuomba|apply|kuapply|fanya|kufanya)|nafit|students?|mwanafunzi|campus|campo)\b/,
}

/**
 * Matches a question that asks which jobs there are, such as `which open jobs`, but not `is the job open`. In
 * such a question, schooling or a place only says which jobs are meant.
 */
const WHICH_JOBS =
  /\b(?:which|what|any|other|more|list|show|these|open|all) (?:\w+ )?(?:jobs|vacancies|openings)\b|\bjobs (?:for|with|that|i can|without)\b|\b(?:kuna|mko na|mna|kazi|job|jobs|nafasi) (?:kazi |job |jobs |nafasi )?(?:gani|za|kwa|zipi|ziko|zote)\b/
const ASPECTS_THAT_SELECT_JOBS: ReadonlySet<Aspect> = new Set([
  'schooling',
  'requirements',
  'place',
  'experience',
  'age',
  'documents',
])

/** If a question names one of these aspects, it does not ask for all requirements of a job. */
const COVERS_REQUIREMENTS: ReadonlySet<Aspect> = new Set([
  'schooling',
  'age',
  'experience',
  'documents',
  'posts',
])

/**
 * The aspects of a kind of post that a question asks about, in the order of ASPECTS. Empty when it only asks
 * whether the post is open.
 */
export function aspectsIn(words: string[]): Aspect[] {
  const question = words.join(' ')
  const requestedAspects = ASPECTS.filter(
    (aspect) =>
      ASPECT_PATTERNS[aspect].test(question) &&
      !(WHICH_JOBS.test(question) && ASPECTS_THAT_SELECT_JOBS.has(aspect)),
  )
  // "How many years of experience" does not ask for an age, nor does "years" of a contract. "Which
  // certificates" asks for documents. "Requirements" covers all aspects, so a named aspect replaces it.
  const isRequested = (aspect: Aspect) => requestedAspects.includes(aspect)
  const namesAge = /\b(?:age|aged|umri|old)\b/.test(question)
  const isCovered = (aspect: Aspect) => {
    if (aspect === 'age') return !namesAge && (isRequested('experience') || isRequested('duration'))
    if (aspect === 'schooling') return isRequested('documents')
    if (aspect !== 'requirements') return false
    return requestedAspects.some((otherAspect) => COVERS_REQUIREMENTS.has(otherAspect))
  }
  return requestedAspects.filter((aspect) => !isCovered(aspect))
}
