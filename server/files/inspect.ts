import { open } from 'node:fs/promises'
import type { FileType } from '#contract/documents/documents.ts'
import { inspectDoc } from './doc.ts'
import { inspectDocx } from './docx.ts'
import { writeIncoming, type Incoming } from './incoming.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectPdf } from './pdf.ts'
import { isUnchanged, storedBytes, type StoredParts } from './picture.ts'
import { inspectPng } from './png.ts'
import { type RejectionReason, type ByteReader, byteReader, RejectedFile } from './reading.ts'

/**
 * The type of a file, found from its content (T13, T14), or as `problem` the reason why it is rejected.
 * `stripped` is a copy without personal data, which is stored instead of the file (T16).
 */
export type Verdict = { type: FileType; flags: string[]; stripped?: Incoming } | { problem: RejectionReason }

type Inspection = { type: FileType; flags?: string[]; storedParts?: StoredParts }
/** For each type of file: its first bytes in hex, and the function that inspects the rest. */
const INSPECTORS: [string, (reader: ByteReader) => Promise<Inspection>][] = [
  ['255044462d', async (reader) => ({ type: 'pdf', flags: await inspectPdf(reader) })],
  ['89504e470d0a1a0a', async (reader) => ({ type: 'png', storedParts: await inspectPng(reader) })],
  ['ffd8ff', async (reader) => ({ type: 'jpg', storedParts: await inspectJpeg(reader) })],
  ['504b0304', async (reader) => inspectDocx(reader).then(() => ({ type: 'docx' }))],
  ['d0cf11e0a1b11ae1', async (reader) => inspectDoc(reader).then(() => ({ type: 'doc' }))],
]

/**
 * Inspects a file in the temporary folder. If a picture contains personal data, a copy without them is
 * written into `folder`, under the name `copyName`.
 */
export async function inspectFile(
  { path, size }: Pick<Incoming, 'path' | 'size'>,
  folder: string,
  copyName?: string,
): Promise<Verdict> {
  if (size === 0) return { problem: 'empty' }
  const file = await open(path, 'r')
  try {
    const reader = byteReader(file, size)
    const firstBytes = (await reader.read(0, Math.min(8, size))).toString('hex')
    const inspect = INSPECTORS.find(([magic]) => firstBytes.startsWith(magic))?.[1]
    if (!inspect) return { problem: 'wrongType' }
    const { type, flags = [], storedParts } = await inspect(reader)
    // Only a picture has `storedParts`. Other files are stored as they are.
    if (!storedParts || isUnchanged(storedParts, size)) return { type, flags }
    const stripped = await writeIncoming(folder, storedBytes(reader, storedParts), { name: copyName })
    return { type, flags, stripped }
  } catch (error) {
    if (error instanceof RejectedFile) return { problem: error.problem }
    throw error
  } finally {
    await file.close()
  }
}
