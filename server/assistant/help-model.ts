import { join } from 'node:path'
import { Piscina } from 'piscina'
import { guess, type Learnt } from './classifier.ts'
import { askedOf, featuresOf, helpSections } from './help-examples.ts'
import type { HelpSection } from './read-help.ts'
import { wordsIn } from './words.ts'

/** A section that a question may ask for; none: something that no section answers. */
export type SectionGuess = { section: HelpSection | undefined; probability: number }

type Model = { sections: HelpSection[]; learnt: Learnt; known: Map<string, number> }

async function makeModel(): Promise<Model> {
  const pool = new Piscina({ filename: join(import.meta.dirname, 'learning-worker.ts'), minThreads: 1, maxThreads: 1 })
  try {
    const sections = helpSections()
    const learnt = (await pool.run(undefined)) as Learnt
    // Of a phrase that two sections have, the first is right; a title is its own section's.
    const known = new Map(
      askedOf(sections)
        .toReversed()
        .map(({ words, label }) => [words.join(' '), label]),
    )
    sections.forEach(({ title, titleSw }, label) => [titleSw, title].forEach((one) => known.set(wordsIn(one).join(' '), label)))
    return { sections, learnt, known }
  } finally {
    await pool.destroy()
  }
}

let model: Promise<Model> | undefined

/** Learnt once a process, with the first question; what failed is tried again with the next. */
const modelOf = () => {
  model ??= makeModel().catch((error: unknown) => {
    model = undefined
    throw error
  })
  return model
}

/** The sections that words may ask for, the likeliest first. */
export async function guessSections(words: string[], most: number): Promise<SectionGuess[]> {
  const { sections, learnt, known } = await modelOf()
  const guesses = guess(learnt, featuresOf(words), most + 1).map(({ label, probability }) => ({ section: sections[label], probability }))
  const label = known.get(words.join(' '))
  if (label === undefined) return guesses.slice(0, most)
  const section = sections[label]
  return [{ section, probability: 1 }, ...guesses.filter((it) => it.section !== section).map((it) => ({ ...it, probability: 0 }))].slice(0, most)
}

/** The section that is called so, and the language of that name; undefined when none is. */
export async function sectionCalled(text: string): Promise<{ section: HelpSection; language: 'en' | 'sw' } | undefined> {
  const name = wordsIn(text).join(' ')
  const { sections } = await modelOf()
  const section = sections.find(({ title, titleSw }) => [title, titleSw].some((one) => wordsIn(one).join(' ') === name))
  return section && { section, language: wordsIn(section.title).join(' ') === name ? 'en' : 'sw' }
}
