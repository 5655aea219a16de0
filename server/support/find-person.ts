import { SUPPORT } from '#contract/support/limits.ts'
import { normaliseEmail, normalisePhone } from '#contract/normalise.ts'
import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { rightsOf } from '#contract/staff/rights.ts'
import { type FoundBy, foundBy, SUPPORT_WORDS } from '#contract/support/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../http/serve.ts'
import { secondsUntil, countInWindow } from '../http/counters.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { findByDocument, findByEmail, findByName, findByPhone, findByReference, type FoundRow } from './store.ts'
import { handleFor } from './handle.ts'
import { countShown } from './people-shown.ts'
import { fullName } from './person.ts'

/** What is searched for, as it is compared; the same person is the same text, however it was typed. */
const compared: Record<FoundBy, (typed: string) => string> = {
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
 * Finds people by something exact. The act names the kind of the search and whom it found, one act for each, for each of them is told; what
 * was searched for stands in it as a keyed digest, so that the same search can be recognised and none can be read. Each person found is
 * named by a handle that opens them to this officer for an hour.
 */
export const findPerson: Handler<'POST /api/staff/support/search/'> = async (deps, { body, staff }) => {
  const now = deps.now()
  const { by } = body
  // Before anything is looked up, so that the answer tells nothing of the reference.
  if (!foundBy(rightsOf(staff.role)).includes(by)) throw refuse('not_found', { message: SUPPORT_WORDS.notByReference })
  const { count, windowEnds } = await countInWindow(deps.db, `support ${staff.id}`, 3_600, now)
  if (count > SUPPORT.searchesPerHour) throw refuse('too_many', { message: SUPPORT_WORDS.tooMany, retryAfter: secondsUntil(windowEnds, now) })
  const [text, born] = [compared[by](body.text.trim()), by === 'name' ? body.born.trim() : '']
  return deps.db.tx(async (tx) => {
    const rows = await finders[by](tx, text, born)
    const shown = rows.slice(0, SUPPORT.found)
    await countShown(
      tx,
      staff,
      shown.map(({ id }) => id),
      now,
    )
    const searched = deps.secrets.hmac('support-search', `${by} ${text} ${born}`).toString('base64url').slice(0, 22)
    const detail = { by, searched, found: shown.length }
    if (shown.length === 0) await recordAudit(tx, staff, { act: 'support.searched', detail }, now)
    for (const { id } of shown) await recordAudit(tx, staff, { act: 'support.searched', userId: id, detail }, now)
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
