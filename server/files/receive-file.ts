import type { FileType } from '#contract/documents/documents.ts'
import type { Deps } from '../deps.ts'
import { cleanName } from './clean-name.ts'
import { discard, type Incoming } from './incoming.ts'
import type { RejectionReason } from './reading.ts'

/**
 * A file that came with a call. It is inspected and stored under its hash. If no document refers to it, a
 * later sweep deletes it.
 */
export type ReceivedFile = {
  /** SHA-256 of the stored file, in hex. */
  hash: string
  /**
   * SHA-256 of the file as it was sent. It differs for a photo, which is stored without its place and date.
   */
  sentHash: string
  /** Bytes. */
  size: number
  type: FileType
  /** A safe label made from the sender's file name (T15). */
  name: string
  /** Warnings that officers see before they open the file. */
  flags: string[]
  /** The scan's verdict: `clean` at once without a virus scanner, as the inspection alone decides (T14). */
  state: 'unscanned' | 'clean'
}

/**
 * Inspects a file that has arrived and stores it, or returns the reason why it is rejected. In both cases,
 * nothing is left in the temporary folder.
 */
export async function receiveFile(
  { files, inspector, config }: Pick<Deps, 'files' | 'inspector' | 'config'>,
  incoming: Incoming,
  label: string,
): Promise<ReceivedFile | { problem: RejectionReason }> {
  let fileToStore = incoming
  try {
    const verdict = await inspector.inspect(incoming, files.incoming)
    if ('problem' in verdict) return verdict
    const { type, flags, stripped } = verdict
    fileToStore = stripped ?? incoming
    await files.store.put(fileToStore.path, fileToStore.hash)
    return {
      hash: fileToStore.hash,
      sentHash: incoming.hash,
      size: fileToStore.size,
      type,
      name: cleanName(label, type),
      flags,
      state: config.clamdUrl ? 'unscanned' : 'clean',
    }
  } finally {
    await discard(incoming)
    if (fileToStore !== incoming) await discard(fileToStore)
  }
}
