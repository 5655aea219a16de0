import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, type Prepared } from './prepare.ts'
import { publishedFiles } from './published.ts'
import { readPack } from './read-pack.ts'
import { resultText } from './result-text.ts'
import { select } from './select.ts'

// The operator's command `npm run -s portal -- selection …`. It needs no database, only the pack of a run:
// the file with all that a selection is computed from.

export const SELECTION_HELP = `  selection replay PACK.json
                          select by the pack's rule and seed, from the file alone. The result goes to the screen, its
                          SHA-256 to standard error.
  selection files PACK.json FOLDER
                          write the files that anyone may have, for docs/check-selection.mjs, into a new folder`

const CHUNK_BYTES = 1_048_576

/** Reads the bytes of a file in chunks. All chunks share a buffer, so each overwrites the one before. */
function* chunksOf(file: string): Generator<Buffer> {
  const descriptor = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES)
    for (let length: number; (length = readSync(descriptor, buffer)) > 0; ) yield buffer.subarray(0, length)
  } finally {
    closeSync(descriptor)
  }
}

/** Reads and checks a pack. Throws `RefusedPack` when the pack has an error. */
export const prepareFile = (file: string): Prepared => prepare((onEntry) => readPack(chunksOf(file), onEntry))

/** Joins small pieces of text into larger ones, so that fewer writes are needed. */
function* inChunks(pieces: Iterable<string>): Generator<Buffer> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < CHUNK_BYTES) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

/** Computes the result of a pack, writes it, and returns its SHA-256. */
export async function replay(file: string, output: NodeJS.WritableStream): Promise<string> {
  const digest = createHash('sha256')
  for (const chunk of inChunks(resultText(select(prepareFile(file))))) {
    digest.update(chunk)
    if (!output.write(chunk)) await once(output, 'drain')
  }
  return digest.digest('hex')
}

/** Writes the public files of a selection into a folder. The folder must not exist yet. */
export function writePublished(file: string, folder: string): void {
  const prepared = prepareFile(file)
  mkdirSync(folder)
  for (const { name, pieces } of publishedFiles(prepared)) {
    const descriptor = openSync(join(folder, name), 'wx')
    // One write may store only a part of the chunk.
    for (const chunk of inChunks(pieces()))
      for (let written = 0; written < chunk.length; ) written += writeSync(descriptor, chunk, written)
    closeSync(descriptor)
  }
}

/** A program that reads the output may close it early, as `head` does. That is no error: the process ends. */
function endWithReader(output: NodeJS.WriteStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}

/** Runs `selection …`. `words[0]` is `selection`. Returns false for words that are no such command. */
export async function selectionCommand(words: string[]): Promise<boolean> {
  const [, verb, file, folder, ...more] = words
  if (file === undefined || more.length > 0) return false
  if (verb === 'replay' && folder === undefined) {
    endWithReader(process.stdout)
    console.error(await replay(file, process.stdout))
  } else if (verb === 'files' && folder !== undefined) writePublished(file, folder)
  else return false
  return true
}
