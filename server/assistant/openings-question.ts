import { tellingWords } from './words.ts'

/** What is asked about openings, before anything is looked up. */
export type OpeningsQuestion = {
  kind: 'count' | 'list' | 'facts'
  /** The question says plainly that it is about openings; else it is only if a job fits. */
  sure: boolean
  type: 'internal' | 'external' | 'huduma' | 'by_election' | undefined
  level: string | undefined
  soon: boolean
  /** It names what people work as. */
  post: boolean
  /** What is left when the words above are taken away: perhaps a title, a field of work or a place. */
  rest: string[]
}

const JOB =
  /\b(?:jobs?|job ?openings?|vacanc\w+|vacant|openings?|opening|positions?|posts?|opportunit\w+|kazi|nafasi|ajira|adverts?|advertisements?|recruit\w*|hiring|hire)\b|\b(?:people|persons?|staff|watu) (?:do you|are you|you|needed|wanted|mna)\b|\bmna(?:taka|hitaji|tafuta) \w+/
/** Asks for whatever there is, perhaps in a place. */
const SEEKING = /\b(?:anything|something|any|kuna|natafuta|looking for|do you have|mko na|mna)\b/
const POST =
  /\b(?:clerks?|officers?|assistants?|drivers?|teachers?|nurses?|engineers?|accountants?|guards?|cleaners?|messengers?|secretar(?:y|ies)|managers?|trainers?|educators?|lawyers?|doctors?|technicians?|auditors?|karani|makarani|afisa|maafisa|dereva|madereva|mwalimu|walimu)\b/
const COUNT = /\b(?:how many|number of|total|count|ngapi|idadi)\b/
const LIST =
  /\b(?:which|what|whats|any|anything|list|show|see|find|available|open|current|currently|latest|new|newest|recent|there|offered|advertised|recruiting|hiring|looking|search|searching|browse|jobs? in|kuna|zipi|zilizo|ziko|iko|gani|wazi|mpya|natafuta|tafuta|zimetangazwa|mko|mna)\b/
const CLOSING =
  /\b(?:deadlines?|clos(?:e|es|ing|ed)|last day|last date|due|expir(?:e|es|y|ing)|end(?:s|ing)? date|when does|ends|mwisho|inafungwa|zinafungwa|kufungwa|inaisha|zinaisha|inaclose|zinaclose)\b/
const SOON = /\b(?:soon|soonest|today|tomorrow|this week|urgent|next|karibuni|leo|kesho|wiki hii|hivi karibuni)\b/
const FACTS =
  /\b(?:salary|salaries|pay|pays|paid|payment|wages?|allowance|earn|remuneration|mshahara|malipo|hulipwa|wanalipa|inalipa|lipa|how much|pesa ngapi|qualif\w+|requirements?|requires?|required|minimum|level|grade|elimu|masomo|kigezo|vigezo|mahitaji|age|umri|miaka|how old|posts|vacancies|nafasi ngapi|duration|contract|how long|terms)\b/
/** These are about the ways of the portal, which the help explains. */
const WAYS =
  /\b(?:how (?:do|can|to|should|would|does|will|soon|long after)|calls? (?:me|us|people)|jinsi|nawezaje|ninawezaje|naombaje|steps?|hatua|procedure|process|what happens|nini (?:hufanyika|kitafanyika)|hufanyika|can i (?:apply|edit|change|upload|withdraw|delete)|may i|am i allowed|naweza (?:kuomba|omba)|apply for (?:more|many|several|two|multiple)|twice|two times|mara mbili|(?:naweza|naeza) (?:ku)?(?:omba|apply)|ku?apply|more than one|many jobs (?:can|am|may) (?:i|we)|same account|difference|tofauti|meaning|maana|email|alerts?|notify)\b/
const MINE =
  /\b(?:my|mine|ive|i have|have i|did i|i (?:sent|submitted|applied)|yangu|zangu|langu|nimetuma|nilituma|nimeomba|niliomba|nimeapply|niliapply|sijatuma)\b/

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

const TAKEN_AWAY = new Set(
  `a an the is are am be do does did i me my you your we us our it its in on at of for to from with by as and or not no any some there here what whats which when where who how much many can could
  will would should may have has had get got give show tell list see find looking look search searching want need please help about now today this week month soon currently current available open
  opening openings job jobs vacancy vacancies vacant position positions post posts opportunity opportunities apply applying application applications applied new newest latest recent advertised
  advert adverts advertisement recruiting recruitment recruit hiring hire deadline deadlines close closes closing closed last day date due expire expires expiry end ends ending salary salaries pay
  pays paid payment wage wages allowance earn remuneration money qualification qualifications qualify qualified requirement requirements require requires required minimum level grade age old years
  duration contract long terms location located nearest near around within portal iebc commission number total count role roles kind type types work works working interested still left more other also
  offered offer anything something wanted needed being next urgent soonest person someone people leavers holders holder county constituency area region town kenya that these those them they was were so if just only every each per
  je ya wa na ni si la za cha vya kwa gani vipi aje nini au ama hii huu hiyo hizi kazi nafasi ajira ziko iko kuna zipi zilizo wazi mpya natafuta tafuta naomba nataka ngapi mwisho tarehe inafungwa
  zinafungwa kufungwa lini mshahara malipo hulipwa inalipa wanalipa lipa elimu umri miaka wapi kaunti eneo leo kesho wiki karibuni mko mna mimi sasa kuomba nani kiasi mahitaji vigezo masomo
  mse niaje buda manze job ziko naeza naweza nina walio wenye mwenye inahitaji zinahitaji hitajika siku ngani nchini idadi hivi yake zake cheti right moment zipo hapa mna posted saa sai maombi kutuma leave leaver bei gani kwenye`.split(
    /\s+/,
  ),
)

/** True of what people call a post, such as drivers. */
export const isPost = (word: string): boolean => POST.test(word)

/** What a question asks about openings; undefined when it is about something else. */
export const openingsQuestionOf = (words: string[]): OpeningsQuestion | undefined => {
  let line = words.join(' ').replace(/\bit (?=jobs?\b|posts?\b|positions?\b|vacanc|officer|department|support|specialist)/, 'ict ')
  if (WAYS.test(line) || MINE.test(line)) return undefined
  const [jobs, count, list, closing, facts] = [JOB, COUNT, LIST, CLOSING, FACTS].map((one) => one.test(line) || (one === JOB && POST.test(line)))
  const [type, typeWords] = TYPES.find(([, words]) => words.test(line)) ?? []
  const [level, levelWords] = LEVELS.find(([, words]) => words.test(line)) ?? []
  for (const said of [typeWords, levelWords]) if (said) line = line.replace(said, ' ')
  const asTyped = tellingWords(line.split(' ').filter(Boolean))
  const rest = asTyped
    .filter((word) => !(TAKEN_AWAY.has(word) || SOON.test(word) || /^(?:vacanc|recruit|opportunit|advert)/.test(word)) || Object.hasOwn(AS_WRITTEN, word))
    .flatMap((word) => (Object.hasOwn(AS_WRITTEN, word) ? (AS_WRITTEN[word]?.split(' ') ?? []) : [word]))
  // A bare title is a question too.
  const bare = words.length > 1 && rest.length === words.length
  const kind = count && jobs ? 'count' : facts || closing ? 'facts' : 'list'
  const sure = Boolean(jobs && (count || list || closing || type || level)) || Boolean(closing && SOON.test(line) && (jobs || rest.length === 0))
  if (!sure && !jobs && !((facts || closing || bare || SEEKING.test(line)) && rest.length > 0)) return undefined
  return { kind, sure, post: POST.test(line), type, level, soon: Boolean(closing) && SOON.test(line), rest }
}

/** The groups of up to three neighbouring words that may be the name of a place. */
export const gramsOf = (words: string[]): string[] =>
  words.flatMap((_, at) => [1, 2, 3].map((length) => words.slice(at, at + length).join(' ')).slice(0, words.length - at)).filter((gram) => gram.length > 3)
