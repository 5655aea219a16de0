import {
  birthDateError,
  idNumberError,
  middleNameError,
  nameError,
} from '#contract/accounts/registration-rules.ts'
import { nairobiDate } from '#contract/dates.ts'
import {
  CORRECTED_FIELDS,
  type CorrectedField,
  type CorrectedValues,
  CORRECTIONS,
  evidenceError,
  PROFILE_CORRECTION_WORDS as WORDS,
} from '#contract/corrections/words.ts'
import type { FieldErrors } from '#contract/endpoint.ts'
import { normaliseName } from '#contract/normalise.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Call, Handler } from '../endpoints/serve.ts'
import { NotScanned, scan, type Scanned } from '../files/clamd.ts'
import type { ReceivedFile } from '../files/receive-file.ts'
import { countInWindow, secondsUntil, uncount, uncountOnFailure } from '../counters.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { presentForApplicant } from './present.ts'
import {
  type CurrentValues,
  findOwn,
  hasWaiting,
  insertCorrection,
  lockValues,
  takeBackOwn,
} from './store.ts'

// The applicant's side of corrections: a person asks officers to correct a name, ID number or date of birth.

const DAY_SECONDS = 86_400
/** If the virus scanner gave no verdict, the person may send the correction again after this time. */
const RETRY_SECONDS = 300
/** How long a person waits for the virus scanner. The call holds one of the few places of uploads (R16). */
const SCAN_LIMIT_MS = 5_000

/** For each field, a function that gives the error of a new value, or undefined if it is allowed. */
const RULES: Record<
  CorrectedField,
  (value: string, current: CurrentValues, today: string) => string | undefined
> = {
  first_name: nameError,
  middle_name: middleNameError,
  last_name: nameError,
  idno: (value, { document_type: type }) => idNumberError(value, type),
  date_of_birth: (value, _current, today) => birthDateError(value, today),
}

/**
 * The old and the new values of the fields that change. A field that was left empty does not change.
 * @throws the field errors when a value is not allowed, or when nothing changes
 */
function changedValues(typed: Record<CorrectedField, string>, currentValues: CurrentValues, today: string) {
  const before: CorrectedValues = {}
  const after: CorrectedValues = {}
  const errors: FieldErrors = {}
  for (const field of CORRECTED_FIELDS) {
    const isName = field.endsWith('name')
    const value = isName ? normaliseName(typed[field]) : typed[field].trim()
    if (!value || value === currentValues[field]) continue
    const error = RULES[field](value, currentValues, today)
    if (error) errors[field] = error
    before[field] = currentValues[field]
    after[field] = value
  }
  if (Object.keys(errors).length > 0) throw refuseFields(errors)
  // An error about the whole form is shown at its first field.
  if (Object.keys(after).length === 0) throw refuseFields({ first_name: WORDS.nothing })
  return { before, after }
}

/**
 * Scans the document for viruses before the request for a correction is stored. So officers only find clean
 * documents (T14). Without a configured scanner, nothing is scanned.
 */
async function scanEvidence({ config, files }: Deps, { hash, size }: ReceivedFile): Promise<Scanned> {
  if (config.clamdUrl === undefined) return 'clean'
  const file = await files.store.open(hash, size)
  if (!file) throw refuse('failed')
  return scan(config.clamdUrl, file, SCAN_LIMIT_MS)
    .catch((error: unknown) => {
      throw error instanceof NotScanned
        ? refuse('busy', { message: WORDS.notScanned, retryAfter: RETRY_SECONDS })
        : error
    })
    .finally(() => file.destroy())
}

type Asked = Call<'POST /api/corrections/'>['body']

/** The values that the request changes. Refuses what a profile may not hold. Locks the account's row. */
async function readChanges(tx: Tx, userId: number, body: Asked, now: Date) {
  const currentValues = await lockValues(tx, userId)
  // The account was deleted while the document was checked.
  if (!currentValues) throw refuse('signed_out')
  return changedValues(body, currentValues, nairobiDate(now))
}

/** The keys of the counters of a person's requests and of the scans of their documents. */
const requestsKey = (userId: number) => `corrections ${userId}`
const scansKey = (userId: number) => `correction scans ${userId}`

/**
 * Counts the request and the scan of its document. A request that cannot be stored anyway is refused and not
 * counted.
 */
const countRequest = ({ db }: Deps, userId: number, body: Asked, now: Date) =>
  db.tx(async (tx) => {
    await readChanges(tx, userId, body, now)
    if (await hasWaiting(tx, userId)) throw refuse('conflict', { message: WORDS.waits })
    for (const { counter, most, message } of [
      { counter: requestsKey(userId), most: CORRECTIONS.perDay, message: WORDS.tooMany },
      { counter: scansKey(userId), most: CORRECTIONS.scansPerDay, message: WORDS.tooManyDocuments },
    ]) {
      const { count, windowEnds } = await countInWindow(tx, counter, DAY_SECONDS, now)
      if (count > most) throw refuse('too_many', { message, retryAfter: secondsUntil(windowEnds, now) })
    }
  })

/**
 * Stores a request for a correction. A person has at most one waiting, and sends only a few a day. Requests
 * and scans are counted before the scan, so that one person cannot make the scanner work without end. A
 * document that cannot be read, such as one with a password, costs a scan and no request.
 */
export const askCorrection: Handler<'POST /api/corrections/'> = async (
  deps,
  { applicant: { userId }, body, files },
) => {
  const { evidence } = files
  if (!evidence) throw refuseFields({ evidence: WORDS.evidenceRequired })
  await countRequest(deps, userId, body, deps.now())
  const giveBack = () => uncount(deps.db, requestsKey(userId))
  const verdict = await uncountOnFailure(scanEvidence(deps, evidence), async () => {
    await giveBack()
    await uncount(deps.db, scansKey(userId))
  })
  if (verdict !== 'clean') {
    if (verdict !== 'infected') await giveBack()
    throw refuseFields({ evidence: evidenceError(verdict) })
  }
  const now = deps.now()
  const stored = deps.db.tx(async (tx) => {
    const { before, after } = await readChanges(tx, userId, body, now)
    await insertCorrection(tx, { userId, before, after, reason: body.reason.trim(), evidence }, now)
  })
  await uncountOnFailure(stored, giveBack).catch((error: unknown) => {
    const hasWaitingRequest = isDuplicate(error, 'corrections_waiting')
    throw hasWaitingRequest ? refuse('conflict', { message: WORDS.waits }) : error
  })
  return { message: WORDS.asked }
}

export const listOwnCorrections: Handler<'GET /api/corrections/'> = async (deps, { applicant }) => ({
  results: (await findOwn(deps.db, applicant.userId)).map(presentForApplicant),
})

export const takeBackCorrection: Handler<'DELETE /api/corrections/{id}/'> = async (
  deps,
  { applicant, params },
) => {
  if (!(await takeBackOwn(deps.db, applicant.userId, params.id, deps.now()))) throw refuse('not_found')
  return { message: WORDS.takenBack }
}
