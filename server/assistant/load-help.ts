import { createHash } from 'node:crypto'
import type { Db } from '../database/connect.ts'
import { PAGE_TITLES } from './page-titles.ts'
import { helpPages, readHelp } from './read-help.ts'
import { findLoaded, markLoaded, replacePassages, replaceWords } from './store.ts'
import { CONCEPT_WORDS, conceptsOf } from './concepts.ts'
import { readTopics } from './topics.ts'
import { JOB_WORDS, SMALL_WORDS, tellingWords, wordsIn } from './words.ts'

/** Increase this version when the code reads the same help differently. The passages are then rewritten. */
const READING_VERSION = 5
/** Words of the questions that are refused. They count as known, so they are not taken for misspelt. */
const TOPIC_WORDS = readTopics().flatMap(({ kind, phrases }) =>
  kind === 'refused' ? phrases.flatMap(wordsIn) : [],
)
const KNOWN_WORDS = [...new Set([...JOB_WORDS, ...SMALL_WORDS, ...CONCEPT_WORDS, ...TOPIC_WORDS])]

/**
 * Writes the passages of content/help to the database. Answers are made from them. Does nothing when the text
 * has not changed.
 */
export async function loadHelp(db: Db): Promise<void> {
  const pages = helpPages()
  const sha256 = createHash('sha256')
    .update(JSON.stringify([READING_VERSION, KNOWN_WORDS, PAGE_TITLES, pages]))
    .digest('hex')
  if ((await findLoaded(db))?.sha256 === sha256) return
  const sections = pages.flatMap(readHelp)
  const meaningOf = (text: string) => tellingWords(conceptsOf(wordsIn(text))).join(' ')
  const passages = sections.map(({ url, title, body, bodySw, links }, index) => ({
    id: index + 1,
    url,
    title,
    body,
    bodySw,
    links,
  }))
  const phrases = sections.flatMap((section, index) =>
    section.phrases.map((phrase) => ({ passage_id: index + 1, phrase, meaning: meaningOf(phrase) })),
  )
  // Each SQL statement here may take 60 seconds.
  await db.patient(60).tx(async (tx) => {
    // This comes first because its row lock makes another process that starts at the same time wait.
    await markLoaded(tx, sha256)
    await replacePassages(tx, passages, phrases)
    await replaceWords(tx, KNOWN_WORDS)
  })
}
