import type { DocumentKind } from '#contract/documents/documents.ts'
import type { TypedProfile } from '../accounts/fill-profile.ts'
import { grantPriority } from '../brownout/line-entrance.ts'
import type { Deps } from '../deps.ts'
import type { ReceivedFile } from '../files/receive-file.ts'
import { isFresh, claimsDigest } from '../endpoints/arrival.ts'
import { Refusal, refuseFields } from '../http/refuse.ts'
import type { Handler, Call } from '../endpoints/serve.ts'
import type { Visitor } from '../http/visitor.ts'
import { digestSubmit } from '../tickets/digests.ts'
import { readHeld } from '../tickets/held.ts'
import { checkTickets } from '../tickets/check.ts'
import { tokenHashOf } from '../tickets/ticket.ts'
import { type AnswersInput, normaliseAnswers, withEmptySections } from './answers.ts'
import { type Arrival, requireInTime } from './arrival.ts'
import { attachFiles, raiseVersion } from '../documents/documents.ts'
import type { NamedFiles } from '../documents/named-files.ts'
import { NO_JOB, startOnce } from './start.ts'
import { findApplication, findApplicationOfJob, type ApplicationRow } from './store.ts'
import {
  findRepeatedReceipt,
  findWithdrawnRepeat,
  isBeforeReopening,
  OvertakenError,
  submitOnce,
  type SubmitRequest,
} from './submit-once.ts'

// The two calls that submit an application: POST submit by the job, and PUT update by the application.

const MAX_KEY_LENGTH = 100
/** The idempotency key from the header, or else from the form's field. Null when neither has one. */
function idempotencyKeyOf(visitor: Visitor, field: string): string | null {
  const key = visitor.header('idempotency-key') ?? field
  const hasOddCharacter = /[^\x21-\x7e]/.test(key)
  if (key.length > MAX_KEY_LENGTH || hasOddCharacter)
    throw refuseFields({
      idempotency_key: `This must be at most ${MAX_KEY_LENGTH} characters, without spaces`,
    })
  return key || null
}

type Files = Partial<Record<DocumentKind, ReceivedFile>>
type SubmitBody = AnswersInput & {
  job?: number | undefined
  job_id?: number | undefined
  version?: number | undefined
  idempotency_key: string
  profile?: TypedProfile | undefined
  files?: NamedFiles | undefined
  files_left_out?: DocumentKind[] | undefined
}

/**
 * Attaches the files of the request, like a normal change of the draft. Returns the draft's version that the
 * submit must find afterwards.
 */
async function attachBeforeSubmit(
  deps: Deps,
  userId: number,
  row: ApplicationRow,
  files: Files,
  { version, arrival }: Pick<SubmitRequest, 'version' | 'arrival'>,
) {
  const now = deps.now()
  const receivedAt = requireInTime(deps, row, arrival, now)
  const attached = deps.db.tx(async (tx) => {
    const { version: newVersion, correction } = await raiseVersion(tx, row.id, userId, now, receivedAt)
    // Another write has changed the draft since the person saw it. The error undoes the raised version.
    if (version !== undefined && newVersion !== version + 1) throw new OvertakenError()
    await attachFiles(tx, { applicationId: row.id, userId, correction, files, now })
    return version === undefined ? undefined : newVersion
  })
  return attached.catch((error: unknown) => {
    // No file is attached and the version stays. `submitOnce` then refuses the submit with `conflict`.
    if (error instanceof OvertakenError) return version
    // Another call has just sent the draft. `submitOnce` finds whether this call is its repeat (W10). If the
    // person reopens it meanwhile, this older version is refused, so no correction is sent without the file.
    if (error instanceof Refusal && error.kind === 'already_applied') return row.version
    throw error
  })
}

/** Whether to attach a submit's files to the draft: not if the call repeats an earlier submit (W10, W15). */
async function takesFiles(
  deps: Deps,
  draft: ApplicationRow,
  { idempotencyKey, arrival }: Pick<SubmitRequest, 'idempotencyKey' | 'arrival'>,
) {
  if (!draft.is_completed) return true
  if (draft.reopened_at === null || isBeforeReopening(draft, arrival)) return false
  return (await findRepeatedReceipt(deps, draft, idempotencyKey)) === undefined
}

/** The draft that takes a submit's files. Undefined when the call repeats an earlier submit. */
async function findDraftForFiles(deps: Deps, request: SubmitRequest): Promise<ApplicationRow | undefined> {
  const { userId, selector, version, arrival } = request
  // A repeat of a withdrawn application's submit must not start a new draft.
  if (await findWithdrawnRepeat(deps, request)) return undefined
  // A submit that names a version starts none (W9).
  const startOrFind = async (jobId: number) =>
    version === undefined
      ? (await startOnce(deps, userId, jobId, arrival)).row
      : findApplicationOfJob(deps.db, userId, jobId)
  const found = 'id' in selector ? selector : await startOrFind(selector.jobId)
  const draft = found && (await findApplication(deps.db, userId, found.id))
  return draft && (await takesFiles(deps, draft, request)) ? draft : undefined
}

type SubmitCall = Pick<Call<'POST /api/job-applications/submit/'>, 'applicant' | 'visitor' | 'rawCall'>

/** When a submit arrived. A ticket proves an earlier arrival of exactly these answers. */
async function arrivalOf(
  deps: Deps,
  { applicant, rawCall }: SubmitCall,
  selector: SubmitRequest['selector'],
  files: Files,
): Promise<Arrival> {
  const tickets = readHeld(deps.secrets, rawCall.headers)
  // True when the request arrived so slowly that its time of arrival is not trusted.
  const isSlow = !isFresh(rawCall.arrivedAt, deps.now())
  if (tickets.length === 0 && !isSlow) return { arrivedAt: rawCall.arrivedAt }
  const hashes = Object.fromEntries(Object.entries(files).map(([kind, { sentHash }]) => [kind, sentHash]))
  const submitted = await digestSubmit(rawCall.body, {
    files: hashes,
    application: 'id' in selector ? selector.id : undefined,
  })
  const holder = { userId: applicant.userId, tokenHash: tokenHashOf(rawCall.headers.authorization) }
  // A slow sender could still change the answers after the deadline. So the headers must contain their
  // digest, or the present time counts as the arrival.
  const arrivedAt =
    isSlow && !claimsDigest(rawCall.headers, submitted?.digest) ? deps.now() : rawCall.arrivedAt
  return { arrivedAt, ticket: await checkTickets(deps, tickets, holder, submitted?.content) }
}

/** Handles both calls that submit: saves the files of the call in the draft, then sends the application. */
async function submitWithFiles(
  deps: Deps,
  call: SubmitCall,
  selector: SubmitRequest['selector'],
  body: SubmitBody,
  files: Files,
) {
  const { userId } = call.applicant
  const idempotencyKey = idempotencyKeyOf(call.visitor, body.idempotency_key)
  const arrival = await arrivalOf(deps, call, selector, files)
  const requestedJobId = body.job ?? body.job_id
  // A ticket covers exactly these answers, so the answers and the version of the draft are ignored.
  const [input, version] = arrival.ticket
    ? [withEmptySections(normaliseAnswers(body)), undefined]
    : [normaliseAnswers(body), body.version]
  const request = {
    userId,
    selector,
    input,
    profile: body.profile,
    files: body.files,
    leftOut: body.files_left_out,
    version,
    requestedJobId,
    idempotencyKey,
    arrival,
  }
  const draft = Object.keys(files).length > 0 ? await findDraftForFiles(deps, request) : undefined
  if (draft) {
    request.version = await attachBeforeSubmit(deps, userId, draft, files, request)
    // The files are saved in the draft now. They stay there even if `submitOnce` then refuses the submit.
    // Like any saved draft of a job that closes soon, it gives this device priority in the waiting line.
    grantPriority(deps, call.visitor, userId, draft.expiry_date)
  }
  const submitted = await submitOnce(deps, request)
  // The rate of decided submits says how long holders of tickets are asked to wait.
  const hadTicket = arrival.ticket !== undefined
  deps.tickets?.countVerdict(deps.now(), hadTicket)
  return submitted
}

export const submitApplication: Handler<'POST /api/job-applications/submit/'> = (
  deps,
  { body, files, ...call },
) => submitWithFiles(deps, call, { jobId: body.job ?? body.job_id ?? NO_JOB }, body, files)

export const updateApplication: Handler<'PUT /api/job-applications/update/{id}/'> = (
  deps,
  { params, body, files, ...call },
) => submitWithFiles(deps, call, { id: params.id }, body, files)
