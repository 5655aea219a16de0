import { SUPPORT } from '#contract/support/limits.ts'
import { normaliseEmail, normalisePhone } from '#contract/normalise.ts'
import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { rightsOf } from '#contract/staff/rights.ts'
import { type FoundBy, searchKindsFor, SUPPORT_WORDS } from '#contract/support/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { secondsUntil, countInWindow } from '../counters.ts'
import { recordAudit } from '../staff/record-audit.ts'
import {
  findByDocument,
  findByEmail,
  findByName,
  findByPhone,
  findByReference,
  type FoundRow,
} from './store.ts'
import { handleFor } from './handle.ts'
import { countShown } from './people-shown.ts'
import { fullName } from './person.ts'

const HOUR_SECONDS = 3_600
const DIGEST_CHARACTERS = 22

/** Brings a typed search text into the form that the database compares. */
const normalise: Record<FoundBy, (typed: string) => string> = {
  email: normaliseEmail,
  phone: normalisePhone,
  idno: (typed) => typed,
  reference: (typed) => referenceFromText(typed) ?? '',
  name: (typed) => typed.toLowerCase().replace(/\s+/g, ' '),
}

const finders: Record<FoundBy, (tx: Tx, text: string, born: string) => Promise<FoundRow[]>> = {
  email: findByEmail,
  phone: findByPhone,
  idno: findByDocument,
  reference: findByReference,
  name: (tx, text, born) => findByName(tx, text.split(' '), born),
}

/**
 * Finds people by an exact value. Each found person gets a separate audit entry, which that person can read.
 * The entry has the kind of search and a keyed digest of the text, so the text stays secret but a repeated
 * search is recognised. The officer gets a handle for each person, which is valid for an hour.
 */
export const findPerson: Handler<'POST /api/staff/support/search/'> = async (deps, { body, staff }) => {
  const now = deps.now()
  const { by } = body
  // The search is refused before any query, so that the response does not reveal whether the reference
  // exists.
  if (!searchKindsFor(rightsOf(staff.role)).includes(by))
    throw refuse('not_found', { message: SUPPORT_WORDS.notByReference })
  const { count, windowEnds } = await countInWindow(deps.db, `support ${staff.id}`, HOUR_SECONDS, now)
  if (count > SUPPORT.searchesPerHour)
    throw refuse('too_many', { message: SUPPORT_WORDS.tooMany, retryAfter: secondsUntil(windowEnds, now) })
  const text = normalise[by](body.text.trim())
  const born = by === 'name' ? body.born.trim() : ''
  return deps.db.tx(async (tx) => {
    const rows = await finders[by](tx, text, born)
    const shown = rows.slice(0, SUPPORT.peopleFound)
    await countShown(
      tx,
      staff,
      shown.map(({ id }) => id),
      now,
    )
    const textDigest = deps.secrets
      .hmac('support-search', `${by} ${text} ${born}`)
      .toString('base64url')
      .slice(0, DIGEST_CHARACTERS)
    const detail = { by, searched: textDigest, found: shown.length }
    if (shown.length === 0) await recordAudit(tx, staff, { act: 'support.searched', detail }, now)
    for (const { id } of shown)
      await recordAudit(tx, staff, { act: 'support.searched', userId: id, detail }, now)
    return {
      found: shown.map(({ id, email, county, verified, ...names }) => ({
        handle: handleFor(deps, staff.id, id),
        name: fullName(names),
        email,
        county,
        verified,
      })),
      more: rows.length > shown.length,
    }
  })
}
