import { createHash, type Hash } from 'node:crypto'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Report } from './audit-files.ts'
import {
  type AuditedMessage,
  findAllRecipients,
  findAuditedMessages,
  findDeletedMessages,
  findUnknownIds,
} from './audit-messages-store.ts'
import { canonical } from '#contract/canonical.ts'

const MESSAGES_PAGE = 500
const RECIPIENTS_PAGE = 20_000
/** The most ids of unknown messages that are looked up. */
const MAX_UNKNOWN = 100
/** The time limit is long: no one waits for the audit, and each page reads all audit entries of its jobs. */
const STATEMENT_TIMEOUT_SECONDS = 60

/** The hash of a message's text. server/messages/send.ts computes it in the same way. */
const hashText = ({ body, job_id: job, subject }: AuditedMessage) =>
  createHash('sha256')
    .update(canonical({ body, format: 'messages/1', job, subject }))
    .digest()

/**
 * The faults of a message in the audit log. The log must have each step to the message's present state, by
 * the right officer, and for this text and these recipients.
 */
function findProblems({
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
  const isRecorded = (action: string, by: number | null) =>
    auditEntries.some((entry) => entry.act === action && entry.by === by && entry.digest === hex)

  const problems: string[] = []
  if (!isRecorded(needs_second ? 'message.proposed' : 'message.sent', sent_by))
    problems.push(`The log does not show who wrote the message ${id} as it is now.`)
  const isReleased = state === 'scheduled' || state === 'sent'
  const hasSecondPerson = decided_by !== sent_by && isRecorded('message.approved', decided_by)
  if (isReleased && needs_second && !hasSecondPerson)
    problems.push(`The log does not show a second person who approved the message ${id} as it is now.`)
  // The portal itself writes the entry `message.left`, when it starts to send the message.
  if (state === 'sent' && !isRecorded('message.left', null))
    problems.push(`The log does not show that the message ${id} was sent.`)
  // The audit entry about a message that was stopped or returned has no digest.
  const endEntry = auditEntries.findLast(
    ({ act: action }) => action === 'message.stopped' || action === 'message.returned',
  )
  const isEnded = state === 'stopped' || state === 'returned'
  const endedBy = state === 'stopped' ? stopped_by : decided_by
  const isSameEnd = endEntry
    ? isEnded && endEntry.act === `message.${state}` && endEntry.by === endedBy
    : !isEnded
  if (!isSameEnd) problems.push(`The log says that the message ${id} ended differently.`)
  if (state === 'proposed' && auditEntries.some(({ act: action }) => action === 'message.approved'))
    problems.push(`The log says that the message ${id} was approved.`)
  return problems
}

/**
 * A message's digest that is being computed again. `hash` covers `count` recipients so far. `recipients` and
 * `digest` are the stored values, which the computed ones must equal at the end.
 */
type Recomputed = { hash: Hash; count: number; recipients: number; digest: Buffer }

/**
 * Adds all recipients to their messages' digests, in one pass. It takes them in the order of applications,
 * which the digest requires. Messages above `lastMessageId` are left out, because they were sent during the
 * audit.
 */
async function addRecipients(
  db: Db,
  recomputed: Map<number, Recomputed>,
  lastMessageId: number,
  report: Report,
): Promise<void> {
  const unknownIds = new Set<number>()
  const idBytes = Buffer.alloc(8)
  let position = { application_id: 0, message_id: 0 }
  while (true) {
    const page = await findAllRecipients(db, position, RECIPIENTS_PAGE)
    for (const { application_id, message_id } of page) {
      const message = recomputed.get(message_id)
      idBytes.writeBigInt64BE(BigInt(application_id))
      message?.hash.update(idBytes)
      if (message) message.count++
      else if (message_id <= lastMessageId && unknownIds.size < MAX_UNKNOWN) unknownIds.add(message_id)
    }
    const lastRow = page.at(-1)
    if (!lastRow || page.length < RECIPIENTS_PAGE) break
    position = lastRow
  }
  for (const { id } of await findUnknownIds(db, [...unknownIds]))
    report(`The message ${id} has recipients, but is no longer in the database.`)
}

/**
 * Checks every message to applicants against the audit entries, and computes its digest again from its text
 * and recipients. A message's recipients are stored together with it, and never change. Returns how many
 * messages it checked.
 */
export async function auditMessages(deps: Pick<Deps, 'db'>, report: Report): Promise<number> {
  const db = deps.db.patient(STATEMENT_TIMEOUT_SECONDS)
  const recomputed = new Map<number, Recomputed>()
  let messageCount = 0
  let lastId = 0
  while (true) {
    const page = await findAuditedMessages(db, lastId, MESSAGES_PAGE)
    for (const message of page) {
      // For messages that were sent before digests existed, the audit log has none either.
      if (!message.digest && !message.acts.some(({ digest }) => digest !== null)) continue
      for (const problem of findProblems(message)) report(problem)
      recomputed.set(message.id, {
        hash: createHash('sha256').update(hashText(message)),
        count: 0,
        recipients: message.recipients,
        digest: message.digest ?? Buffer.alloc(0),
      })
    }
    messageCount += page.length
    lastId = page.at(-1)?.id ?? lastId
    if (page.length < MESSAGES_PAGE) break
  }
  await addRecipients(db, recomputed, lastId, report)
  for (const [id, { hash, count, recipients, digest }] of recomputed)
    if (count !== recipients || !hash.digest().equals(digest))
      report(`The message ${id} has other words or recipients than when it was written.`)
  for (const { message } of await findDeletedMessages(db))
    report(`The message ${message} is no longer in the database, but the log mentions it.`)
  return messageCount
}
