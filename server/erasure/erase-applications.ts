import { ERASURE_WORDS as WORDS } from '#contract/erasure/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import { erasureDigest, leafDigest, newSalt, supersedingDigest } from '../transparency/leaf.ts'
import { record } from '../transparency/record.ts'
import {
  deleteContent,
  type ErasedVersion,
  findLatestEventTime,
  findVersions,
  insertErasedVersions,
  insertErasure,
  lockUnerased,
  type SentVersion,
} from './applications-store.ts'

/**
 * Calls at the same moment may be recorded in the public log with times that are out of order by less than
 * this. `log verify` allows as much.
 */
const MAX_BEHIND_MS = 60_000

/**
 * Refuses an erasure while the clock is behind the public log. Its event would get an earlier time than
 * earlier events, and a deletion cannot be undone to correct that.
 */
export async function requireTrueClock(tx: Tx, now: Date): Promise<void> {
  const latestEventTime = await findLatestEventTime(tx)
  if (latestEventTime && now.getTime() < latestEventTime.getTime() - MAX_BEHIND_MS)
    throw refuse('busy', { message: WORDS.clock })
}

/** The digests that the public log has of the versions of one application, in order. */
function digestsOf(reference: string, versions: SentVersion[]): ErasedVersion[] {
  const leaves = versions.map(({ salt, digest, submitted_at: submittedAt }) =>
    leafDigest({ salt, digest, reference, submittedAt }).toString('hex'),
  )
  return versions.map(({ application_id, version, salt }, index) => {
    // Each version has a leaf. The '' is only for the type.
    const leaf = leaves[index] ?? ''
    const supersedes = leaves[index - 1]
    const superseding =
      supersedes === undefined
        ? null
        : supersedingDigest({ salt, reference, version: String(version), leaf, supersedes }).toString('hex')
    return { application_id, version, leaf, superseding }
  })
}

/**
 * Erases everything personal in these submitted applications, once. What stays: the row without its person,
 * the digests that the public log has, and an event of the log about the erasure.
 * @throws a refusal while the clock is behind the public log
 */
export async function eraseApplications(tx: Tx, ids: number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await requireTrueClock(tx, now)
  const applications = await lockUnerased(tx, ids)
  const lockedIds = applications.map(({ id }) => id)
  const versions = await findVersions(tx, lockedIds)
  for (const { id, reference } of applications) {
    const erased = digestsOf(
      reference,
      versions.filter((version) => version.application_id === id),
    )
    const salt = newSalt()
    const digest = erasureDigest({ salt, reference, leaves: erased.map(({ leaf }) => leaf), erasedAt: now })
    await insertErasure(tx, { about: { application: id }, salt, digest, now })
    await insertErasedVersions(tx, erased)
    await record(tx, { kind: 'erasure', digest, now })
  }
  await deleteContent(tx, lockedIds, now)
}
