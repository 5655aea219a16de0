import type { DocumentType } from '#contract/documents/documents.ts'
import type { Deps } from '../deps.ts'
import { cleanName } from './clean-name.ts'
import { discard, type Incoming } from './incoming.ts'
import type { RejectionReason } from './reading.ts'

/**
 * A file that came with a call: inspected by its content and stored under its hash. A file that nothing
 * refers to is swept.
 */
export type ReceivedFile = {
  /** SHA-256 of the stored file, in hex. */
  hash: string
  /** The same of the file as it was sent: a photo is stored without its place and date. */
  sentHash: string
  /** Bytes. */
  size: number
  type: DocumentType
  /** A cleaned label (T15). */
  name: string
  /** What an officer should know before opening it. */
  flags: string[]
  /** `clean` at once when no scanner is configured: then its structure has decided (T14). */
  state: 'unscanned' | 'clean'
}

/**
 * Inspects a file that has arrived and stores it, or says what is wrong with it; either way nothing is left
 * in the temporary folder.
 */
export async function receiveFile(
  { files, inspector, config }: Pick<Deps, 'files' | 'inspector' | 'config'>,
  incoming: Incoming,
  label: string,
): Promise<ReceivedFile | { fault: RejectionReason }> {
  let current = incoming
  try {
    const verdict = await inspector.inspect(incoming, files.incoming)
    if ('fault' in verdict) return verdict
    const { type, flags, stripped } = verdict
    current = stripped ?? incoming
    await files.store.put(current.path, current.hash)
    return {
      hash: current.hash,
      sentHash: incoming.hash,
      size: current.size,
      type,
      name: cleanName(label, type),
      flags,
      state: config.clamdUrl ? 'unscanned' : 'clean',
    }
  } finally {
    await discard(incoming)
    if (current !== incoming) await discard(current)
  }
}
