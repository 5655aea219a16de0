import { auditLog } from '../../server/transparency/audit.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { PASSWORD } from './accounts.ts'
import { good } from './decisions.ts'
import type { Portal } from './portal.ts'
import type { Visitor } from './visitor.ts'

export const ERASURE = '/api/erasure/'

export const preview = async (visitor: Visitor) => good(await visitor.get(ERASURE))

/** Deletes the account as the page does. It confirms the summary that was shown a moment before. */
export const erase = async (visitor: Visitor, over: Record<string, unknown> = {}) =>
  visitor.post(ERASURE, { password: PASSWORD, state: (await preview(visitor)).state, ...over })

/** The errors that the command `log verify` finds. It adds the command's remarks to `notes`. */
export async function problems(portal: Portal, notes: string[] = []): Promise<string[]> {
  await checkpointWriter(portal.deps)()
  const found: string[] = []
  await auditLog(
    portal.deps,
    (problem) => found.push(problem),
    (note) => notes.push(note),
  )
  return found
}
