import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { LearntModel } from './classifier.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The file of the trained model. The build writes it, so that no one waits for the classifier to learn. */
const MODEL_FILE = join(ROOT, 'node_modules/.help-model')
/**
 * The folders on which the model's weights depend: the help with its phrases, the lexicon, and the code that
 * reads them.
 */
const FOLDERS = ['content/help', 'server/assistant', 'server/assistant/lexicon']
/** The names of places, which the classifier recognises in questions. */
const PLACES = ['server/database/reference/counties.json', 'server/database/reference/constituencies.json']

/** A hash of everything from which the classifier learns. If it changes, the model is trained again. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${folder}/${name}`),
  )
  for (const file of [...files, ...PLACES].sort())
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

/** Stores the model in one step, so that another process never reads half of the file. */
export function storeLearnt(learnt: LearntModel, hash = sourcesHash(), file = MODEL_FILE): void {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, serialize({ hash, learnt }))
  renameSync(unfinished, file)
}

/**
 * Reads the stored model. Undefined when there is none, it is damaged, or it was trained on other sources.
 */
export function readLearnt(hash = sourcesHash(), file = MODEL_FILE): LearntModel | undefined {
  try {
    // The content needs no check: only `storeLearnt` can have written a file with the hash of these sources.
    const stored: { hash: string; learnt: LearntModel } = deserialize(readFileSync(file))
    return stored.hash === hash ? stored.learnt : undefined
  } catch {
    return undefined
  }
}
