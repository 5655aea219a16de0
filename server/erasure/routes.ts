import { ERASURE_WORDS as WORDS } from '#contract/erasure/words.ts'
import { OWN_DATA_WORDS } from '#contract/own-data/words.ts'
import type { Periods } from '#contract/retention/periods.ts'
import { requireProof } from '../accounts/require-proof.ts'
import type { Sql } from '../database/connect.ts'
import { answer, type Handler, type Route } from '../endpoints/serve.ts'
import { digestOfFates, eraseAccount } from './erase-account.ts'
import { findPlanned, isSubscribed, type PlannedRow, type RetentionEnds } from './store.ts'

/** SQL for `RetentionEnds`. The caller passes it: `retention`, which makes it, imports this feature. */
type Retention = { storedUntil: (periods: Periods) => Sql; heldUntil: Sql }

const nameOf = ({ id, reference, job, job_sw }: PlannedRow) => ({ id, reference, job, job_sw })

/** What would happen to each application if the person deleted their account now. */
const previewErasure =
  (retentionEndsOf: (periods: Periods) => RetentionEnds): Handler<'GET /api/erasure/'> =>
  async ({ db, config, now }, { applicant: { userId } }) => {
    const rows = await findPlanned(db, userId, retentionEndsOf(config.retention), now())
    // None of these applications is decided: one that is decided is kept.
    const sentAndNotStored = rows.filter(({ is_completed, why }) => is_completed && why === null)
    return {
      drafts: rows.filter(({ is_completed }) => !is_completed).map(nameOf),
      withdrawn: sentAndNotStored.filter(({ is_withdrawn }) => !is_withdrawn).map(nameOf),
      earlier: sentAndNotStored.filter(({ is_withdrawn }) => is_withdrawn).map(nameOf),
      kept: rows.flatMap((row) => {
        const { why, until, is_withdrawn, is_decided } = row
        if (why === null) return []
        const isWithdrawnNow = !is_withdrawn && !is_decided
        return [{ ...nameOf(row), why, withdrawn: isWithdrawnNow, until: until?.toISOString() ?? null }]
      }),
      newsletter: await isSubscribed(db, userId),
      state: digestOfFates(rows),
    }
  }

const eraseOwnAccount =
  (retentionEndsOf: (periods: Periods) => RetentionEnds): Handler<'POST /api/erasure/'> =>
  async (deps, { applicant: { userId }, body: { state, ...proof }, visitor }) => {
    // The password or a passkey proves who it is: perhaps someone else is at an open browser.
    await requireProof(deps, visitor, userId, { ...proof, wrong: { password: OWN_DATA_WORDS.wrongPassword } })
    const retentionEnds = retentionEndsOf(deps.config.retention)
    const summary = await deps.db.tx((tx) =>
      eraseAccount(deps, tx, { userId, retentionEnds, now: deps.now(), state }),
    )
    if (summary) deps.log('info', 'account.erased', { id: userId })
    visitor.clearCookie('session')
    // Without this header, the back button would show a person's pages from the browser's cache.
    visitor.setHeader('clear-site-data', '"cache"')
    return { message: WORDS.done }
  }

export const erasureRoutes = ({ storedUntil, heldUntil }: Retention): Route[] => {
  const retentionEndsOf = (periods: Periods) => ({ storedUntil: storedUntil(periods), heldUntil })
  return [
    answer('GET /api/erasure/', previewErasure(retentionEndsOf)),
    answer('POST /api/erasure/', eraseOwnAccount(retentionEndsOf)),
  ]
}
