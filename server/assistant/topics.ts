import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HelpSection, readHelp } from './read-help.ts'

/** What a question may be besides one that the help answers, and what becomes of it. */
const KINDS = {
  Greeting: 'talk',
  Thanks: 'talk',
  Goodbye: 'talk',
  'Who I am': 'talk',
  'False papers': 'refused',
  'Data of others': 'refused',
  'A result on request': 'refused',
  'Breaking in': 'refused',
  'In the name of another': 'refused',
  'Voting advice': 'refused',
  'New instructions': 'refused',
  'An insult': 'refused',
  // Not refused: it is answered like these, at once and by no outside service.
  Despair: 'refused',
  'Not ours': 'strange',
  Openings: 'openings',
  'Own applications': 'own',
} as const

export type TopicTitle = keyof typeof KINDS
export type Topic = Pick<HelpSection, 'body' | 'bodySw' | 'links' | 'phrases'> & {
  title: TopicTitle
  kind: (typeof KINDS)[TopicTitle]
}

const isTitle = (title: string): title is TopicTitle => Object.hasOwn(KINDS, title)

/** The topics of `lexicon/topics.md`, written as the help pages are. */
export const readTopics = (): Topic[] =>
  readHelp('topics', readFileSync(join(import.meta.dirname, 'lexicon/topics.md'), 'utf8')).map(
    ({ title, phrases, ...rest }) => {
      if (!isTitle(title)) throw new Error(`lexicon/topics.md: no topic is called ${title}`)
      // The title is ours, and no way in which people ask.
      return { ...rest, phrases: phrases.slice(1), title, kind: KINDS[title] }
    },
  )

const topics = readTopics()

/** @throws Error when `lexicon/topics.md` lacks it. */
export function topicOf(title: TopicTitle): Topic {
  const found = topics.find((topic) => topic.title === title)
  if (!found) throw new Error(`lexicon/topics.md has no topic ${title}`)
  return found
}
