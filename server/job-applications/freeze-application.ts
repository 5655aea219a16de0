import { createHash, randomBytes } from 'node:crypto'
import type { Answers } from '#contract/job-applications/rules.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { referenceFrom } from '#contract/job-applications/reference-numbers.ts'
import type { Sql, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { titlesOf } from '../jobs/texts.ts'
import { notificationInsert } from '../notifications/add-notification.ts'
import { PRIORITY, emailInsert } from '../outbox/enqueue-email.ts'
import { canonical } from '#contract/canonical.ts'
import { leafDigest, newSalt } from '../transparency/leaf.ts'
import { recording } from '../transparency/record.ts'
import { hashOfTicket, type Ticket } from '../tickets/ticket.ts'
import { signReceipt, verifyAddress } from '../transparency/sign.ts'
import { findOverwritten, type AnswersInput } from './answers.ts'
import { flagsFor } from './flags.ts'
import { freeze, fullName } from './freeze.ts'
import { presentSent } from './present.ts'
import { type ReadyRow, insertSubmission, type Submission } from './insert-submission.ts'

// Freezes an application when it is sent: its text, its signed receipt, and the statement that stores both.

export type FreezeRequest = {
  row: ReadyRow
  /** True when `row` holds only some documents of the draft. The other documents are not sent. */
  isTrimmed: boolean
  /** Kinds of documents that the submit names and the server could not accept. */
  leftOut: DocumentKind[]
  userId: number
  answers: Answers
  input: AnswersInput
  /** True when the request names the draft's version: the person has seen the answers that it overwrites. */
  sawVersion: boolean
  idempotencyKey: string | null
  ticket: Ticket | undefined
  receivedAt: Date
  now: Date
}

export type FrozenApplication = {
  reference: string
  /** The complete content of the application, as canonical JSON. */
  text: string
  /** SHA-256 of `text`. */
  digest: Buffer
  /** Random bytes. They are hashed too, so that no one can guess the content from the public log. */
  salt: Buffer
  receipt: Receipt
}

/** For a correction's receipt (W15): its reference number, its version, the replaced version's digest. */
type Succession = { reference: string; version: string; supersedes: string }

/** The frozen text of an application and its signed receipt. With a `succession`, it is a later version. */
export function frozenWithReceipt(
  deps: Deps,
  { row, answers, receivedAt, now }: FreezeRequest,
  succession?: Succession,
): FrozenApplication {
  const text = canonical(freeze(row, answers))
  const digest = createHash('sha256').update(text).digest()
  const salt = newSalt()
  // A first version gets a new reference number, and no values about an earlier version.
  const { reference = referenceFrom(randomBytes(8)), ...versions } = succession ?? {}
  const unsigned = {
    reference_number: reference,
    job_reference: row.job_reference,
    job_title: row.job_title,
    name: fullName(row),
    submitted_at: now.toISOString(),
    received_at: receivedAt.toISOString(),
    digest: digest.toString('hex'),
    salt: salt.toString('hex'),
    verify_url: verifyAddress(deps.config),
    ...versions,
  }
  return { reference, text, digest, salt, receipt: { ...unsigned, ...signReceipt(deps, unsigned) } }
}

/**
 * Further inserts of the statement that sends an application: the notification, the queued email (N7) and the
 * event of the public log.
 */
const followingInserts =
  ({ row, userId, now }: FreezeRequest, { reference, digest, salt }: FrozenApplication) =>
  (submitted: Sql) => ({
    notified: notificationInsert(
      {
        userId,
        kind: 'application_received',
        values: {
          ...titlesOf({ title: row.job_title, title_sw: row.job_title_sw }),
          reference,
        },
        url: `/dashboard/applications/${row.id}`,
        now,
      },
      submitted,
    ),
    enqueued: emailInsert(
      {
        topic: 'job-applications.received',
        payload: { applicationId: row.id },
        now,
        jobId: row.job_id,
        dedupe: `application ${row.id}`,
        priority: PRIORITY.shown,
      },
      submitted,
    ),
    recorded: recording(
      { kind: 'submission', digest: leafDigest({ salt, digest, reference, submittedAt: now }), now },
      submitted,
    ),
  })

/** The values of a frozen application that the database stores. */
export function submissionOf(deps: Deps, request: FreezeRequest, frozen: FrozenApplication): Submission {
  const { row, isTrimmed, userId, answers, input, sawVersion, ticket, now } = request
  const { reference, receipt } = frozen
  return {
    id: row.id,
    userId,
    jobId: row.job_id,
    version: row.version,
    answers,
    overwritten: sawVersion ? undefined : findOverwritten(row, input),
    reference,
    idempotencyKey: request.idempotencyKey,
    frozen: frozen.text,
    digest: frozen.digest,
    salt: frozen.salt,
    signature: Buffer.from(receipt.signature, 'base64'),
    key: receipt.key,
    receipt: JSON.stringify(receipt),
    flags: flagsFor(row, answers),
    receivedAt: request.receivedAt,
    graceFrom: new Date(now.getTime() - deps.config.ticketGraceMs),
    ticket: ticket && { hash: hashOfTicket(ticket), node: ticket.node },
    leftOut: request.leftOut,
    documents: isTrimmed ? row.documents.map(({ kind }) => kind) : undefined,
    now,
  }
}

/**
 * Freezes an application, signs its receipt and stores both, all in one statement. Undefined when the
 * application was not sent.
 * @throws the database's constraint error job_applications_reference_number_key
 */
export async function freezeApplication(deps: Deps, tx: Tx, request: FreezeRequest) {
  const frozen = frozenWithReceipt(deps, request)
  const submission = submissionOf(deps, request, frozen)
  const submitted = await insertSubmission(tx, submission, followingInserts(request, frozen))
  return (
    submitted &&
    presentSent({ ...submitted, is_completed: true, reference_number: frozen.reference }, submission.receipt)
  )
}
