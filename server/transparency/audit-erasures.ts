import type { Deps } from '../deps.ts'
import { type AuditedErasure, countLostErasures, findErasures } from './audit-erasures-store.ts'
import type { Report } from './audit-files.ts'
import { findEvents } from './audit-store.ts'
import { erasureDigest } from './leaf.ts'

const PAGE = 1_000

const bytes = (hex: string) => Buffer.from(hex, 'hex')
/** The digests of all log events about an erasure: its own event, and those of the erased versions. */
function digestsOf({ digest, versions }: AuditedErasure): Buffer[] {
  const digests: Buffer[] = [digest]
  for (const { leaf, superseding } of versions) {
    digests.push(bytes(leaf))
    if (superseding !== null) digests.push(bytes(superseding))
  }
  return digests
}

function computedDigest({ user_id, reference, versions, salt, erased_at: erasedAt }: AuditedErasure): Buffer {
  return user_id === null
    ? erasureDigest({ salt, reference, leaves: versions.map(({ leaf }) => leaf), erasedAt })
    : erasureDigest({ salt, account: user_id, erasedAt })
}

/** The faults of an erasure. `events` has the kind and time of each log event, by its digest in hex. */
function* findProblems(
  erasure: AuditedErasure,
  events: Map<string, { kind: string; at: Date }>,
): Generator<string> {
  const { digest, erased_at, versions, user_id } = erasure
  const event = events.get(digest.toString('hex'))
  const isLogged = event?.kind === 'erasure' && event.at.getTime() === erased_at.getTime()
  if (!isLogged || !computedDigest(erasure).equals(digest)) yield 'has no event in the log'
  if (erasure.is_there) yield 'is in the log, but what it is about is still in the database'
  if (user_id === null && versions.length === 0) yield 'does not say what was sent'
  for (const { leaf, superseding } of versions) {
    if (events.get(leaf)?.kind !== 'submission') yield 'names a version that is not in the log'
    if (superseding !== null && events.get(superseding)?.kind !== 'superseding')
      yield 'names a correction that is not in the log'
  }
}

/**
 * Checks every erasure against its event, and each erased version against its events. So an application can
 * only be missing if the log says that it was erased.
 */
export async function auditErasures({ db }: Pick<Deps, 'db'>, report: Report): Promise<void> {
  let lastId = 0
  while (true) {
    const page = await findErasures(db, lastId, PAGE)
    const events = new Map(
      (await findEvents(db, page.flatMap(digestsOf))).map(({ digest, ...event }) => [
        digest.toString('hex'),
        event,
      ]),
    )
    for (const erasure of page)
      for (const problem of findProblems(erasure, events)) report(`The erasure ${erasure.id} ${problem}.`)
    if (page.length < PAGE) break
    lastId = page.at(-1)?.id ?? lastId
  }
  const lost = await countLostErasures(db)
  if (lost !== 0) report(`${lost} events are about erasures that are no longer in the database.`)
}
