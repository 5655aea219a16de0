// Checks every sentence that people read: its length, retired words, and double full stops. Texts that S1
// and S2 quote are exempt. Other exceptions are in sentences/allowed.ts.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textsOfCode } from './sentences/of-code.ts'
import { textsOfMarkdown } from './sentences/of-markdown.ts'
import { quotedTexts, withoutQuotations } from './sentences/quoted.ts'
import { findingsOf, type Finding } from './sentences/rules.ts'
import { ALLOWED } from './sentences/allowed.ts'

const root = join(import.meta.dirname, '..')
const MATCHES_NO_PATH = /^$/
const readFiles = (pattern: string, exclude: RegExp = MATCHES_NO_PATH) =>
  globSync(pattern, { cwd: root })
    .sort()
    .filter((path) => !exclude.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const MAX_WORDS = 20
/** Sentences in the documentation for engineers may be longer, because reasons need more words. */
const MAX_WORDS_IN_DOCS = 25

/** Files with texts for programs alone: word lists of the assistant, and what it tells an AI provider. */
const NOT_FOR_PEOPLE =
  /^server\/assistant\/(?:hostile|redact|providers\/(?:grounds|numbers|prompt))\.ts$|\.d\.ts$/

/** The code whose texts people read: pages, emails, messages, and the programs that anyone can download. */
const CODE = '{{contract,server,web}/**/*.{ts,tsx},docs/*.mjs}'
const PAGES = '{content/**,server/assistant/lexicon}/*.md'
const DOCUMENTS = '{*,docs/*,docs/decisions/*,tests/README}.md'
const SPECIFICATION = 'docs/spec/*.md'
/** The two areas S1 and S2 of the specification quote texts that stay to the letter. */
const QUOTING = 'docs/spec/{public-area,signed-in-area}.md'

/** `unused`: the exceptions in sentences/allowed.ts whose text no longer occurs in any file. */
export const checkSentences = (): { textCount: number; findings: Finding[]; unused: string[] } => {
  const quoted = new Set(readFiles(QUOTING).flatMap(({ text }) => [...quotedTexts(text)]))
  const used = new Set<string>()
  const exempt = (text: string) => {
    if (ALLOWED.has(text)) used.add(text)
    return quoted.has(text) || ALLOWED.has(text)
  }
  const forPeople = [
    ...readFiles(CODE, NOT_FOR_PEOPLE).flatMap(({ path, text }) => textsOfCode(path, text)),
    ...readFiles(PAGES).flatMap(({ path, text }) => textsOfMarkdown(path, text)),
  ]
  const forEngineers = [
    ...readFiles(DOCUMENTS).flatMap(({ path, text }) => textsOfMarkdown(path, text)),
    ...readFiles(SPECIFICATION)
      .flatMap(({ path, text }) => textsOfMarkdown(path, text))
      .map((entry) => ({ ...entry, text: withoutQuotations(entry.text) })),
    // A sentence of a document may end in a code block, or in the semicolon of a list.
  ].map((entry) => ({ ...entry, isFragment: true }))
  const findings = [
    ...findingsOf(forPeople, MAX_WORDS, exempt),
    ...findingsOf(forEngineers, MAX_WORDS_IN_DOCS, exempt),
  ]
  return {
    textCount: forPeople.length + forEngineers.length,
    findings,
    unused: [...ALLOWED.keys()].filter((text) => !used.has(text)),
  }
}

if (import.meta.main) {
  const { textCount, findings, unused } = checkSentences()
  for (const { path, line, problem, text } of findings) console.error(`${path}:${line} ${problem}\n  ${text}`)
  for (const text of unused) console.error(`sentences/allowed.ts allows what is written nowhere: ${text}`)
  console.log(`${textCount} texts read, ${findings.length} of them to be rewritten.`)
  process.exit(findings.length + unused.length === 0 ? 0 : 1)
}
