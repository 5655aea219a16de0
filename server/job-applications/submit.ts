import { documentErrors } from '#contract/job-applications/document-rules.ts'
import { type Answers, flagsOf, missingParts } from '#contract/job-applications/rules.ts'
import { APPLICATION_WORDS, JOB_RULE_WORDS } from '#contract/job-applications/words.ts'
import { ageOn, nairobiDate } from '#contract/dates.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { takesDocument } from '#contract/jobs/wanted-documents.ts'
import type { FieldErrors } from '#contract/endpoint.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { fillProfile, type TypedProfile } from '../accounts/fill-profile.ts'
import { letGoFirst } from '../brownout/line-entrance.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { ReceivedFile } from '../files/receive-file.ts'
import { isFresh, isNamed } from '../endpoints/arrival.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler, Call } from '../endpoints/serve.ts'
import type { Visitor } from '../http/visitor.ts'
import { digestSubmit } from '../tickets/digests.ts'
import { readHeld } from '../tickets/held.ts'
import { checkTickets } from '../tickets/check.ts'
import { tokenHashOf } from '../tickets/ticket.ts'
import { answersOf, asksOf, identityOf, type Sent, tidied, wholly } from './answers.ts'
import { type Arrival, requireInTime } from './arrival.ts'
import { attachSent, raiseVersion, type StoredDocument } from './documents.ts'
import { documentsNamed, namedAndLeftOut, type NamedFiles, takenOnly } from './named-files.ts'
import { presentSent, presentWhole } from './present.ts'
import { placeErrors } from './save-partially.ts'
import { freezeApplication } from './freeze-application.ts'
import { insertRefusedCopy, lockForSubmission, readForSending, type ReadyRow } from './insert-submission.ts'
import { startOnce } from './start.ts'
import { findWhole, type WholeRow } from './store.ts'

/**
 * Tries before the person is asked to reload. A try fails only when another write of the same person comes
 * first.
 */
const TRIES = 6

type Sending = {
  userId: number
  which: { id: number } | { jobId: number }
  sent: Sent
  profile: TypedProfile | undefined
  /** All files of the submit, if it names any. */
  files: NamedFiles | undefined
  /** Named files that the server could not accept. */
  leftOut: readonly DocumentKind[] | undefined
  /** The version that the person saw, if the request names one (T22). */
  version: number | undefined
  /** The job in the request. An application started for another job is refused (W16). */
  forJob: number | undefined
  idempotencyKey: string | null
  arrival: Arrival
}

/**
 * The pre-check of the final submit reports all missing lines at once (S2 §5). Then the job's own rules are
 * checked (A18, W1).
 */
function requireComplete(row: ReadyRow, answers: Answers, now: Date, documents: readonly StoredDocument[]) {
  const today = nairobiDate(now)
  const missing = missingParts(flagsOf(identityOf(row), answers, asksOf(row), today), answers, asksOf(row))
  const refuseLines = (lines: string[], fields: FieldErrors = {}) => {
    const message = lines.join('\n')
    return refuse('invalid', {
      message,
      faults: { ...fields, non_field_errors: message },
      also: { version: row.version },
    })
  }
  if (missing.length > 0) throw refuseLines(missing.map(({ line }) => line))
  const age = ageOn(row.date_of_birth, row.expiry_date ? nairobiDate(row.expiry_date) : today) ?? 0
  if (row.min_age !== null && age < row.min_age) throw refuseLines([JOB_RULE_WORDS.tooYoung(row.min_age)])
  const { lines, fields } = documentErrors(
    { ...row, documents: row.documents_asked },
    row.documents,
    documents,
  )
  if (lines.length > 0) throw refuseLines(lines, fields)
}

/** The same idempotency key gets the same response again; any other key is refused (W10). */
function replay(row: ReadyRow, idempotencyKey: string | null) {
  if (idempotencyKey === null || row.idempotency_key !== idempotencyKey || !row.receipt)
    throw refuse('already_applied')
  return presentSent(row, row.receipt)
}

const lacks = (row: ReadyRow, profile: TypedProfile = {}) =>
  (['first_name', 'last_name', 'phone', 'idno'] as const).some(
    (name) => row[name] === '' && profile[name]?.trim(),
  ) ||
  (row.profile_address === '' && Boolean(profile.address?.trim()))

/** Checks the application and sends it. Undefined when another write came in between. */
async function complete(
  deps: Deps,
  tx: Tx,
  row: ReadyRow,
  sending: Sending,
  times: { receivedAt: Date; now: Date },
) {
  const faults = placeErrors(row)
  if (Object.keys(faults).length > 0) throw refuseFields(faults)
  const { userId, sent, version, idempotencyKey, arrival } = sending
  const named = takenOnly(sending.files, row)
  const taken = row.documents.filter(({ kind }) => takesDocument(kind, row))
  const whole = { ...row, documents: documentsNamed(taken, named, sending.leftOut) }
  const answers = answersOf(whole, sent)
  requireComplete(whole, answers, times.now, row.documents)
  return freezeApplication(deps, tx, {
    row: whole,
    isTrimmed: whole.documents.length < row.documents.length,
    leftOut: namedAndLeftOut(whole.documents, named, sending.leftOut),
    userId,
    answers,
    sent,
    sawVersion: version !== undefined,
    idempotencyKey,
    ticket: arrival.ticket,
    ...times,
  })
}

/** Saves typed values into empty profile fields if, and only if, the application is sent (W12). */
const completeWithProfile = (
  deps: Deps,
  sending: Sending,
  version: number,
  times: { receivedAt: Date; now: Date },
) =>
  deps.db.tx(async (tx) => {
    const { userId, which, sent, profile = {} } = sending
    // Lock the application before the account: an upload uses the same order.
    await lockForSubmission(tx, userId, which)
    const filled = await fillProfile(tx, userId, profile, nairobiDate(times.now))
    const row = await readForSending(tx, userId, which, sent)
    const done =
      row?.version === version && !row.is_completed
        ? await complete(deps, tx, row, sending, times)
        : undefined
    if (!done) throw new Overtaken()
    if (filled.length > 0) deps.log('info', 'profile.changed', { id: userId, kind: filled.join(' ') })
    return done
  })
class Overtaken extends Error {}

/**
 * POST submit and PUT update both end here. However often it is called, an application is sent once (W10).
 */
async function finish(deps: Deps, sending: Sending) {
  const { userId, which, sent, version, forJob, arrival } = sending
  for (let tries = 0; tries < TRIES; tries++) {
    const now = deps.now()
    const row = await readForSending(deps.db, userId, which, sent)
    if (!row) {
      if ('id' in which) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
      await startOnce(deps, userId, which.jobId, arrival)
      continue
    }
    if (forJob !== undefined && forJob !== row.job_id) throw refuseFields({ job_id: JOB_WORDS.invalid })
    if (row.is_completed) return replay(row, sending.idempotencyKey)
    const times = { receivedAt: requireInTime(deps, row, arrival, now), now }
    if (version !== undefined && version !== row.version) {
      await insertRefusedCopy(deps.db, row, sent, now)
      throw refuse('conflict', { also: { current: presentWhole(row, now) } })
    }
    const done = await (lacks(row, sending.profile)
      ? completeWithProfile(deps, sending, row.version, times)
      : complete(deps, deps.db, row, sending, times)
    ).catch((error: unknown) => {
      // The reference number is already in use: the next try draws a new one.
      if (error instanceof Overtaken || isDuplicate(error, 'job_applications_reference_number_key'))
        return undefined
      throw error
    })
    if (!done) continue
    // Counted once per application, even when it is sent again or the caller has gone away.
    deps.health?.meter.submitted(now)
    return done
  }
  throw refuse('conflict')
}

const MAX_KEY = 100
function keyOf(visitor: Visitor, field: string): string | null {
  const key = visitor.header('idempotency-key') ?? field
  if (key.length > MAX_KEY || /[^\x21-\x7e]/.test(key))
    throw refuseFields({ idempotency_key: `This must be at most ${MAX_KEY} letters and digits` })
  return key || null
}

type Files = Partial<Record<DocumentKind, ReceivedFile>>
type Body = Sent & {
  job?: number | undefined
  job_id?: number | undefined
  version?: number | undefined
  idempotency_key: string
  profile?: TypedProfile | undefined
  files?: NamedFiles | undefined
  files_left_out?: DocumentKind[] | undefined
}

/**
 * Attaches the files of the request first, as a normal change of the draft. Returns the version to expect
 * after that.
 */
async function attachFirst(
  deps: Deps,
  userId: number,
  row: WholeRow,
  files: Files,
  { version, arrival }: Pick<Sending, 'version' | 'arrival'>,
) {
  const now = deps.now()
  const judgedAt = requireInTime(deps, row, arrival, now)
  const attaching = deps.db.tx(async (tx) => {
    const { version: raised } = await raiseVersion(tx, row.id, userId, now, judgedAt)
    if (version !== undefined && raised !== version + 1) throw new Overtaken()
    await attachSent(tx, { applicationId: row.id, userId, files, now })
    return version === undefined ? undefined : raised
  })
  return attaching.catch((error: unknown) => {
    // Nothing is attached and the version stays. `finish` then refuses with `conflict`.
    if (error instanceof Overtaken) return version
    throw error
  })
}

type Came = Pick<Call<'POST /api/job-applications/submit/'>, 'applicant' | 'visitor' | 'came'>

/** The arrival of a submit. A ticket proves an earlier one, for exactly these answers. */
async function arrivalOf(
  deps: Deps,
  { applicant, came }: Came,
  which: Sending['which'],
  files: Files,
): Promise<Arrival> {
  const held = readHeld(deps.secrets, came.headers)
  const isSlow = !isFresh(came.at, deps.now())
  if (held.length === 0 && !isSlow) return { at: came.at }
  const hashes = Object.fromEntries(Object.entries(files).map(([kind, { sentHash }]) => [kind, sentHash]))
  const submitted = await digestSubmit(came.body, {
    files: hashes,
    application: 'id' in which ? which.id : undefined,
  })
  const holder = { userId: applicant.userId, tokenHash: tokenHashOf(came.headers.authorization) }
  // A head without the digest does not fix the answers: a slow sender could still change them after the
  // deadline.
  const moment = isSlow && !isNamed(came.headers, submitted?.digest) ? deps.now() : came.at
  return { at: moment, ticket: await checkTickets(deps, held, holder, submitted?.content) }
}

async function sendWithFiles(deps: Deps, call: Came, which: Sending['which'], body: Body, files: Files) {
  const { userId } = call.applicant
  const idempotencyKey = keyOf(call.visitor, body.idempotency_key)
  const arrival = await arrivalOf(deps, call, which, files)
  const forJob = body.job ?? body.job_id
  // A ticket covers exactly these answers, so the draft's saved parts and version do not count.
  const [sent, version] = arrival.ticket ? [wholly(tidied(body)), undefined] : [tidied(body), body.version]
  const sending = {
    userId,
    which,
    sent,
    profile: body.profile,
    files: body.files,
    leftOut: body.files_left_out,
    version,
    forJob,
    idempotencyKey,
    arrival,
  }
  if (Object.keys(files).length > 0) {
    const id = 'id' in which ? which.id : (await startOnce(deps, userId, which.jobId, arrival)).row.id
    const before = await findWhole(deps.db, userId, id)
    if (before && !before.is_completed) {
      sending.version = await attachFirst(deps, userId, before, files, sending)
      // The files are saved in the draft now, even if `finish` then refuses it.
      letGoFirst(deps, call.visitor, userId, before.expiry_date)
    }
  }
  const done = await finish(deps, sending)
  deps.tickets?.countVerdict(deps.now(), arrival.ticket !== undefined)
  return done
}

export const submitApplication: Handler<'POST /api/job-applications/submit/'> = (
  deps,
  { body, files, ...call },
) => sendWithFiles(deps, call, { jobId: body.job ?? body.job_id ?? 0 }, body, files)

export const updateApplication: Handler<'PUT /api/job-applications/update/{id}/'> = (
  deps,
  { params, body, files, ...call },
) => sendWithFiles(deps, call, { id: params.id }, body, files)
