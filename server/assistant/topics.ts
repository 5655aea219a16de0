import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HelpSection, readHelp } from './read-help.ts'

/**
 * The topics that no help page answers, and the kind of each. A topic of kind `talk` gets a polite answer,
 * `refused` a refusal. `strange` questions are not about the portal. Other code answers `openings` and `own`.
 */
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
  // A topic that is not refused, but answered like a refusal: at once, and never by a provider.
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

/** The topics in the file `lexicon/topics.md`, which has the format of a help page. */
export const readTopics = (): Topic[] =>
  readHelp({
    slug: 'topics',
    source: readFileSync(join(import.meta.dirname, 'lexicon/topics.md'), 'utf8'),
  }).map(({ title, phrases, ...rest }) => {
    if (!isTitle(title)) throw new Error(`lexicon/topics.md: no topic is called ${title}`)
    // The first phrase is the topic's title. No one asks with it, because it is our own name.
    return { ...rest, phrases: phrases.slice(1), title, kind: KINDS[title] }
  })

const topics = readTopics()

/** @throws Error when `lexicon/topics.md` lacks the topic. */
export function topicOf(title: TopicTitle): Topic {
  const named = topics.find((topic) => topic.title === title)
  if (!named) throw new Error(`lexicon/topics.md has no topic ${title}`)
  return named
}
