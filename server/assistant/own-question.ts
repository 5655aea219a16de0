import { referenceFromText } from '#contract/reference-numbers.ts'
import { type Status, statusFrom, STATUSES } from '#contract/application-words.ts'

/** What is asked about a person's own applications. */
export type OwnQuestion = {
  kind: 'count' | 'drafts' | 'show'
  status: Status | undefined
  reference: string | undefined
  /** What may name the job. */
  rest: string[]
}

const MINE =
  /\b(?:my|mine|ive|i have|have i|did i|am i|was i|i am|im|i (?:sent|submitted|applied|started|saved)|yangu|zangu|langu|nimetuma|nilituma|nimeomba|niliomba|nimeapply|niliapply|nimesubmit|sijatuma|sijamaliza|nimeanza|nilianza|nimechaguliwa|nimeshortlistiwa)\b/
const APPLICATION =
  /\b(?:applications?|applied|apply|drafts?|submitted|submissions?|submit|sent|maombi|ombi|rasimu|shortlisted|nimetuma|nilituma|nimeomba|niliomba|nimeapply|niliapply|nimesubmit|sijatuma|sijamaliza|rejected|hired|selected|accepted|nimechaguliwa|nimeshortlistiwa)\b/
const STATUS =
  /\b(?:status|progress|hali|happening|update|updates|result|results|outcome|feedback|response|shortlisted|rejected|hired|selected|accepted|pending|review|reviewed|imefika|nimechaguliwa|nimeshortlistiwa|imeenda|state|stage|where is|received|went through|go through|imepokelewa|jibu|majibu)\b/
const COUNT = /\b(?:how many|number of|total|count|ngapi|mangapi|idadi)\b/
const DRAFTS =
  /\b(?:drafts?|rasimu|not (?:yet )?(?:sent|submitted|finished)|unfinished|unsubmitted|incomplete|havent (?:sent|submitted|finished)|have not (?:sent|submitted|finished)|sijatuma|sijamaliza|started|nimeanza|nilianza|saved)\b/
const REFERENCE = /\b(?:reference (?:number|no|code)s?|my ref(?:erence)?|ref (?:number|no)|kumbukumbu|tracking)\b/
/** One of them, without the word. */
const UNNAMED = /\b(?:which|what|any) (?:one |ones )?(?:\w+ ){0,3}not (?:yet )?(?:finished|sent|submitted|completed)\b/
const CLOSING = /\b(?:deadlines?|close|closes|closing|due|expire|mwisho|inafungwa|zinafungwa)\b/
const SHOW = /\b(?:show|list|which|what|see|view|did i apply|have i applied|i applied|give|tell|nionyeshe|onyesha|gani|zipi|yapi|nipe)\b/
/** How something is done or meant is for the help to explain. */
const WAYS =
  /\b(?:how (?:do|can|to|should|long|will|would|often)|what (?:does|do|happens|is the meaning|if)|mean|means|meaning|maana|jinsi|nawezaje|ninawezaje|can i|am i allowed|may i|could i|naweza|lost|forgot|where (?:do|can|will)|poteza|nimepoteza|potea|nimesahau|why|kwa nini|kwanini|edit|change|withdraw|cancel|delete|futa|kufuta|badilisha|kubadilisha|rekebisha|correct|nitajuaje|nitaonaje|\w*chukua|muda|twice|two times|mara mbili)\b/

const TAKEN_AWAY = new Set(
  `a an the is are am be do does did i ive im me my mine you your it its in on at of for to from with by as and or not no any what whats which when where who how many have has had been give show tell
  list see view status progress state stage update updates result results outcome feedback application applications applied apply job jobs position post draft drafts submitted submission submit sent
  send so far already currently now please number total count reference ref numbers no deadline close closes closing due yet was were that this all received check know want still shortlisted rejected hired
  selected accepted pending under review reviewed unfinished unsubmitted incomplete go goes gone going went through yet successfully reach reached one ones finished complete completed havent started saved portal iebc there happening happened
  ya wa na ni la za kwa gani je hali maombi ombi yangu zangu langu nimetuma nilituma nimeomba niliomba nimeapply niliapply nimesubmit ngapi mangapi kazi rasimu sijatuma sijamaliza kumbukumbu nambari
  namba nionyeshe onyesha nipe zipi yapi mwisho tarehe nimechaguliwa tafadhali imefika wapi tayari bado hadi sasa nimeanza nilianza jibu majibu imepokelewa ambazo ambayo mimi nimeshortlistiwa lini inafungwa`.split(
    /\s+/,
  ),
)

const referenceIn = (text: string) => {
  for (const [found] of text.matchAll(/\b[2-9a-z]{2}[\s–-]?[2-9a-z]{6}[\s–-]?[2-9a-z]\b/gi)) {
    const reference = referenceFromText(found)
    // A word may look like one by chance.
    if (reference && /[\d–-]/.test(found)) return reference
  }
  return undefined
}

const statusIn = (line: string) =>
  STATUSES.find((status) => line.includes(status.toLowerCase())) ??
  (/\baccepted\b/.test(line) ? statusFrom('accepted') : /shortlist|nimechaguliwa|selected/.test(line) ? 'Shortlisted' : undefined)

/** What a question asks about the own applications; undefined when it asks for something else. `text` is as it was typed. */
export const ownQuestionOf = (words: string[], text: string): OwnQuestion | undefined => {
  const line = words.join(' ')
  const reference = referenceIn(text)
  const rest = words.filter((word) => !TAKEN_AWAY.has(word))
  const asked = { status: statusIn(line), reference, rest }
  if (reference) return { kind: 'show', ...asked, rest: [] }
  if (!MINE.test(line) || WAYS.test(line)) return undefined
  if (!APPLICATION.test(line) && !UNNAMED.test(line) && !(STATUS.test(line) && /\b(?:status|hali|progress)\b/.test(line)) && !REFERENCE.test(line))
    return undefined
  if (DRAFTS.test(line)) return { kind: 'drafts', ...asked }
  if (COUNT.test(line)) return { kind: 'count', ...asked }
  if (STATUS.test(line) || REFERENCE.test(line) || CLOSING.test(line) || SHOW.test(line)) return { kind: 'show', ...asked }
  return undefined
}
