import type { DocumentType } from '#contract/documents.ts'
import type { Deps } from '../deps.ts'
import { cleanName } from './clean-name.ts'
import { discard, type Incoming } from './incoming.ts'
import { type Fault, judge } from './judge.ts'

/** A file that came with a call: judged by its content and kept under its hash. A file nobody refers to is swept. */
export type ReceivedFile = {
  /** SHA-256 of what is kept, in hex. */
  hash: string
  /** Bytes. */
  size: number
  type: DocumentType
  /** T15: a label, cleaned. */
  name: string
  /** What an officer should know before opening it. */
  flags: string[]
  /** Clean at once where no scanner is to be asked: then its structure has decided (T14). */
  state: 'unscanned' | 'clean'
}

/** Judges a file that has arrived and keeps it, or says what is wrong with it; either way the temporary file is gone. */
export async function receiveFile(
  { files, config }: Pick<Deps, 'files' | 'config'>,
  incoming: Incoming,
  name: string,
): Promise<ReceivedFile | { fault: Fault }> {
  try {
    const verdict = await judge(incoming.path, incoming.size)
    if ('fault' in verdict) return verdict
    await files.store.put(incoming.path, incoming.hash)
    const { type, flags } = verdict
    return { hash: incoming.hash, size: incoming.size, type, name: cleanName(name, type), flags, state: config.clamdUrl ? 'unscanned' : 'clean' }
  } finally {
    await discard(incoming)
  }
}
