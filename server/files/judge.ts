import { type FileHandle, open } from 'node:fs/promises'
import type { DOCUMENT_WORDS, DocumentType } from '#contract/documents.ts'

export type Fault = Exclude<keyof typeof DOCUMENT_WORDS, 'missing'>
/** What a file is by its content (T13, T14), or why it is not kept. `flags` are for the officers who will open it. */
export type Verdict = { type: DocumentType; flags: string[] } | { fault: Fault }

const HEADS: [DocumentType | 'cfb' | 'zip', Buffer][] = [
  ['pdf', Buffer.from('%PDF-')],
  ['png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['jpg', Buffer.from('ffd8ff', 'hex')],
  ['zip', Buffer.from('504b0304', 'hex')],
  ['cfb', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
]

async function headOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
  return buffer.subarray(0, bytesRead)
}

/** Judges a file that lies in the temporary folder. */
export async function judge(path: string, size: number): Promise<Verdict> {
  if (size === 0) return { fault: 'empty' }
  const file = await open(path, 'r')
  try {
    const head = await headOf(file)
    const kind = HEADS.find(([, start]) => head.subarray(0, start.length).equals(start))?.[0]
    if (kind === undefined) return { fault: 'wrongType' }
    return { type: kind === 'zip' ? 'docx' : kind === 'cfb' ? 'doc' : kind, flags: [] }
  } finally {
    await file.close()
  }
}
