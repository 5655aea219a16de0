/** A sentence or a label as a person reads it, and the line of the file where it starts. */
export type Sentence = { path: string; line: number; text: string }
export type Finding = Sentence & { fault: string }

/** What a value that is put into a text counts as: one word. */
export const VALUE = '…'

/** Words that we do not use for people (docs/glossary.md), and the word to write in their place. */
const RETIRED: [pattern: RegExp, say: string][] = [
  [
    /(?<!\b(?:cover|recommendation|appointment|spaces or|capital|small|upper-case|lower-case|first|block|or a|offer) )\bletters?\b(?! of (?:appointment|offer)| from the (?:chief|school)| or dashes|,? (?:and|or)? ?(?:digits|numbers|spaces|have only))/i,
    'email; characters',
  ],
  [/\b(?:go|goes|going|went|gone) on\b/i, 'continue; start; be added to'],
  [/\b(?:begins?|began|begun)\b/i, 'start, started'],
  [/\banew\b/i, 'again; new'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix; correct'],
  [/\b(?:stands?|stood)\b/i, 'is shown; is listed; is written'],
  [/\b(?:\d+|more|fewer|many|these|the) signs\b/i, 'characters'],
  [/(?<!\b(?:pay|result|waiting) )\bslips?\b/i, 'receipt; typo'],
  [/\b(?:nobody|whoever|whomever|somebody|everybody|anybody)\b/i, 'no one; anyone who; someone; everyone'],
  [/\bsign(?:s|ed|ing)?[ -](?:in|out)\b/i, 'log in; log out'],
  [/\bfigures?\b/i, 'number; digit; reports'],
  [/\b(?:is|are|be|was|were|been|get|gets) (?:then )?told\b|\btold of\b/i, 'is notified'],
  [/\b(?:we|portal) (?:will )?tells? you\b/i, 'we notify you'],
  [/\blocks?\b(?: \S+){0,4} lifted\b|\blift(?:s|ed|ing)?\b(?: \S+){0,2} lock\b/i, 'unlock'],
  [
    /(?<!\b(?:would|they|not) )\b(?:a|the|each|every|many|its|this|of|how|read) notices?\b(?! (?:board|period|under))/i,
    'job; job page; notification; published list',
  ],
  [/\bof (?:yours|theirs|hers)\b/i, 'your; their'],
  [
    /\b(?:under|in|open|see) (?:Choices|Figures|Log|Lists)\b|^(?:Choices|Figures)$/,
    'Reference data; Reports; Audit log; Decisions',
  ],
]

const TWO_FULL_STOPS = /(?<!\.)\.\.(?!\.)/

/** Points inside these do not end a sentence. */
const ABBREVIATIONS = /\b(?:a\.m|p\.m|e\.g|i\.e|No|Nos|Art|vs|etc|approx)\.(?=\s+[a-z\d(])/g

/** The sentences of a text, in order. */
export const sentencesOf = (text: string) =>
  text
    .replace(ABBREVIATIONS, (word) => word.replaceAll('.', '\u2024'))
    .split(/(?<=[.!?]["”’')]*)\s+|\n+/)
    .map((sentence) => sentence.replaceAll('\u2024', '.').trim())
    .filter(Boolean)

/** Words have a letter or a digit; a value in braces counts as one. */
export const countWords = (text: string) =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word) || word.includes(VALUE)).length

/**
 * What is wrong with texts. `exempt` finds what the specification quotes, and what is allowed with a reason.
 */
export const findingsOf = (
  texts: Sentence[],
  limit: number,
  exempt: (sentence: string) => boolean,
): Finding[] =>
  texts.flatMap((entry) => {
    if (exempt(entry.text)) return []
    const found: Finding[] = TWO_FULL_STOPS.test(entry.text) ? [{ ...entry, fault: 'two full stops' }] : []
    for (const text of sentencesOf(entry.text)) {
      if (exempt(text)) continue
      const words = countWords(text)
      if (words > limit) found.push({ ...entry, text, fault: `${words} words` })
      for (const [pattern, say] of RETIRED) {
        const word = pattern.exec(text)?.[0]
        if (word) found.push({ ...entry, text, fault: `"${word}": say ${say}` })
      }
    }
    return found
  })
