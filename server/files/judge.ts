import { open } from 'node:fs/promises'
import type { DocumentType } from '#contract/documents.ts'
import { judgeDoc } from './doc.ts'
import { judgeDocx } from './docx.ts'
import { writeIncoming, type Incoming } from './incoming.ts'
import { judgeJpeg } from './jpeg.ts'
import { judgePdf } from './pdf.ts'
import { isWhole, type Kept, keptBytes } from './picture.ts'
import { judgePng } from './png.ts'
import { type Fault, type Reading, reading, Unfit } from './reading.ts'

/** What a file is by its content (T13, T14), or why it is not kept. `stripped` is what to keep in its place (T16). */
export type Verdict = { type: DocumentType; flags: string[]; stripped?: Incoming } | { fault: Fault }

type Judged = { type: DocumentType; flags?: string[]; kept?: Kept }
const KINDS: [string, (it: Reading) => Promise<Judged>][] = [
  ['255044462d', async (it) => ({ type: 'pdf', flags: await judgePdf(it) })],
  ['89504e470d0a1a0a', async (it) => ({ type: 'png', kept: await judgePng(it) })],
  ['ffd8ff', async (it) => ({ type: 'jpg', kept: await judgeJpeg(it) })],
  ['504b0304', async (it) => judgeDocx(it).then(() => ({ type: 'docx' }))],
  ['d0cf11e0a1b11ae1', async (it) => judgeDoc(it).then(() => ({ type: 'doc' }))],
]

/** Judges a file that lies in the temporary folder; a picture with something to leave out is written anew into `folder`. */
export async function judge({ path, size }: Pick<Incoming, 'path' | 'size'>, folder: string): Promise<Verdict> {
  if (size === 0) return { fault: 'empty' }
  const file = await open(path, 'r')
  try {
    const it = reading(file, size)
    const head = (await it.read(0, Math.min(8, size))).toString('hex')
    const kind = KINDS.find(([start]) => head.startsWith(start))?.[1]
    if (!kind) return { fault: 'wrongType' }
    const { type, flags = [], kept } = await kind(it)
    if (!kept || isWhole(kept, size)) return { type, flags }
    return { type, flags, stripped: await writeIncoming(folder, keptBytes(it, kept)) }
  } catch (error) {
    if (error instanceof Unfit) return { fault: error.fault }
    throw error
  } finally {
    await file.close()
  }
}
