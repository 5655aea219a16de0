import { join } from 'node:path'
import { Piscina } from 'piscina'
import { guess, type Learnt } from './classifier.ts'
import { askedOf, featuresOf, helpSections } from './help-examples.ts'
import type { HelpSection } from './read-help.ts'
import { readLearnt } from './stored-model.ts'
import { readTopics, type Topic } from './topics.ts'
import { wordsIn } from './words.ts'

export type SectionGuess = { section: HelpSection; probability: number }
export type TopicGuess = { topic: Topic; probability: number }
/** A topic or a section as likely as this is meant. */
export const LIKELY = 0.5

/**
 * What a question may ask for, the likeliest first: sections of the help, and topics besides. Together they
 * are certain.
 */
export type Guesses = { sections: SectionGuess[]; topics: TopicGuess[] }

type Model = { sections: HelpSection[]; topics: Topic[]; learnt: Learnt; known: Map<string, number> }

/** Learns in a thread of its own, for some seconds: only where no build stored what was learnt. */
async function learnNow(): Promise<Learnt> {
  const pool = new Piscina({
    filename: join(import.meta.dirname, 'learning-worker.ts'),
    minThreads: 1,
    maxThreads: 1,
  })
  try {
    return (await pool.run(undefined)) as Learnt
  } finally {
    await pool.destroy()
  }
}

async function makeModel(): Promise<Model> {
  const sections = helpSections()
  const topics = readTopics()
  const learnt = readLearnt() ?? (await learnNow())
  // Of a phrase that two have, the first is right; a title is its own section's.
  const known = new Map(
    askedOf([...sections, ...topics])
      .toReversed()
      .map(({ words, label }) => [words.join(' '), label]),
  )
  sections.forEach(({ title, titleSw }, label) =>
    [titleSw, title].forEach((entry) => known.set(wordsIn(entry).join(' '), label)),
  )
  return { sections, topics, learnt, known }
}

let model: Promise<Model> | undefined

/** Read once a process, with the first question. A failure is tried again with the next. */
const modelOf = () => {
  model ??= makeModel().catch((error: unknown) => {
    model = undefined
    throw error
  })
  return model
}

/** What these words may ask for. */
export async function guessSubjects(words: string[]): Promise<Guesses> {
  const { sections, topics, learnt, known } = await modelOf()
  const label = known.get(words.join(' '))
  const guesses = guess(learnt, featuresOf(words), learnt.labels).map((guessed) =>
    label === undefined ? guessed : { ...guessed, probability: guessed.label === label ? 1 : 0 },
  )
  const likely = guesses.toSorted((left, right) => right.probability - left.probability)
  return {
    sections: likely.flatMap(({ label: key, probability }) =>
      sections[key] ? [{ section: sections[key], probability }] : [],
    ),
    topics: likely.flatMap(({ label: key, probability }) => {
      const topic = topics[key - sections.length]
      return topic ? [{ topic, probability }] : []
    }),
  }
}

/** How likely these words ask for a topic of this kind. */
export const likelihood = ({ topics }: Guesses, kind: Topic['kind']): number =>
  topics.reduce((sum, { topic, probability }) => sum + (topic.kind === kind ? probability : 0), 0)

/** A guess that is only what is left of another is not made surer than this by it. */
const MOST_SURER = 8

/** The guesses for a question that asks for no openings, whatever post it names. */
export const withoutOpenings = ({ sections, topics }: Guesses): Guesses => {
  const openings = topics.reduce(
    (sum, { topic, probability }) => sum + (topic.kind === 'openings' ? probability : 0),
    0,
  )
  const surer = Math.min(MOST_SURER, 1 / (1 - Math.min(openings, 0.99)))
  return {
    sections: sections.map(({ section, probability }) => ({ section, probability: probability * surer })),
    topics: topics.map(({ topic, probability }) => ({
      topic,
      probability: topic.kind === 'openings' ? 0 : probability * surer,
    })),
  }
}

/** The section that is called so, and the language of that name; undefined when none is. */
export async function sectionCalled(
  text: string,
): Promise<{ section: HelpSection; language: 'en' | 'sw' } | undefined> {
  const name = wordsIn(text).join(' ')
  const { sections } = await modelOf()
  const section = sections.find(({ title, titleSw }) =>
    [title, titleSw].some((entry) => wordsIn(entry).join(' ') === name),
  )
  return section && { section, language: wordsIn(section.title).join(' ') === name ? 'en' : 'sw' }
}
