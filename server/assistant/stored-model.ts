import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { LearntModel } from './classifier.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Written by the build, so that no one waits for the classifier to learn. */
export const MODEL_FILE = join(ROOT, 'node_modules/.help-model')
/** The weights depend on the help with its phrases, on the lexicon, and on the code that reads them. */
const SOURCES = ['content/help', 'server/assistant', 'server/assistant/lexicon']

/** A hash of everything that the classifier learns from. When it changes, the model must be trained again. */
export function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const folder of SOURCES)
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true }).sort((left, right) =>
      left.name < right.name ? -1 : 1,
    ))
      if (entry.isFile())
        hash.update(`${folder}/${entry.name}\0`).update(readFileSync(join(ROOT, folder, entry.name)))
  return hash.digest('hex')
}

/** Stores the model in one step, so that another process never reads half a file. */
export function storeLearnt(learnt: LearntModel, hash = sourcesHash(), file = MODEL_FILE): void {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, serialize({ hash, learnt }))
  renameSync(unfinished, file)
}

/**
 * The stored model. Undefined when there is none, it is damaged, or it was trained on other sources.
 */
export function readLearnt(hash = sourcesHash(), file = MODEL_FILE): LearntModel | undefined {
  try {
    // Unchecked: only `storeLearnt` of these same sources can have written a file with this hash.
    const stored: { hash: string; learnt: LearntModel } = deserialize(readFileSync(file))
    return stored.hash === hash ? stored.learnt : undefined
  } catch {
    return undefined
  }
}
