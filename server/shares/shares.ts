import { SHARE_WORDS } from '#contract/shares/words.ts'
import { may } from '#contract/staff/rights.ts'
import type { RequestedPlan, WorkPlan } from '#contract/shares/endpoints.ts'
import type { Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { planForValues } from '../review/filter.ts'
import { recordAudit } from '../staff/record-audit.ts'
import {
  dropPlan,
  findCounties,
  findCountyNames,
  findJob,
  findPlan,
  findReviewers,
  findShares,
  insertPlan,
  type JobRow,
  lockJob,
  type PlanRow,
  sumOwnReads,
  sumShares,
} from './store.ts'

/** This many seconds may pass while 250,000 applications are counted on a busy machine. */
const STATEMENT_TIMEOUT_SECONDS = 10

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)

/**
 * Each officer's share of a job's applications, with its progress. `rest` is for applications in no share.
 */
async function presentShares(
  tx: Tx,
  jobId: number,
  staff: Staff,
  plan: PlanRow,
): Promise<Pick<WorkPlan, 'shares' | 'rest'>> {
  const shares = await findShares(tx, jobId)
  const countyNames = new Map((await findCountyNames(tx)).map(({ code, name }) => [code, name]))
  const sums = await sumShares(tx, jobId, staff.areas, plan, shares)
  const reads = await sumOwnReads(tx, jobId, staff.areas, plan, shares)
  // The position 0 is for applications in no share; the first share has position 1.
  const progressOf = (position: number) => {
    const counts = sums.find((row) => row.position === position)
    const ownReads = reads.find((row) => row.position === position)
    const read = ownReads?.read ?? 0
    if (!plan.only_unread) return { assigned: counts?.applications ?? 0, decided: counts?.decided ?? 0, read }
    // The plan divides the unread applications. What an officer has read since still belongs to their share.
    return {
      assigned: (counts?.unread ?? 0) + read,
      decided: (counts?.unread_decided ?? 0) + (ownReads?.decided ?? 0),
      read,
    }
  }
  const { assigned, decided } = progressOf(0)
  return {
    shares: shares.map(({ id, name, counties }, index) => ({
      officer: { id, name },
      counties: (plan.kind === 'county' ? counties : [])
        .map((code) => ({ code, name: countyNames.get(code) ?? '' }))
        .sort((left, right) => left.name.localeCompare(right.name)),
      ...progressOf(index + 1),
    })),
    rest: { assigned, decided },
  }
}

async function presentPlan(tx: Tx, job: JobRow, staff: Staff): Promise<WorkPlan> {
  // PostgreSQL makes a query plan for this job: a query plan that fits every job would be slow.
  await planForValues(tx)
  const plan = await findPlan(tx, job.id)
  const counties = await findCounties(tx, job.id, staff.areas)
  const total = sum(counties.map(({ applications }) => applications))
  const shares = plan
    ? await presentShares(tx, job.id, staff, plan)
    : { shares: [], rest: { assigned: total, decided: 0 } }
  return {
    job: { ...job, expiry_date: job.expiry_date?.toISOString() ?? null },
    kind: plan?.kind ?? null,
    only_unread: plan?.only_unread ?? false,
    shared_by: plan ? { id: plan.shared_by, name: plan.name } : null,
    shared_at: plan?.shared_at.toISOString() ?? null,
    ...shares,
    counties,
    reviewers: may(staff.role, 'work.share')
      ? (await findReviewers(tx)).map(({ id, name, limited }) => ({ id, name, limited }))
      : [],
  }
}

export const getShares: Handler<'GET /api/staff/jobs/{id}/shares/'> = (deps, { params, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const job = await findJob(tx, params.id)
    if (!job) throw refuse('not_found')
    return presentPlan(tx, job, staff)
  })

/**
 * Refuses a share for an officer who is not a reviewer, or with applications that its reviewer may not read.
 */
async function requireReadableShares(tx: Tx, { kind, shares }: RequestedPlan): Promise<void> {
  const reviewers = new Map((await findReviewers(tx)).map((row) => [row.id, row]))
  const countyCodes = new Set((await findCountyNames(tx)).map(({ code }) => code))
  for (const { officer, counties } of shares) {
    const reviewer = reviewers.get(officer)
    if (!reviewer) throw refuseFields({ shares: SHARE_WORDS.notReviewer })
    if (kind === 'county' && counties.some((code) => !countyCodes.has(code)))
      throw refuseFields({ shares: SHARE_WORDS.noSuchCounty })
    // When all get equal parts, each part contains applications from every county.
    const isTooMuch = kind === 'parts' || counties.some((code) => !reviewer.counties.includes(code))
    if (reviewer.limited && isTooMuch) throw refuseFields({ shares: SHARE_WORDS.limited(reviewer.name) })
  }
}

/**
 * Replaces the work plan of a job, or ends it (`none`). `seen` is the time of the plan that the officer saw,
 * or '' without one. Refuses `conflict` when the plan has changed since.
 */
export const shareOut: Handler<'PUT /api/staff/jobs/{id}/shares/'> = (deps, { params, body, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const job = await lockJob(tx, params.id)
    if (!job) throw refuse('not_found')
    const planBefore = await findPlan(tx, job.id)
    if ((planBefore?.shared_at.toISOString() ?? '') !== body.seen)
      throw refuse('conflict', { message: SHARE_WORDS.changed })
    await dropPlan(tx, job.id)
    if (body.kind === 'none') {
      if (planBefore) await recordAudit(tx, staff, { act: 'work.share_ended', jobId: job.id }, now)
    } else {
      await requireReadableShares(tx, body)
      await insertPlan(tx, {
        jobId: job.id,
        kind: body.kind,
        onlyUnread: body.only_unread === true,
        by: staff.id,
        now,
        shares: body.shares,
      })
      // The order of the officers is recorded, because with equal parts it decides who gets which part.
      const shares = body.shares.map(({ officer, counties }) =>
        body.kind === 'county' ? { officer, counties } : { officer },
      )
      await recordAudit(
        tx,
        staff,
        {
          act: 'work.shared',
          jobId: job.id,
          detail: { by: body.kind, only_unread: body.only_unread === true, shares },
        },
        now,
      )
    }
    return presentPlan(tx, job, staff)
  })
