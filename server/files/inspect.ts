import { open } from 'node:fs/promises'
import type { DocumentType } from '#contract/documents/documents.ts'
import { inspectDoc } from './doc.ts'
import { inspectDocx } from './docx.ts'
import { writeIncoming, type Incoming } from './incoming.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectPdf } from './pdf.ts'
import { isWhole, type Remaining, remainingBytes } from './picture.ts'
import { inspectPng } from './png.ts'
import { type RejectionReason, type Reading, reading, RejectedFile } from './reading.ts'

/**
 * A file's type by its content (T13, T14), or why it is rejected. `stripped` is the file to store in its
 * place (T16).
 */
export type Verdict =
  | { type: DocumentType; flags: string[]; stripped?: Incoming }
  | { fault: RejectionReason }

type Judged = { type: DocumentType; flags?: string[]; kept?: Remaining }
const KINDS: [string, (it: Reading) => Promise<Judged>][] = [
  ['255044462d', async (bytes) => ({ type: 'pdf', flags: await inspectPdf(bytes) })],
  ['89504e470d0a1a0a', async (bytes) => ({ type: 'png', kept: await inspectPng(bytes) })],
  ['ffd8ff', async (bytes) => ({ type: 'jpg', kept: await inspectJpeg(bytes) })],
  ['504b0304', async (bytes) => inspectDocx(bytes).then(() => ({ type: 'docx' }))],
  ['d0cf11e0a1b11ae1', async (bytes) => inspectDoc(bytes).then(() => ({ type: 'doc' }))],
]

/**
 * Inspects a file in the temporary folder; a picture with something to leave out is written again into
 * `folder`.
 */
export async function inspectFile(
  { path, size }: Pick<Incoming, 'path' | 'size'>,
  folder: string,
): Promise<Verdict> {
  if (size === 0) return { fault: 'empty' }
  const file = await open(path, 'r')
  try {
    const source = reading(file, size)
    const head = (await source.read(0, Math.min(8, size))).toString('hex')
    const kind = KINDS.find(([start]) => head.startsWith(start))?.[1]
    if (!kind) return { fault: 'wrongType' }
    const { type, flags = [], kept: remaining } = await kind(source)
    if (!remaining || isWhole(remaining, size)) return { type, flags }
    return { type, flags, stripped: await writeIncoming(folder, remainingBytes(source, remaining)) }
  } catch (error) {
    if (error instanceof RejectedFile) return { fault: error.fault }
    throw error
  } finally {
    await file.close()
  }
}
