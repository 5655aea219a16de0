import { ERASURE_WORDS as WORDS } from '#contract/erasure/words.ts'
import { OWN_DATA_WORDS } from '#contract/own-data/words.ts'
import type { Periods } from '#contract/retention/periods.ts'
import { requireProof } from '../accounts/require-proof.ts'
import type { Sql } from '../database/connect.ts'
import { answer, type Handler, type Route } from '../endpoints/serve.ts'
import { eraseAccount, stateOf } from './erase-account.ts'
import { type Ends, findPlanned, isSubscribed, type PlannedRow } from './store.ts'

/** SQL for the ends of applications (see `Ends`). `retention` passes it, because it imports this feature. */
type Retention = { keptUntil: (periods: Periods) => Sql; heldUntil: Sql }

const nameOf = ({ id, reference, job, job_sw }: PlannedRow) => ({ id, reference, job, job_sw })

/** What would happen to each application if the person deleted their account now. */
const previewErasure =
  (endsOf: (periods: Periods) => Ends): Handler<'GET /api/erasure/'> =>
  async ({ db, config, now }, { applicant: { userId } }) => {
    const rows = await findPlanned(db, userId, endsOf(config.retention), now())
    // None of these applications is decided: one that is decided is kept.
    const sentAndNotKept = rows.filter(({ is_completed, why }) => is_completed && why === null)
    return {
      drafts: rows.filter(({ is_completed }) => !is_completed).map(nameOf),
      withdrawn: sentAndNotKept.filter(({ is_withdrawn }) => !is_withdrawn).map(nameOf),
      earlier: sentAndNotKept.filter(({ is_withdrawn }) => is_withdrawn).map(nameOf),
      kept: rows.flatMap((row) => {
        const { why, until, is_withdrawn, is_decided } = row
        if (why === null) return []
        const isWithdrawnNow = !is_withdrawn && !is_decided
        return [{ ...nameOf(row), why, withdrawn: isWithdrawnNow, until: until?.toISOString() ?? null }]
      }),
      newsletter: await isSubscribed(db, userId),
      state: stateOf(rows),
    }
  }

const eraseOwnAccount =
  (endsOf: (periods: Periods) => Ends): Handler<'POST /api/erasure/'> =>
  async (deps, { applicant: { userId }, body: { state, ...proof }, visitor }) => {
    // The password or a passkey proves who it is: perhaps someone else is at an open browser.
    await requireProof(deps, visitor, userId, { ...proof, wrong: { password: OWN_DATA_WORDS.wrongPassword } })
    const ends = endsOf(deps.config.retention)
    const summary = await deps.db.tx((tx) => eraseAccount(deps, tx, { userId, ends, now: deps.now(), state }))
    if (summary) deps.log('info', 'account.erased', { id: userId })
    visitor.clearCookie('session')
    // Without this header, the back button would show a person's pages from the browser's cache.
    visitor.setHeader('clear-site-data', '"cache"')
    return { message: WORDS.done }
  }

export const erasureRoutes = ({ keptUntil, heldUntil }: Retention): Route[] => {
  const endsOf = (periods: Periods) => ({ keptUntil: keptUntil(periods), heldUntil })
  return [
    answer('GET /api/erasure/', previewErasure(endsOf)),
    answer('POST /api/erasure/', eraseOwnAccount(endsOf)),
  ]
}
