import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textsOfCode } from '../sentences/of-code.ts'
import type { Sentence } from '../sentences/rules.ts'
import { hasTexts, withTexts } from './inline-texts.ts'

const ROOT = join(import.meta.dirname, '../..')
/** A placeholder that replaces every marked text. */
const MARKED = '·'

/** Replaces each marked text by `MARKED`. The values and elements inside the text are dropped. */
const asMarked = (english: string) => english.replace(/[^{}<>]*/g, MARKED).replace(/\{[^}]*\}|<[^>]*>/g, '')

/** The page about the API is for programmers, so it is in English, as the API is. */
const FOR_ENGINEERS = /^web\/pages\/(?:api-page\.tsx|calls\.server\.ts)$/
/** Strings that are not texts for people: drawings, fonts, CSS classes, states, policies, commands. */
const NO_TEXT = [
  /^M\d/,
  /\d00 \d+px|serif$/,
  /^(?:text-|reports-|fig |input |bold |tbl |num |nowrap num|review-page |noopener )/,
  /^\(m(?:ax|in)-width|^\d+% 0px$/,
  /^default-src /,
  /^curl /,
  /^(?:staff(?:Message|Job) |(?:county|constituency) …$)/,
  /^(?:hold back submit|leave out files|send without|not started|not done)$/,
  /^(?:assets|pages)… …$/,
]
/** Texts without translation: equal in both languages, or compared or stored in English. */
const SAME_IN_BOTH = new Set([
  '… Jobs',
  '… Jobs…',
  '… EAT',
  '…, EAT',
  '… · … EAT',
  '··…, … EAT',
  '…Nairobi',
  'Habari, …',
  'Kiswahili…',
  '(beta)',
  'name@example.com',
  '- [**…**](/resources/…): …',
  'Voter Registration',
  'Under Review',
  'Network error',
  'Token …',
  'Huduma centres',
  'by-election areas',
  'qualification levels',
  '… Jobs ····',
  'The device gave no passkey',
  'Age on the closing date',
])
const isText = (text: string) =>
  /[A-Za-z]{2}/.test(text.replaceAll('&nbsp;', '')) &&
  !SAME_IN_BOTH.has(text) &&
  !NO_TEXT.some((pattern) => pattern.test(text))

/** The texts of pages that are not marked for translation. */
export const unmarkedTexts = (isWanted: (path: string) => boolean = () => true): Sentence[] =>
  globSync('web/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !FOR_ENGINEERS.test(path) && isWanted(path))
    .sort()
    .flatMap((path) => {
      const source = readFileSync(join(ROOT, path), 'utf8')
      const code = hasTexts(source) ? withTexts(path, source, asMarked).code : source
      return textsOfCode(path, code).filter(({ text }) => isText(text))
    })
