import { join } from 'node:path'
import { Piscina } from 'piscina'
import { guess, type LearntModel } from './classifier.ts'
import { labelledPhrases, featuresOf, helpSections } from './help-examples.ts'
import type { HelpSection } from './read-help.ts'
import { readLearnt } from './stored-model.ts'
import { readTopics, type Topic } from './topics.ts'
import { wordsIn } from './words.ts'

export type SectionGuess = { section: HelpSection; probability: number }
type TopicGuess = { topic: Topic; probability: number }
/** From this probability on, a question is taken to mean a topic or a section. */
export const MIN_LIKELY = 0.5

/**
 * The sections and topics that a question may ask for, most probable first. Their probabilities add up to 1.
 */
export type Guesses = { sections: SectionGuess[]; topics: TopicGuess[] }

type Model = {
  sections: HelpSection[]
  topics: Topic[]
  learnt: LearntModel
  /** The label of each phrase that the help lists. A question may be exactly such a phrase. */
  labelOfPhrase: Map<string, number>
}

/** Trains the model in a separate thread for some seconds, only if no build has stored a model. */
async function learnNow(): Promise<LearntModel> {
  const pool = new Piscina<undefined, LearntModel>({
    filename: join(import.meta.dirname, 'learning-worker.ts'),
    minThreads: 1,
    maxThreads: 1,
  })
  try {
    return await pool.run(undefined)
  } finally {
    await pool.destroy()
  }
}

async function buildModel(): Promise<Model> {
  const sections = helpSections()
  const topics = readTopics()
  const learnt = readLearnt() ?? (await learnNow())
  // A phrase may have several subjects: the first wins, because in the reversed list it is written last.
  const labelOfPhrase = new Map(
    labelledPhrases([...sections, ...topics])
      .toReversed()
      .map(({ words, label }) => [words.join(' '), label]),
  )
  // A title is the text of a button. So it leads to its own section, even if it is a phrase of another.
  sections.forEach(({ title, titleSw }, label) =>
    [titleSw, title].forEach((name) => labelOfPhrase.set(wordsIn(name).join(' '), label)),
  )
  return { sections, topics, learnt, labelOfPhrase }
}

let model: Promise<Model> | undefined

/** Loads the model when a process gets its first question. After a failure, the next question tries again. */
const loadModel = () => {
  model ??= buildModel().catch((error: unknown) => {
    model = undefined
    throw error
  })
  return model
}

/** Guesses what a question asks for. A phrase that the help lists word for word is certain. */
export async function guessSubjects(words: string[]): Promise<Guesses> {
  const { sections, topics, learnt, labelOfPhrase } = await loadModel()
  const certainLabel = labelOfPhrase.get(words.join(' '))
  const guesses = guess(learnt, featuresOf(words), learnt.labelCount).map((guessed) =>
    certainLabel === undefined
      ? guessed
      : { ...guessed, probability: guessed.label === certainLabel ? 1 : 0 },
  )
  const likely = guesses.toSorted((left, right) => right.probability - left.probability)
  return {
    sections: likely.flatMap(({ label, probability }) =>
      sections[label] ? [{ section: sections[label], probability }] : [],
    ),
    topics: likely.flatMap(({ label, probability }) => {
      // The labels of topics come after those of sections.
      const topic = topics[label - sections.length]
      return topic ? [{ topic, probability }] : []
    }),
  }
}

/** The probability that a question asks for a topic of this kind. */
export const likelihood = ({ topics }: Guesses, kind: Topic['kind']): number =>
  topics.reduce((sum, { topic, probability }) => sum + (topic.kind === kind ? probability : 0), 0)

/** When openings are ruled out, the other guesses become more probable, by at most this factor. */
const MAX_BOOST = 8

/** The guesses for a question that names a post but does not ask for open jobs. */
export const withoutOpenings = ({ sections, topics }: Guesses): Guesses => {
  const openingsProbability = likelihood({ sections, topics }, 'openings')
  // The limit of 0.99 avoids a division by zero.
  const boost = Math.min(MAX_BOOST, 1 / (1 - Math.min(openingsProbability, 0.99)))
  return {
    sections: sections.map(({ section, probability }) => ({ section, probability: probability * boost })),
    topics: topics.map(({ topic, probability }) => ({
      topic,
      probability: topic.kind === 'openings' ? 0 : probability * boost,
    })),
  }
}

/** The help section with this title, and the language of the title. Undefined when there is none. */
export async function findSectionByTitle(
  text: string,
): Promise<{ section: HelpSection; language: 'en' | 'sw' } | undefined> {
  const name = wordsIn(text).join(' ')
  const { sections } = await loadModel()
  const section = sections.find(({ title, titleSw }) =>
    [title, titleSw].some((sectionTitle) => wordsIn(sectionTitle).join(' ') === name),
  )
  return section && { section, language: wordsIn(section.title).join(' ') === name ? 'en' : 'sw' }
}
