import { rightsOf } from '#contract/staff/rights.ts'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { mayReview } from '#contract/support/words.ts'
import { accountKey } from '../accounts/tokens.ts'
import { findLocks } from '../accounts/lock.ts'
import { questionClosedUntil } from '../accounts/question-lock.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { emailInWords } from '../reports/present.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { restorableSince } from '../job-applications/withdraw.ts'
import { requirePerson, searchAgain } from './handle.ts'
import { countShown } from './people-shown.ts'
import { findApplied, findCorrections, findHelped, findEmails, type HelpedRow, type Names } from './store.ts'

export const fullName = ({ first_name, middle_name, last_name }: Names) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

/** The lock of the account's login. Null when no one is locked out. */
async function presentLock(tx: Tx, { secrets, now }: Deps, email: string): Promise<HelpedPerson['locked']> {
  const locks = await findLocks(tx, accountKey(secrets, email), now())
  const placesUntil = locks?.until ?? null
  const everywhereUntil = locks?.ceiling_until ?? null
  const ends = [placesUntil, everywhereUntil].filter((moment) => moment !== null)
  if (ends.length === 0) return null
  const lastEndMs = Math.max(...ends.map((moment) => moment.getTime()))
  return {
    until: new Date(lastEndMs).toISOString(),
    places: locks?.places ?? 0,
    everywhere: everywhereUntil !== null,
  }
}

/**
 * What a support officer may see of a person. An officer who may also review applications must not learn
 * which application is the person's (T32).
 * Long: it makes one reply, so that all that is hidden from a reviewer is seen in one place.
 * @throws refuse `not_found` when there is no `row`
 */
export async function presentHelped(
  tx: Tx,
  deps: Deps,
  row: HelpedRow | undefined,
  staff: Pick<Staff, 'role'>,
): Promise<HelpedPerson> {
  if (!row) throw searchAgain()
  const {
    id,
    email,
    created_at,
    email_verified_at,
    sessions,
    logged_in_since,
    first_name,
    middle_name,
    last_name,
  } = row
  const emails = await findEmails(tx, { id, email })
  const applied = await findApplied(tx, id)
  const corrections = await findCorrections(tx, id)
  /** Whether this is the last withdrawn application for its job: support can restore only that one. */
  const isLastWithdrawn = ({ job_reference: job, withdrawn_at: moment }: (typeof applied)[number]) =>
    moment !== null &&
    !applied.some(
      (other) => other.job_reference === job && other.withdrawn_at !== null && other.withdrawn_at > moment,
    )
  // An officer who may review one job may review all jobs.
  const isReviewer = mayReview(rightsOf(staff.role))
  return {
    first_name,
    middle_name,
    last_name,
    email,
    created_at: created_at.toISOString(),
    verified_at: email_verified_at?.toISOString() ?? null,
    locked: await presentLock(tx, deps, email),
    question_closed_until:
      (await questionClosedUntil(tx, accountKey(deps.secrets, email), deps.now()))?.toISOString() ?? null,
    sessions: { count: sessions, since: logged_in_since?.toISOString() ?? null },
    letters: emails.map((queued) => ({
      what: emailInWords(queued.topic),
      state: queued.dead ? 'failed' : 'waiting',
      at: isReviewer && queued.of_application ? null : queued.created_at.toISOString(),
      attempts: queued.attempts,
      error: queued.last_error ?? '',
    })),
    applications: applied.map((application) => ({
      reference: isReviewer ? null : application.reference_number,
      submitted_at: isReviewer ? null : (application.submitted_at?.toISOString() ?? null),
      sent: application.submitted_at !== null,
      may_review: isReviewer,
      job: { reference: application.job_reference, title: application.title },
      status: application.status,
      may_restore:
        !isReviewer &&
        application.withdrawn_at !== null &&
        application.withdrawn_at > restorableSince(deps.now()) &&
        isLastWithdrawn(application),
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

export const seePerson: Handler<'GET /api/staff/support/people/{handle}/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const userId = requirePerson(deps, staff, params.handle)
    const person = await presentHelped(tx, deps, await findHelped(tx, userId, deps.now()), staff)
    await countShown(tx, staff, [userId], deps.now())
    await recordAudit(tx, staff, { act: 'support.looked_at', userId }, deps.now())
    return person
  })
