import { RejectedFile } from './reading.ts'
import { decoded } from './xml.ts'

// Fields that run a program, a query or a link by themselves. Then fields that fetch a picture or a text:
// that shows their sender when the file is read.
const ALWAYS = new Set(['DDE', 'DDEAUTO', 'LINK', 'DATABASE'])
const FETCHING = new Set(['INCLUDEPICTURE', 'INCLUDETEXT', 'INCLUDE', 'IMPORT', 'RD'])
const ELSEWHERE = /^(?:[a-z][\w.+-]*:|\\\\|\/\/)/i
// A file on its author's own disk is not on the reader's; a picture that came with an email is fetched from
// nowhere.
const OWN_PLACE = /^(?:cid:|[a-z]:|file:\/\/(?:localhost)?\/[a-z]:)/i
/**
 * How much of a field's text is kept, in characters: the longest real fields are citations, which fetch
 * nothing.
 */
const MOST_WORDS = 8_192
const MOST_DEPTH = 50

/** @throws RejectedFile macros for a field that runs or fetches something. */
export function refuseReaching(words: string): void {
  // Word accepts straight and curved quotes; these bytes are parts of curved ones.
  const [keyword = '', ...rest] = decoded(words.slice(0, MOST_WORDS))
    .split(/[\s"\u0080-\uffff]+/)
    .filter(Boolean)
  if (ALWAYS.has(keyword.toUpperCase())) throw new RejectedFile('macros')
  if (!FETCHING.has(keyword.toUpperCase())) return
  if (words.length >= MOST_WORDS || rest.some((word) => ELSEWHERE.test(word) && !OWN_PLACE.test(word)))
    throw new RejectedFile('macros')
}

// No keyword of its own, or a place to fetch from that another field computes: its effect cannot be known.
const isUntold = (words: string) => {
  const [keyword] = words.trim().split(' ')
  return !keyword || FETCHING.has(keyword.toUpperCase())
}

/** Joins the text of fields as Word does: over any number of runs, one field within another. */
export function fieldReader() {
  // The first entry holds text outside any field. After `separate`, a field holds its last result and no
  // instruction.
  const open = [{ words: '', told: false }]
  const end = () => {
    const field = open.pop()
    if (field && !field.told) refuseReaching(field.words)
  }
  return {
    add(text: string) {
      const field = open.at(-1)
      if (field && !field.told && field.words.length < MOST_WORDS)
        field.words = (field.words + text).replace(/\s+/g, ' ').slice(0, MOST_WORDS)
    },
    mark(type: string | undefined) {
      const field = open.at(-1)
      if (type === 'begin') {
        if (open.length > MOST_DEPTH || (open.length > 1 && field && !field.told && isUntold(field.words)))
          throw new RejectedFile('macros')
        open.push({ words: '', told: false })
      } else if (open.length > 1 && field && type === 'separate') {
        refuseReaching(field.words)
        field.told = true
      } else if (open.length > 1 && type === 'end') end()
    },
    finish() {
      while (open.length > 0) end()
    },
  }
}
