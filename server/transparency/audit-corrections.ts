import type { Deps } from '../deps.ts'
import { auditArrivals } from './audit-arrivals.ts'
import {
  type AuditedVersion,
  countLostSupersedings,
  findIncomplete,
  findSuperseded,
} from './audit-corrections-store.ts'
import type { Report } from './audit-files.ts'
import { findEvents } from './audit-store.ts'
import { eventDigest, problemOf } from './audit-submissions.ts'
import { supersedingDigest } from './leaf.ts'
import { readReceipt } from './sign.ts'

const PAGE = 2_000

/**
 * The digest of the log event which says that the next version replaces this one. Empty when it cannot be
 * computed, so that no event is found.
 */
const supersedingOf = (version: AuditedVersion): Buffer => {
  const { next, reference } = version
  if (!next || next.salt.length !== 32 || next.digest.length !== 32 || reference === null)
    return Buffer.alloc(0)
  return supersedingDigest({
    salt: next.salt,
    reference,
    version: String(version.version + 1),
    leaf: eventDigest({ ...version, ...next }).toString('hex'),
    supersedes: eventDigest(version).toString('hex'),
  })
}

type Events = Map<string, { kind: string; at: Date }>
/** Whether the log has an event of this kind and digest, with exactly this time. */
const isLogged = (events: Events, kind: string, digest: Buffer, moment: Date) => {
  const event = events.get(digest.toString('hex'))
  return event?.kind === kind && event.at.getTime() === moment.getTime()
}

function checkVersion(
  version: AuditedVersion,
  events: Events,
  { receiptKey }: Pick<Deps, 'receiptKey'>,
  report: Report,
): void {
  const name = `version ${version.version} of application ${version.id}`
  const problem = problemOf(version, receiptKey)
  if (problem) report(`The ${name} ${problem}.`)
  if (!isLogged(events, 'submission', eventDigest(version), version.submitted_at))
    report(`The ${name} has no event in the log.`)
  const { next } = version
  if (!next) return report(`The ${name} is superseded by a version that is not in the database.`)
  const nextName = `version ${version.version + 1} of application ${version.id}`
  if (readReceipt(next.receipt)['supersedes'] !== eventDigest(version).toString('hex'))
    report(`The ${nextName} has a receipt that does not supersede version ${version.version}.`)
  if (!isLogged(events, 'superseding', supersedingOf(version), next.submitted_at))
    report(`The log does not say that the ${nextName} supersedes version ${version.version}.`)
}

/**
 * Checks every replaced version of an application against its frozen text, its receipt and its events. It
 * also checks that no version is missing (W15). Returns how many versions there are and how many have a
 * ticket.
 */
export async function auditCorrections(
  deps: Pick<Deps, 'db' | 'receiptKey'>,
  report: Report,
  remark: Report,
): Promise<{ submissions: number; tickets: number }> {
  const { db } = deps
  let submissions = 0
  let tickets = 0
  let lastVersion = { id: 0, version: 0 }
  while (true) {
    const page = await findSuperseded(db, lastVersion, PAGE)
    const digests = page.flatMap((version) => [eventDigest(version), supersedingOf(version)])
    const events: Events = new Map(
      (await findEvents(db, digests)).map(({ digest, ...event }) => [digest.toString('hex'), event]),
    )
    for (const version of page) checkVersion(version, events, deps, report)
    tickets += await auditArrivals({ db }, page, { problem: report, remark })
    submissions += page.length
    if (page.length < PAGE) break
    lastVersion = page.at(-1) ?? lastVersion
  }
  for (const { id, missing } of await findIncomplete(db))
    report(`The application ${id} was corrected, but ${missing} earlier versions are not in the database.`)
  const events = await countLostSupersedings(db)
  if (events !== 0) report(`${events} events are about corrections that are no longer in the database.`)
  return { submissions, tickets }
}
