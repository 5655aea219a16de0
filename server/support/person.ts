import type { HelpedPerson } from '#contract/staff-support.ts'
import { accountKey } from '../accounts/tokens.ts'
import { locksOn } from '../accounts/lock.ts'
import { questionClosedUntil } from '../accounts/question-lock.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { letterInWords } from '../figures/present.ts'
import { refuse } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { recordAct } from '../staff/record-act.ts'
import { findApplied, findCorrections, findHelped, findLetters, type HelpedRow, type Names } from './store.ts'

export const fullName = ({ first_name, middle_name, last_name }: Names) => [first_name, middle_name, last_name].filter(Boolean).join(' ')

async function lockOf(tx: Tx, { secrets, now }: Deps, email: string): Promise<HelpedPerson['locked']> {
  const { places = 0, until = null, ceiling_until: ceiling = null } = (await locksOn(tx, accountKey(secrets, email), now())) ?? {}
  const last = [until, ceiling].filter((one) => one !== null).sort((left, right) => right.getTime() - left.getTime())[0]
  return last ? { until: last.toISOString(), places, everywhere: ceiling !== null } : null
}

/** All that support is shown of a person. @throws not_found */
export async function presentHelped(tx: Tx, deps: Deps, row: HelpedRow | undefined): Promise<HelpedPerson> {
  if (!row) throw refuse('not_found')
  const { id, email, created_at, email_verified_at, sessions, signed_in_since, first_name, middle_name, last_name } = row
  const letters = await findLetters(tx, { id, email })
  const applied = await findApplied(tx, id)
  const corrections = await findCorrections(tx, id)
  return {
    id,
    first_name,
    middle_name,
    last_name,
    email,
    created_at: created_at.toISOString(),
    verified_at: email_verified_at?.toISOString() ?? null,
    locked: await lockOf(tx, deps, email),
    question_closed_until: (await questionClosedUntil(tx, accountKey(deps.secrets, email), deps.now()))?.toISOString() ?? null,
    sessions: { count: sessions, since: signed_in_since?.toISOString() ?? null },
    letters: letters.map((it) => ({
      id: it.id,
      what: letterInWords(it.topic),
      state: it.dead ? 'failed' : 'waiting',
      at: it.created_at.toISOString(),
      attempts: it.attempts,
      error: it.last_error ?? '',
    })),
    applications: applied.map((it) => ({
      id: it.id,
      reference: it.reference_number,
      job: { id: it.job_id, reference: it.job_reference, title: it.title },
      status: it.status,
      submitted_at: it.submitted_at?.toISOString() ?? null,
    })),
    corrections: corrections.map(({ id, corrected_at, by, reason, was, became }) => ({
      id,
      at: corrected_at.toISOString(),
      by,
      reason,
      from: was,
      to: became,
    })),
  }
}

export const seePerson: Act<'GET /api/staff/support/people/{id}/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const person = await presentHelped(tx, deps, await findHelped(tx, params.id, deps.now()))
    await recordAct(tx, staff, { act: 'support.looked_at', userId: person.id }, deps.now())
    return person
  })
