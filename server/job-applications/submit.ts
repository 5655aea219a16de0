import type { DocumentKind } from '#contract/documents/documents.ts'
import type { TypedProfile } from '../accounts/fill-profile.ts'
import { grantPriority } from '../brownout/line-entrance.ts'
import type { Deps } from '../deps.ts'
import type { ReceivedFile } from '../files/receive-file.ts'
import { isFresh, claimsDigest } from '../endpoints/arrival.ts'
import { refuseFields } from '../http/refuse.ts'
import type { Handler, Call } from '../endpoints/serve.ts'
import type { Visitor } from '../http/visitor.ts'
import { digestSubmit } from '../tickets/digests.ts'
import { readHeld } from '../tickets/held.ts'
import { checkTickets } from '../tickets/check.ts'
import { tokenHashOf } from '../tickets/ticket.ts'
import { type Sent, tidied, wholly } from './answers.ts'
import { type Arrival, requireInTime } from './arrival.ts'
import { attachSent, raiseVersion } from './documents.ts'
import type { NamedFiles } from './named-files.ts'
import { startOnce } from './start.ts'
import { findWhole, type WholeRow } from './store.ts'
import { Overtaken, submitOnce, type SubmitRequest } from './submit-once.ts'

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
  { version, arrival }: Pick<SubmitRequest, 'version' | 'arrival'>,
) {
  const now = deps.now()
  const receivedAt = requireInTime(deps, row, arrival, now)
  const attaching = deps.db.tx(async (tx) => {
    const { version: raised } = await raiseVersion(tx, row.id, userId, now, receivedAt)
    if (version !== undefined && raised !== version + 1) throw new Overtaken()
    await attachSent(tx, { applicationId: row.id, userId, files, now })
    return version === undefined ? undefined : raised
  })
  return attaching.catch((error: unknown) => {
    // Nothing is attached and the version stays. `submitOnce` then refuses with `conflict`.
    if (error instanceof Overtaken) return version
    throw error
  })
}

type SubmitCall = Pick<Call<'POST /api/job-applications/submit/'>, 'applicant' | 'visitor' | 'came'>

/** The arrival of a submit. A ticket proves an earlier one, for exactly these answers. */
async function arrivalOf(
  deps: Deps,
  { applicant, came }: SubmitCall,
  which: SubmitRequest['which'],
  files: Files,
): Promise<Arrival> {
  const held = readHeld(deps.secrets, came.headers)
  const isSlow = !isFresh(came.at, deps.now())
  if (held.length === 0 && !isSlow) return { arrivedAt: came.at }
  const hashes = Object.fromEntries(Object.entries(files).map(([kind, { sentHash }]) => [kind, sentHash]))
  const submitted = await digestSubmit(came.body, {
    files: hashes,
    application: 'id' in which ? which.id : undefined,
  })
  const holder = { userId: applicant.userId, tokenHash: tokenHashOf(came.headers.authorization) }
  // A head without the digest does not fix the answers: a slow sender could still change them after the
  // deadline.
  const moment = isSlow && !claimsDigest(came.headers, submitted?.digest) ? deps.now() : came.at
  return { arrivedAt: moment, ticket: await checkTickets(deps, held, holder, submitted?.content) }
}

async function submitWithFiles(
  deps: Deps,
  call: SubmitCall,
  which: SubmitRequest['which'],
  body: Body,
  files: Files,
) {
  const { userId } = call.applicant
  const idempotencyKey = keyOf(call.visitor, body.idempotency_key)
  const arrival = await arrivalOf(deps, call, which, files)
  const forJob = body.job ?? body.job_id
  // A ticket covers exactly these answers, so the draft's saved parts and version do not count.
  const [sent, version] = arrival.ticket ? [wholly(tidied(body)), undefined] : [tidied(body), body.version]
  const request = {
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
      request.version = await attachFirst(deps, userId, before, files, request)
      // The files are saved in the draft now, even if `submitOnce` then refuses it.
      grantPriority(deps, call.visitor, userId, before.expiry_date)
    }
  }
  const submitted = await submitOnce(deps, request)
  deps.tickets?.countVerdict(deps.now(), arrival.ticket !== undefined)
  return submitted
}

export const submitApplication: Handler<'POST /api/job-applications/submit/'> = (
  deps,
  { body, files, ...call },
) => submitWithFiles(deps, call, { jobId: body.job ?? body.job_id ?? 0 }, body, files)

export const updateApplication: Handler<'PUT /api/job-applications/update/{id}/'> = (
  deps,
  { params, body, files, ...call },
) => submitWithFiles(deps, call, { id: params.id }, body, files)
