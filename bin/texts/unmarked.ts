import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textsOfCode } from '../sentences/of-code.ts'
import type { Sentence } from '../sentences/rules.ts'
import { withTexts } from './inline-texts.ts'
import { STAFF_FEATURES } from './staff-features.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Stands for every marked text. */
const MARKED = '·'

/** The page for people who write programs is in English, as the calls are. */
const FOR_ENGINEERS = /^web\/pages\/(?:api-page\.tsx|calls\.server\.ts)$/
/** What looks like a text and is none: drawings, fonts, classes, states, policies, commands. */
const NO_TEXT = [
  /^M\d/,
  /\d00 \d+px|serif$/,
  /^(?:c-|fig |input |bold )/,
  /^\(max-width/,
  /^default-src /,
  /^curl /,
  /^(?:hold back|leave out|send without|give back|not started|not done|optional left)$/,
  /^(?:assets|pages)… …$/,
]
/** What both languages write alike, and what is compared or stored in English. */
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
])
const isText = (text: string) =>
  /[A-Za-z]{2}/.test(text) && !SAME_IN_BOTH.has(text) && !NO_TEXT.some((pattern) => pattern.test(text))

const isForApplicants = (path: string) => !STAFF_FEATURES.includes(path.split('/')[1] ?? '')

/** The texts of applicants' pages that are not marked for translation. */
export const unmarkedTexts = (isWanted: (path: string) => boolean = () => true): Sentence[] =>
  globSync('web/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => isForApplicants(path) && !FOR_ENGINEERS.test(path) && isWanted(path))
    .sort()
    .flatMap((path) => {
      const { code } = withTexts(path, readFileSync(join(ROOT, path), 'utf8'), (english) =>
        english.replace(/[^{}<>]*/g, MARKED).replace(/\{[^}]*\}|<[^>]*>/g, ''),
      )
      return textsOfCode(path, code).filter(({ text }) => isText(text))
    })
