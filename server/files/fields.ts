import { RejectedFile } from './reading.ts'
import { decodeEntities } from './xml.ts'

// A field is a text in a Word document that Word computes from an instruction, such as `PAGE`. Here fields
// are found that would run or fetch something. Of 391 real Word documents, these rules refused one.

// Names of fields that run a program, a query or a link by themselves.
const RUNNING_FIELDS = new Set(['DDE', 'DDEAUTO', 'LINK', 'DATABASE'])
// Fields that fetch a picture or a text: their sender would learn when someone opens the file.
const FETCHING_FIELDS = new Set(['INCLUDEPICTURE', 'INCLUDETEXT', 'INCLUDE', 'IMPORT', 'RD'])
// Matches an address outside the file: `https://x.example/a` and `\\server\a`, but not `a.png`.
const OUTSIDE_ADDRESS = /^(?:[a-z][\w.+-]*:|\\\\|\/\/)/i
// Matches addresses that are harmless. A file on the author's disk is not on the officer's disk. A `cid:`
// picture came with an email and is not fetched.
const LOCAL_ADDRESS = /^(?:cid:|[a-z]:|file:\/\/(?:localhost)?\/[a-z]:)/i
/** The longest text of a field that is stored. The longest real fields are citations: they fetch nothing. */
const MAX_FIELD_LENGTH = 8_192
/** How many fields may be open inside one another. */
const MAX_DEPTH = 50

/** The keyword of an instruction in capital letters, then the other words. Quotes separate words too. */
function wordsOf(instruction: string): { keyword: string; operands: string[] } {
  // Word accepts straight and curved quotes around an address. The text has one character for each byte. The
  // bytes of a curved quote are all from 0x80 on, so these separate words.
  const [keyword = '', ...operands] = decodeEntities(instruction.slice(0, MAX_FIELD_LENGTH))
    .split(/[\s"\u0080-\uffff]+/)
    .filter(Boolean)
  return { keyword: keyword.toUpperCase(), operands }
}

/** @throws RejectedFile macros for a field that runs or fetches something. */
function refuseActiveField(instruction: string): void {
  const { keyword, operands } = wordsOf(instruction)
  if (RUNNING_FIELDS.has(keyword)) throw new RejectedFile('macros')
  const isCut = instruction.length >= MAX_FIELD_LENGTH
  // In an instruction longer than the limit, the keyword may have been cut off. It is complete if another
  // word follows.
  if (isCut && operands.length === 0) throw new RejectedFile('macros')
  if (!FETCHING_FIELDS.has(keyword)) return
  // The address may have been cut off, too.
  if (isCut || operands.some((word) => OUTSIDE_ADDRESS.test(word) && !LOCAL_ADDRESS.test(word)))
    throw new RejectedFile('macros')
}

// True for an instruction in which a nested field would compute the keyword or the address. The effect of
// such an instruction cannot be known.
const isUnknowable = (instruction: string) => {
  const { keyword } = wordsOf(instruction)
  return keyword === '' || FETCHING_FIELDS.has(keyword)
}

/** Joins the text of a document's fields as Word does: over many runs, and with nested fields. */
export function fieldReader() {
  // The first entry collects instructions outside any field, which are checked like a field. After the marker
  // `separate`, a field has its last result and no more instruction.
  const openFields = [{ instruction: '', isResult: false }]
  const closeField = () => {
    const field = openFields.pop()
    if (field && !field.isResult) refuseActiveField(field.instruction)
  }
  // Called when a nested field starts: the instruction around it may need what the nested field computes.
  const refuseUnknowable = () => {
    const field = openFields.at(-1)
    const isInInstruction = openFields.length > 1 && field && !field.isResult
    if (isInInstruction && isUnknowable(field.instruction)) throw new RejectedFile('macros')
  }
  return {
    add(text: string) {
      const field = openFields.at(-1)
      // Spaces are shortened first, so that many of them do not use up the limit.
      if (field && !field.isResult && field.instruction.length < MAX_FIELD_LENGTH)
        field.instruction = (field.instruction + text).replace(/\s+/g, ' ').slice(0, MAX_FIELD_LENGTH)
    },
    /** Handles a marker: a field's `begin` and `end`, or `separate` between its instruction and result. */
    mark(type: string | undefined) {
      const field = openFields.at(-1)
      if (type === 'begin') {
        if (openFields.length > MAX_DEPTH) throw new RejectedFile('macros')
        refuseUnknowable()
        openFields.push({ instruction: '', isResult: false })
      } else if (openFields.length > 1 && field && type === 'separate') {
        refuseActiveField(field.instruction)
        field.isResult = true
      } else if (openFields.length > 1 && type === 'end') closeField()
    },
    /** Handles a field that is one element and has its own instruction. */
    addSimple(instruction: string) {
      refuseUnknowable()
      refuseActiveField(instruction.replace(/\s+/g, ' '))
    },
    finish() {
      while (openFields.length > 0) closeField()
    },
  }
}
