import { type Answers, flagsOf, missingParts } from '#contract/application-rules.ts'
import { APPLICATION_WORDS, JOB_RULE_WORDS } from '#contract/application-words.ts'
import { ageOn, isExpired, nairobiDate } from '#contract/dates.ts'
import { DOCUMENT_KINDS, DOCUMENT_WORDS, type DocumentKind } from '#contract/documents.ts'
import { JOB_WORDS } from '#contract/job-words.ts'
import { isDuplicate } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { ReceivedFile } from '../files/receive-file.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import type { Applicant } from '../http/session.ts'
import type { Visitor } from '../http/visitor.ts'
import { answersOf, asksOf, identityOf, type Sent, tidied } from './answers.ts'
import { attachSent, raiseVersion } from './documents.ts'
import { presentSent, presentWhole } from './present.ts'
import { placeFaults } from './save-partially.ts'
import { seal } from './seal-application.ts'
import { keepRefused, readForSending, type ReadyRow } from './sending.ts'
import { begin } from './start.ts'
import { findWhole } from './store.ts'

/** Tries before a person is asked to reload: each is lost only to another write of their own. */
const TRIES = 6

type Sending = {
  userId: number
  which: { id: number } | { jobId: number }
  sent: Sent
  /** The version the person had seen, if they said (T22). */
  version: number | undefined
  /** W16: what was begun for one job is never sent for another. */
  forJob: number | undefined
  idempotencyKey: string | null
}

/** The pre-check of the final submit, every line at once (S2 §5), and then what the job itself asks (A18, W1). */
function requireComplete(row: ReadyRow, answers: Answers, now: Date) {
  const today = nairobiDate(now)
  const missing = missingParts(flagsOf(identityOf(row), answers, asksOf(row), today), answers, asksOf(row))
  const refuseLines = (lines: string[]) => {
    const message = lines.join('\n')
    return refuse('invalid', { message, faults: { non_field_errors: message }, also: { version: row.version } })
  }
  if (missing.length > 0) throw refuseLines(missing.map(({ line }) => line))
  const age = ageOn(row.date_of_birth, row.expiry_date ? nairobiDate(row.expiry_date) : today) ?? 0
  if (row.min_age !== null && age < row.min_age) throw refuseLines([JOB_RULE_WORDS.tooYoung(row.min_age)])
  const absent = DOCUMENT_KINDS.filter((kind) => !row.documents.some((document) => document.kind === kind && document.state !== 'refused'))
  if (row.documents_asked === 'required' && absent.length > 0) throw refuseLines([DOCUMENT_WORDS.missing(absent)])
}

/** The same key gets the same bytes again; another is told that it is done (W10). */
function replay(row: ReadyRow, idempotencyKey: string | null) {
  if (idempotencyKey === null || row.idempotency_key !== idempotencyKey || !row.receipt) throw refuse('already_applied')
  return presentSent(row, row.receipt)
}

/** W10: POST submit and PUT update finish here, alike. However often and from wherever it is called, an application is sent once. */
async function finish(deps: Deps, { userId, which, sent, version, forJob, idempotencyKey }: Sending) {
  for (let tries = 0; tries < TRIES; tries++) {
    const now = deps.now()
    const row = await readForSending(deps.db, userId, which, sent)
    if (!row) {
      if ('id' in which) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
      await begin(deps, userId, which.jobId)
      continue
    }
    if (forJob !== undefined && forJob !== row.job_id) throw refuseFaults({ job_id: JOB_WORDS.invalid })
    if (row.is_completed) return replay(row, idempotencyKey)
    if (!row.job_is_active || isExpired(row.expiry_date, now)) throw refuse('job_closed')
    if (version !== undefined && version !== row.version) {
      await keepRefused(deps.db, row, sent, now)
      throw refuse('conflict', { also: { current: presentWhole(row, now) } })
    }
    const faults = placeFaults(row)
    if (Object.keys(faults).length > 0) throw refuseFaults(faults)
    const answers = answersOf(row, sent)
    requireComplete(row, answers, now)
    const done = await seal(deps, { row, userId, answers, sent, sawVersion: version !== undefined, idempotencyKey, now }).catch((error: unknown) => {
      // Somebody else has been given this reference number: another is drawn.
      if (isDuplicate(error, 'job_applications_reference_number_key')) return undefined
      throw error
    })
    if (done) return done
  }
  throw refuse('conflict')
}

const MAX_KEY = 100
function keyOf(visitor: Visitor, field: string): string | null {
  const key = visitor.header('idempotency-key') ?? field
  if (key.length > MAX_KEY || /[^\x21-\x7e]/.test(key)) throw refuseFaults({ idempotency_key: `This must be at most ${MAX_KEY} letters and digits` })
  return key || null
}

type Files = Partial<Record<DocumentKind, ReceivedFile>>
type Body = Sent & { job?: number | undefined; job_id?: number | undefined; version?: number | undefined; idempotency_key: string }

/** Files that came along are attached first, as a change of the draft like any other. Answers its version after that. */
async function attachFirst(deps: Deps, userId: number, id: number, files: Files, version: number | undefined) {
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    const raised = await raiseVersion(tx, id, userId, now)
    // Somebody else wrote since: the files stay away, and what follows says so.
    if (version !== undefined && raised !== version + 1) return version
    await attachSent(tx, { applicationId: id, userId, files, now })
    return version === undefined ? undefined : raised
  })
}

async function sendWithFiles(deps: Deps, applicant: Applicant, visitor: Visitor, which: Sending['which'], body: Body, files: Files) {
  const { userId } = applicant
  const idempotencyKey = keyOf(visitor, body.idempotency_key)
  const sending = { userId, which, sent: tidied(body), version: body.version, forJob: body.job ?? body.job_id, idempotencyKey }
  if (Object.keys(files).length === 0) return finish(deps, sending)
  const id = 'id' in which ? which.id : (await begin(deps, userId, which.jobId)).row.id
  const before = await findWhole(deps.db, userId, id)
  if (!before || before.is_completed) return finish(deps, sending)
  return finish(deps, { ...sending, version: await attachFirst(deps, userId, id, files, body.version) })
}

export const submitApplication: Act<'POST /api/job-applications/submit/'> = (deps, { applicant, body, files, visitor }) =>
  sendWithFiles(deps, applicant, visitor, { jobId: body.job ?? body.job_id ?? 0 }, body, files)

export const updateApplication: Act<'PUT /api/job-applications/update/{id}/'> = (deps, { applicant, params, body, files, visitor }) =>
  sendWithFiles(deps, applicant, visitor, { id: params.id }, body, files)
