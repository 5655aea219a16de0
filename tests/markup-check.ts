import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { MARKUP } from './support/markup.ts'

// Regular expressions of errors that we accept from the HTML checker. The first two concern roles in tables.
// Browsers forget these roles when a narrow screen shows rows as blocks, so we write them.
const ACCEPTED = [
  '.*The “role” attribute must not be used on a “(?:td|tr|th)” element which has a “table” ancestor.*',
  'The “(?:table|row|rowgroup|cell|columnheader|rowheader)” role is unnecessary for element “.*”\\.',
  'The first occurrence of “dt” name .*',
  // By ARIA 1.2, a combobox may name an active option of the list that it controls.
  'Attribute “aria-activedescendant” value should either refer to a descendant element.*',
  // The checker is older than these features: cascade layers, where its parser gives up; round() in pdf.js;
  // and an attribute that HTML has since 2025.
  'CSS: Unrecognized at-rule “@layer”',
  'CSS: Parse Error\\.',
  'CSS: “(?:width|height)”: “round\\(.*',
  'Attribute “autocorrect” not allowed on element “input” at this point\\.',
  // The checker guesses a page's language from its words. Many Kenyan place names look like Croatian to it.
  'This document appears to be written in .*',
]

const hasJava = () => spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0

/**
 * Runs the W3C checker over every page that the browser tests saved. run.ts calls it at the end of a run. It
 * needs Java; without Java it prints so and checks nothing.
 * @returns the number of pages and one line per error; undefined without Java or pages.
 */
export async function checkMarkup(): Promise<{ pages: number; problems: string[] } | undefined> {
  const pages = existsSync(MARKUP) ? readdirSync(MARKUP).length : 0
  if (pages === 0) return undefined
  if (!hasJava()) {
    console.log('The W3C checker was skipped: it needs Java (any from 11 on).')
    return undefined
  }
  const jar = join(import.meta.dirname, '../node_modules/vnu-jar/build/dist/vnu.jar')
  const child = spawn('java', ['-Xmx512m', '-jar', jar, '--filterpattern', ACCEPTED.join('|'), MARKUP], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Java reads the quotation marks in the accepted patterns in the encoding of LC_ALL.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  const output = await text(child.stderr)
  // The checker prints lines as `"file:/…/page.html":2.10-2.40: error: …`. Of the path, only the file name is
  // kept.
  const problems = output.split('\n').flatMap((line) => (line ? [line.replace(/^"[^"]*\//, '"')] : []))
  return { pages, problems }
}
