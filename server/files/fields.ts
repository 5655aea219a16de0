import { RejectedFile } from './reading.ts'
import { decoded } from './xml.ts'

// A field that runs a program, a query or a link by itself, and one that fetches a picture or a text, which tells its sender when it is read.
const ALWAYS = new Set(['DDE', 'DDEAUTO', 'LINK', 'DATABASE'])
const FETCHING = new Set(['INCLUDEPICTURE', 'INCLUDETEXT', 'INCLUDE', 'IMPORT', 'RD'])
const ELSEWHERE = /^(?:[a-z][\w.+-]*:|\\\\|\/\/)/i
// A file on its author's own disk is not on the reader's; a picture that came with an email is fetched from nowhere.
const OWN_PLACE = /^(?:cid:|[a-z]:|file:\/\/(?:localhost)?\/[a-z]:)/i
/** The longest real fields are citations, which fetch nothing: of the words of a field so many are kept. */
const MOST_WORDS = 8_192
const MOST_DEPTH = 50

/** @throws Unfit macros for a field that reaches out. */
export function refuseReaching(words: string): void {
  // Word takes straight and curved quotes; these bytes are parts of curved ones.
  const [keyword = '', ...rest] = decoded(words.slice(0, MOST_WORDS))
    .split(/[\s"\u0080-\uffff]+/)
    .filter(Boolean)
  if (ALWAYS.has(keyword.toUpperCase())) throw new RejectedFile('macros')
  if (!FETCHING.has(keyword.toUpperCase())) return
  if (words.length >= MOST_WORDS || rest.some((word) => ELSEWHERE.test(word) && !OWN_PLACE.test(word))) throw new RejectedFile('macros')
}

// Without a word of its own, or to be fetched from a place that another field works out: nobody can tell what it does.
const isUntold = (words: string) => {
  const [keyword] = words.trim().split(' ')
  return !keyword || FETCHING.has(keyword.toUpperCase())
}

/** Puts the words of fields together as Word does: over any number of runs, one field within another. */
export function fieldReader() {
  // The first stands for words outside any field. Behind its `separate` a field holds its last result and no words.
  const open = [{ words: '', told: false }]
  const end = () => {
    const field = open.pop()
    if (field && !field.told) refuseReaching(field.words)
  }
  return {
    add(text: string) {
      const field = open.at(-1)
      if (field && !field.told && field.words.length < MOST_WORDS) field.words = (field.words + text).replace(/\s+/g, ' ').slice(0, MOST_WORDS)
    },
    mark(type: string | undefined) {
      const field = open.at(-1)
      if (type === 'begin') {
        if (open.length > MOST_DEPTH || (open.length > 1 && field && !field.told && isUntold(field.words))) throw new RejectedFile('macros')
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
