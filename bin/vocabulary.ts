/**
 * The places where a word can be retired. `variable` includes parts of destructured values. `type` and
 * `function` are names that are not exported. `key` is a key of an exported object or of a constant, such as
 * `below` in `SPACE.below`. Members of types are left out, because many are names of columns and of fields of
 * replies, which cannot change.
 */
export const NAME_PLACES = [
  'exported name',
  'type',
  'function',
  'parameter',
  'variable',
  'prop',
  'key',
  'file',
  'folder',
  'CSS class',
  'log event',
] as const
export type NamePlace = (typeof NAME_PLACES)[number]
type Place = NamePlace | 'sentence'

/**
 * A retired word, and what to write instead. `places` has a pattern for each place where the word is retired.
 * The pattern of a name is tested against its words with spaces between: `countLetters` is `count letters`.
 * The pattern of a sentence is tested against the text that a person reads. `terms`: the entries of
 * docs/glossary.md that replace the word. None are needed where everyday words, or standard ones such as
 * "pid lock", replace it.
 */
type RetiredWord = { say: string; terms?: readonly string[]; places: Partial<Record<Place, RegExp>> }

const inNames = (pattern: RegExp, places: readonly NamePlace[]): RetiredWord['places'] =>
  Object.fromEntries(places.map((place) => [place, pattern]))
const inEveryName = (pattern: RegExp) => inNames(pattern, NAME_PLACES)

/** Places that name a value. Names of files, classes and log events may contain the word among others. */
const VALUES = ['exported name', 'function', 'parameter', 'variable', 'prop'] as const
/** Places that name a module. Inside a file, the word may have its usual meaning. */
const MODULES = ['exported name', 'type', 'function', 'file', 'folder', 'CSS class', 'log event'] as const
/** All places but CSS classes, where words such as "beside" say how a page looks. */
const NOT_STYLES = NAME_PLACES.filter((place) => place !== 'CSS class')

/** In a sentence, "letter" is allowed for a document or a character, if one of these is before it. */
const ALLOWED_BEFORE = [
  'cover',
  'recommendation',
  'appointment',
  'spaces or',
  'capital',
  'small',
  'upper-case',
  'lower-case',
  'first',
  'block',
  'or a',
  'offer',
]
/** "Letter" is also allowed if one of these patterns matches right after it. */
const ALLOWED_AFTER = [
  ' of (?:appointment|offer)',
  ' from the (?:chief|school)',
  ' or dashes',
  ',? (?:and|or)? ?(?:digits|numbers|spaces|have only)',
]

export const RETIRED_WORDS: RetiredWord[] = [
  {
    say: 'enqueueEmail, queued email',
    terms: ['email queue'],
    places: inNames(/\bpromis(?:ed?|es|ing)\b/, MODULES),
  },
  {
    say: 'email; characters',
    terms: ['email queue'],
    places: {
      ...inEveryName(/(?<!cover )\bletters?\b/),
      sentence: new RegExp(
        `(?<!\\b(?:${ALLOWED_BEFORE.join('|')}) )\\bletters?\\b(?!${ALLOWED_AFTER.join('|')})`,
        'i',
      ),
    },
  },
  {
    say: 'Handler, action; AuditEntry, audit log',
    terms: ['handler', 'audit entry'],
    places: inEveryName(/^act$|\bacts\b/),
  },
  {
    say: 'access record; AuditRule, ViewSettings, views',
    terms: ['access record'],
    places: inEveryName(/^(?:on )?look$|\blooks\b/),
  },
  {
    say: 'job; job page; notification; published list',
    terms: ['job', 'notification', 'published list'],
    places: {
      ...inEveryName(/\bnotices?\b/),
      sentence:
        /(?<!\b(?:would|they|not) )\b(?:a|the|each|every|many|its|this|of|how|read) notices?\b(?! (?:board|period|under))/i,
    },
  },
  {
    say: 'signToken, appendCheckpoint, freezeApplication',
    terms: ['signed token', 'checkpoint', 'frozen application'],
    places: inEveryName(/\b(?:un)?seal(?:ed|er)?\b/),
  },
  {
    say: 'number; digit; reports',
    terms: ['report'],
    places: { ...inEveryName(/\bfigures?\b/), sentence: /\bfigures?\b/i },
  },
  { say: 'limiter, admission', terms: ['admission'], places: inEveryName(/\b(?:doors?|gate)\b/) },
  { say: 'finished pages, page cache', terms: ['page cache'], places: inNames(/\bhot\b/, MODULES) },
  { say: 'minimum transfer rate', terms: ['minimum transfer rate'], places: inNames(/\bpace\b/, MODULES) },
  { say: 'content encoding', places: inNames(/\bpack(?:ing|ed)\b/, MODULES) },
  { say: 'validation statistics', terms: ['validation statistics'], places: inEveryName(/\bmet\b/) },
  { say: 'field error; problem', terms: ['field error'], places: inNames(/\bfaults?\b/, MODULES) },
  { say: 'counter', terms: ['counter'], places: inEveryName(/\btall(?:y|ies)\b/) },
  { say: 'free space', terms: ['free space'], places: inNames(/\broom\b/, MODULES) },
  { say: 'inspect, RejectedFile', places: inNames(/\b(?:judg(?:e|ed|ing)|unfit)\b/, MODULES) },
  // Selection has `kept` in published results, so variables may have this name.
  { say: 'cached, stored, saved', places: inNames(/\bkept\b/, [...MODULES, 'parameter']) },
  {
    say: 'draft sync, application session, form context, local copy, patch, saved, reconcile',
    terms: ['draft sync'],
    // Other names may contain these words, such as `isBeside`, or the `isStanding` of a queue.
    places: inNames(/^(?:keeper|desk|around|beside|lay|standing|meet)$/, NOT_STYLES),
  },
  { say: 'what the element holds', places: inNames(/\b(?:beside|desk|standing|turn)\b/, ['CSS class']) },
  {
    say: 'is notified; suppressSmallCounts',
    terms: ['notification', 'report'],
    places: {
      ...inNames(/\b(?:un)?told\b/, MODULES),
      sentence: /(?<=\S )told\b/i,
    },
  },
  { say: 'we notify you', places: { sentence: /\b(?:we|portal) (?:will )?tells? you\b/i } },
  {
    say: 'message, received, requested, input',
    places: inNames(/^(?:said|heard|unheard|asked|given)$/, VALUES),
  },
  { say: 'pid lock', places: inNames(/^only one$/, MODULES) },
  { say: 'reference data', terms: ['reference data'], places: inEveryName(/\blookups\b/) },
  {
    say: 'job; open jobs',
    places: { sentence: /\bjob openings?\b|\b(?:new|open|all|available|(?:feed|list) of) openings\b/i },
  },
  {
    say: 'decisions',
    terms: ['decision list'],
    places: { folder: /^lists$/, file: /^(?:lists (?:page|table)|list page)$/ },
  },
  { say: 'StepActions, Rotation, lock', places: inNames(/^(?:take )?turn$/, MODULES) },
  {
    say: 'deriveFacts, startFactWorker',
    terms: ['facts'],
    places: {
      ...inNames(/^(?:sort facts|start sorting|sort waiting)$/, MODULES),
      'log event': /\bsort(?:ed|ing)\b/,
    },
  },
  {
    say: 'receipt; typo',
    terms: ['receipt'],
    places: { ...inEveryName(/\bslips?\b/), sentence: /(?<!\b(?:pay|result|waiting) )\bslips?\b/i },
  },
  {
    say: 'character',
    places: { ...inEveryName(/\bsigns\b/), sentence: /\b(?:\d+|more|fewer|many|these|the) signs\b/i },
  },
  { say: 'incompleteBlock', places: inNames(/^late$/, MODULES) },
  {
    say: 'again; new',
    places: { ...inEveryName(/\banew\b/), sentence: /\banew\b/i },
  },
  { say: 'what it is: job, index, entry', places: inNames(/^(?:it|at|one)$/, VALUES) },
  { say: 'continue; start; be added to', places: { sentence: /\b(?:go|goes|going|went|gone) on\b/i } },
  { say: 'start, started', places: { sentence: /\b(?:begins?|began|begun)\b/i } },
  { say: 'fix; correct', places: { sentence: /\bmend(?:s|ed|ing)?\b/i } },
  { say: 'is shown; is listed; is written', places: { sentence: /\b(?:stands?|stood)\b/i } },
  {
    say: 'no one; anyone who; someone; everyone',
    places: { sentence: /\b(?:nobody|whoever|whomever|somebody|everybody|anybody)\b/i },
  },
  {
    say: 'log in; log out',
    places: {
      ...inEveryName(/\bsign(?:s|ed|ing)? (?:ins?|outs?)\b/),
      sentence: /\bsign(?:s|ed|ing)?[ -](?:ins?|outs?)\b/i,
    },
  },
  {
    say: 'unlock',
    places: { sentence: /\blocks?\b(?: \S+){0,4} lifted\b|\blift(?:s|ed|ing)?\b(?: \S+){0,2} lock\b/i },
  },
  { say: 'your; their', places: { sentence: /\bof (?:yours|theirs|hers)\b/i } },
  {
    say: 'Reference data; Reports; Audit log; Decisions',
    places: {
      sentence: /\b(?:under|in|open|see) (?:Choices|Figures|Log|Lists)\b|^(?:Choices|Figures)$/,
    },
  },
]

/**
 * Words that are retired in the title of a test, besides the patterns of sentences. A page may use them with
 * another meaning.
 */
export const RETIRED_IN_TITLES: { say: string; pattern: RegExp }[] = [
  { say: 'is notified; is shown; receives', pattern: /\btold\b/i },
  { say: 'handler; audit entry; what officers do', pattern: /\bacts?\b/ },
  { say: 'notification; job; warning', pattern: /\bnotices?\b/i },
  {
    say: 'access record; view; appearance',
    pattern: /\b(?:a|another|each|every|first|one|same) looks?\b(?!-)/i,
  },
]

/** The words of a name with spaces between: `count letters` for `countLetters` or `count-letters`. */
export const wordsOfName = (name: string) =>
  name
    .split(/[-_. ]|(?<=[a-z0-9])(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .join(' ')
