import { documentErrors } from '#contract/job-applications/document-rules.ts'
import { CORRECTION_WORDS } from '#contract/job-applications/correction.ts'
import { type Answers, missingParts, completedStepsOf } from '#contract/job-applications/rules.ts'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import { JOB_RULE_WORDS } from '#contract/job-applications/words.ts'
import { nairobiDate } from '#contract/dates.ts'
import { ageOn } from '#contract/civil-dates.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { takesDocument } from '#contract/jobs/wanted-documents.ts'
import type { FieldErrors } from '#contract/endpoint.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { fillProfile, type TypedProfile } from '../accounts/fill-profile.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { answersOf, requirementsOf, identityOf, type AnswersInput } from './answers.ts'
import { type Arrival, requireInTime } from './arrival.ts'
import type { StoredDocument } from '../documents/documents.ts'
import {
  selectNamedDocuments,
  findLeftOut,
  type NamedFiles,
  withoutUnrequested,
} from '../documents/named-files.ts'
import { presentDraft, presentSent } from './present.ts'
import { placeErrors } from './save-partially.ts'
import { requireCorrectable } from './correct.ts'
import { findReceiptWithKey, lockForCorrection, restartReview } from './corrections-store.ts'
import { freezeApplication } from './freeze-application.ts'
import {
  insertRefusedCopy,
  lockForSubmission,
  findForSubmission,
  type ReadyRow,
} from './insert-submission.ts'
import { freezeCorrection } from './send-correction.ts'
import { startOnce } from './start.ts'
import { findWithdrawnReceipt } from './withdrawals-store.ts'

// Checks an application and sends it exactly once, even if the caller submits it several times.

/** The most attempts to send. An attempt fails only when another write of that person comes first. */
const MAX_TRIES = 6

/** Thrown when another write of the same person came in between. */
export class OvertakenError extends Error {}

export type SubmitRequest = {
  userId: number
  /** Which application to send: the one with this id, or the person's own for a job. */
  selector: { id: number } | { jobId: number }
  /** The answers in the request. */
  input: AnswersInput
  /** Values that the person typed for profile fields that are still empty. */
  profile: TypedProfile | undefined
  /** All files that the submit names; undefined when it names none. */
  files: NamedFiles | undefined
  /** The kinds of files that the submit named and the server could not accept. */
  leftOut: readonly DocumentKind[] | undefined
  /** The draft's version that the person saw; undefined when the request names none (T22). */
  version: number | undefined
  /** The id of the job in the request. If the application is for another job, the submit is refused (W16). */
  requestedJobId: number | undefined
  /** The idempotency key of the submit. A repeat of the same submit has the same key (W10). */
  idempotencyKey: string | null
  arrival: Arrival
}

/**
 * Refuses an incomplete application with all its errors at once (S2 §5). Then checks the job's own rules: the
 * minimum age (A18) and the documents (W1). `allDocuments` are all documents of the draft. `row` has only
 * those that are sent.
 */
function requireComplete(
  row: ReadyRow,
  answers: Answers,
  now: Date,
  allDocuments: readonly StoredDocument[],
) {
  const today = nairobiDate(now)
  const partsMissing = missingParts(
    completedStepsOf(identityOf(row), answers, requirementsOf(row), today),
    answers,
    requirementsOf(row),
  )
  const refuseWithLines = (lines: string[], fields: FieldErrors = {}) => {
    const message = lines.join('\n')
    return refuse('invalid', {
      message,
      fieldErrors: { ...fields, non_field_errors: message },
      // The draft's present version: the files of this submit may have raised it.
      also: { version: row.version },
    })
  }
  if (partsMissing.length > 0) throw refuseWithLines(partsMissing.map(({ line }) => line))
  // The applicant must have the job's minimum age on the closing date (A18).
  const closingDay = row.expiry_date ? nairobiDate(row.expiry_date) : today
  // An applicant whose date of birth cannot be read counts as too young.
  const age = ageOn(row.date_of_birth, closingDay) ?? 0
  if (row.min_age !== null && age < row.min_age) throw refuseWithLines([JOB_RULE_WORDS.tooYoung(row.min_age)])
  const { lines, fields } = documentErrors(
    { ...row, documents: row.documents_asked },
    row.documents,
    allDocuments,
  )
  if (lines.length > 0) throw refuseWithLines(lines, fields)
}

/**
 * The receipt of the version that was sent with this idempotency key; undefined for another key (W10). So a
 * late repeat of an earlier submit is not taken for a correction (W15).
 */
export async function findRepeatedReceipt(
  { db }: Pick<Deps, 'db'>,
  row: Pick<ReadyRow, 'id' | 'idempotency_key' | 'receipt' | 'sent_version'>,
  idempotencyKey: string | null,
): Promise<string | undefined> {
  if (idempotencyKey === null || !row.receipt) return undefined
  if (row.idempotency_key === idempotencyKey) return row.receipt
  return row.sent_version === 1 ? undefined : findReceiptWithKey(db, row.id, idempotencyKey)
}

/**
 * True for a ticket from before the reopening. Its submit repeats what was sent before, so it is no
 * correction (W15).
 */
export const isBeforeReopening = ({ reopened_at }: Pick<ReadyRow, 'reopened_at'>, { ticket }: Arrival) =>
  reopened_at !== null && ticket !== undefined && ticket.receivedAt < reopened_at

/** Refuses to submit an application that is sent and not reopened, or to repeat an earlier submit (W15). */
function requireReopened(row: ReadyRow, arrival: Arrival): void {
  if (row.reopened_at && !isBeforeReopening(row, arrival)) return
  throw row.sent_version === 1
    ? refuse('already_applied')
    : refuse('already_applied', { message: CORRECTION_WORDS.sentElsewhere })
}

/**
 * Finds a withdrawn application that an earlier call sent with the same key. Without this search, a late
 * repeat of that call would apply again.
 */
export async function findWithdrawnRepeat(
  { db }: Pick<Deps, 'db'>,
  { userId, selector, idempotencyKey }: Pick<SubmitRequest, 'userId' | 'selector' | 'idempotencyKey'>,
) {
  if (idempotencyKey === null || !('jobId' in selector)) return undefined
  return findWithdrawnReceipt(db, userId, selector.jobId, idempotencyKey)
}

/** True when the submit fills a profile field that is still empty. */
const fillsProfile = (row: ReadyRow, profile: TypedProfile = {}) =>
  (['first_name', 'last_name', 'phone', 'idno'] as const).some(
    (name) => row[name] === '' && profile[name]?.trim(),
  ) ||
  (row.profile_address === '' && Boolean(profile.address?.trim()))

/** When the application counts as received, and when it is sent. */
type Times = { receivedAt: Date; now: Date }

/** Checks the application and sends it. Undefined when another write of the person came in between. */
async function checkAndFreeze(deps: Deps, tx: Tx, row: ReadyRow, request: SubmitRequest, times: Times) {
  const fieldErrors = placeErrors(row)
  if (Object.keys(fieldErrors).length > 0) throw refuseFields(fieldErrors)
  const { userId, input, version, idempotencyKey, arrival } = request
  const namedFiles = withoutUnrequested(request.files, row)
  const requestedDocuments = row.documents.filter(({ kind }) => takesDocument(kind, row))
  const rowToSend = {
    ...row,
    documents: selectNamedDocuments(requestedDocuments, namedFiles, request.leftOut),
  }
  const answers = answersOf(rowToSend, input)
  requireComplete(rowToSend, answers, times.now, row.documents)
  const freezeNext = row.reopened_at ? freezeCorrection : freezeApplication
  return freezeNext(deps, tx, {
    row: rowToSend,
    isTrimmed: rowToSend.documents.length < row.documents.length,
    leftOut: findLeftOut(rowToSend.documents, namedFiles, request.leftOut),
    userId,
    answers,
    input,
    sawVersion: version !== undefined,
    idempotencyKey,
    ticket: arrival.ticket,
    ...times,
  })
}

/** Saves typed values into empty profile fields if, and only if, the application is sent (W12). */
const freezeWithProfile = (deps: Deps, request: SubmitRequest, version: number, times: Times) =>
  deps.db.tx(async (tx) => {
    const { userId, selector, input, profile = {} } = request
    // The application is locked before the account, because an upload uses the same order.
    await lockForSubmission(tx, userId, selector)
    const filled = await fillProfile(tx, userId, profile, nairobiDate(times.now))
    const row = await findForSubmission(tx, userId, selector, input)
    const submitted =
      row?.version === version && !row.is_completed
        ? await checkAndFreeze(deps, tx, row, request, times)
        : undefined
    if (!submitted) throw new OvertakenError()
    if (filled.length > 0) deps.log('info', 'profile.changed', { id: userId, kind: filled.join(' ') })
    return submitted
  })

/** Sends a correction of an application that was sent before (W15). */
const sendCorrection = (deps: Deps, request: SubmitRequest, unlockedRow: ReadyRow, times: Times) =>
  deps.db.tx(async (tx) => {
    const { userId, input, profile = {} } = request
    // Every decision locks the facts before the application. This call keeps the same order.
    await restartReview(tx, userId, unlockedRow.id)
    const lockedRow = await lockForCorrection(tx, userId, unlockedRow.id)
    if (!lockedRow) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
    requireCorrectable(lockedRow)
    const filled = fillsProfile(unlockedRow, profile)
      ? await fillProfile(tx, userId, profile, nairobiDate(times.now))
      : []
    const row = await findForSubmission(tx, userId, { id: unlockedRow.id }, input)
    const submitted =
      row?.reopened_at && row.version === unlockedRow.version
        ? await checkAndFreeze(deps, tx, row, request, times)
        : undefined
    // The error undoes the whole transaction, so the application stays on officers' lists.
    if (!submitted) throw new OvertakenError()
    if (filled.length > 0) deps.log('info', 'profile.changed', { id: userId, kind: filled.join(' ') })
    return submitted
  })

/**
 * Checks and sends an application, or its correction. Undefined or an OvertakenError means that nothing was
 * sent: mostly, another write came in between. A first version without new values for the profile is sent in
 * one statement, so it needs no transaction.
 */
function send(deps: Deps, request: SubmitRequest, row: ReadyRow, times: Times) {
  if (row.is_completed) return sendCorrection(deps, request, row, times)
  return fillsProfile(row, request.profile)
    ? freezeWithProfile(deps, request, row.version, times)
    : checkAndFreeze(deps, deps.db, row, request, times)
}

/**
 * Sends an application, for POST submit and PUT update. Repeated calls send it only once (W10). Each time
 * that its owner has reopened it, it is sent once more (W15).
 */
export async function submitOnce(deps: Deps, request: SubmitRequest) {
  const { userId, selector, input, version, requestedJobId, arrival } = request
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const now = deps.now()
    const row = await findForSubmission(deps.db, userId, selector, input)
    // If the person has an application for the job and withdrew none before, there is no repeat to find.
    const repeat = row && !row.has_withdrawn ? undefined : await findWithdrawnRepeat(deps, request)
    if (repeat) return presentSent(repeat, repeat.receipt)
    if (!row) {
      // A version belongs to an application that was withdrawn or deleted. Its page must not start another.
      if ('id' in selector || version !== undefined)
        throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
      await startOnce(deps, userId, selector.jobId, arrival)
      continue
    }
    if (requestedJobId !== undefined && requestedJobId !== row.job_id)
      throw refuseFields({ job_id: JOB_WORDS.invalid })
    if (row.is_completed) {
      const receipt = await findRepeatedReceipt(deps, row, request.idempotencyKey)
      if (receipt !== undefined) return presentSent(row, receipt)
      requireReopened(row, arrival)
    }
    const times = { receivedAt: requireInTime(deps, row, arrival, now), now }
    if (version !== undefined && version !== row.version) {
      await insertRefusedCopy(deps.db, row, input, now)
      throw refuse('conflict', { also: { current: presentDraft(row, now) } })
    }
    const submitted = await send(deps, request, row, times).catch((error: unknown) => {
      // After another write, the next attempt reads the application again. If another application has the
      // random reference number, the next attempt makes a new number.
      if (error instanceof OvertakenError || isDuplicate(error, 'job_applications_reference_number_key'))
        return undefined
      throw error
    })
    if (!submitted) continue
    // A sent version is counted once, even if the submit is repeated or the caller disconnects.
    deps.health?.meter.recordSubmission(now)
    return submitted
  }
  throw refuse('conflict')
}
