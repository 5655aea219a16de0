import { createHash, type Hash } from 'node:crypto'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Tell } from './audit-files.ts'
import {
  type AuditedMessage,
  messagesGone,
  messagesOf,
  recipientsOf,
  unknownOf,
} from './audit-messages-store.ts'
import { canonical } from '#contract/canonical.ts'

const PAGE = 500
const RECIPIENTS = 20_000
/** A long limit: no one waits for the audit, and each page reads all audit entries of its jobs. */
const STATEMENT_TIMEOUT_SECONDS = 60

const headOf = ({ body, job_id: job, subject }: AuditedMessage) =>
  createHash('sha256')
    .update(canonical({ body, format: 'messages/1', job, subject }))
    .digest()

/**
 * Checks that the audit log has each step to the message's state, by the right person and for this text and
 * these recipients.
 */
function faultsOf({
  id,
  state,
  needs_second,
  sent_by,
  decided_by,
  stopped_by,
  digest,
  acts: auditEntries,
}: AuditedMessage): string[] {
  const hex = digest?.toString('hex')
  const isRecorded = (act: string, by: number | null) =>
    auditEntries.some((entry) => entry.act === act && entry.by === by && entry.digest === hex)
  const was = (act: string) => auditEntries.some((entry) => entry.act === act)
  const faults: string[] = []
  if (!isRecorded(needs_second ? 'message.proposed' : 'message.sent', sent_by))
    faults.push(`The log does not show who wrote the message ${id} as it is now.`)
  const leaves = state === 'scheduled' || state === 'sent'
  if (leaves && needs_second && (decided_by === sent_by || !isRecorded('message.approved', decided_by)))
    faults.push(`The log does not show a second person who approved the message ${id} as it is now.`)
  if (state === 'sent' && !isRecorded('message.left', null))
    faults.push(`The log does not show that the message ${id} was sent.`)
  // The audit entry of a stopped or returned message has no digest.
  const ended = auditEntries.findLast(({ act }) => act === 'message.stopped' || act === 'message.returned')
  const isEnded = state === 'stopped' || state === 'returned'
  const by = state === 'stopped' ? stopped_by : decided_by
  if (isEnded !== (ended !== undefined) || (ended && (ended.act !== `message.${state}` || ended.by !== by)))
    faults.push(`The log says that the message ${id} ended differently.`)
  if (state === 'proposed' && was('message.approved'))
    faults.push(`The log says that the message ${id} was approved.`)
  return faults
}

type Settled = { hash: Hash; count: number; recipients: number; digest: Buffer }

/**
 * Adds all recipients to the digests of their messages, in one pass and in the order of applications, as the
 * digest requires.
 */
async function addRecipients(
  db: Db,
  settled: Map<number, Settled>,
  last: number,
  report: Tell,
): Promise<void> {
  const strangers = new Set<number>()
  const bytes = Buffer.alloc(8)
  for (let after = { application_id: 0, message_id: 0 }; ; ) {
    const page = await recipientsOf(db, after, RECIPIENTS)
    for (const { application_id, message_id } of page) {
      const message = settled.get(message_id)
      bytes.writeBigInt64BE(BigInt(application_id))
      message?.hash.update(bytes)
      if (message) message.count++
      else if (message_id <= last && strangers.size < 100) strangers.add(message_id)
    }
    const end = page.at(-1)
    if (!end || page.length < RECIPIENTS) break
    after = end
  }
  for (const { id } of await unknownOf(db, [...strangers]))
    report(`The message ${id} has recipients, but is no longer in the database.`)
}

/**
 * Checks every message to applicants against the audit entries, and recomputes its digest from its text and
 * recipients. Returns how many messages there are. Recipients are fixed together with their message: none is
 * added later.
 */
export async function auditMessages(deps: Pick<Deps, 'db'>, report: Tell): Promise<number> {
  const db = deps.db.patient(STATEMENT_TIMEOUT_SECONDS)
  const settled = new Map<number, Settled>()
  let [count, after] = [0, 0]
  for (;;) {
    const page = await messagesOf(db, after, PAGE)
    for (const auditedMessage of page) {
      // Messages sent before digests existed have none in the audit log either.
      if (!auditedMessage.digest && !auditedMessage.acts.some(({ digest }) => digest !== null)) continue
      for (const fault of faultsOf(auditedMessage)) report(fault)
      const hash = createHash('sha256').update(headOf(auditedMessage))
      settled.set(auditedMessage.id, {
        hash,
        count: 0,
        recipients: auditedMessage.recipients,
        digest: auditedMessage.digest ?? Buffer.alloc(0),
      })
    }
    count += page.length
    after = page.at(-1)?.id ?? after
    if (page.length < PAGE) break
  }
  await addRecipients(db, settled, after, report)
  for (const [id, { hash, count: found, recipients, digest }] of settled)
    if (found !== recipients || !hash.digest().equals(digest))
      report(`The message ${id} has other words or recipients than when it was written.`)
  for (const { message } of await messagesGone(db))
    report(`The message ${message} is no longer in the database, but the log mentions it.`)
  return count
}
