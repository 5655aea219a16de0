import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Learnt } from './classifier.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Written by the build, so that no one waits for the classifier to learn. */
export const MODEL_FILE = join(ROOT, 'node_modules/.help-model')
/** What the weights depend on: the help with its phrases, the lexicon, and the code that reads them. */
const SOURCES = ['content/help', 'server/assistant', 'server/assistant/lexicon']

/** A hash of everything that the classifier learns from. Another hash means: learn again. */
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

/** Stores the weights whole or not at all: a process that reads meanwhile sees the file before or after. */
export function storeLearnt(learnt: Learnt, hash = sourcesHash(), file = MODEL_FILE): void {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, serialize({ hash, learnt }))
  renameSync(unfinished, file)
}

/**
 * The stored weights; undefined when there are none, they are damaged, or they were learnt from other
 * sources.
 */
export function readLearnt(hash = sourcesHash(), file = MODEL_FILE): Learnt | undefined {
  try {
    const stored = deserialize(readFileSync(file)) as { hash: string; learnt: Learnt }
    return stored.hash === hash ? stored.learnt : undefined
  } catch {
    return undefined
  }
}
