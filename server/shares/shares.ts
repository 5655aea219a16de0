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

/** Counting 250,000 takes this long on a busy machine. */
const STATEMENT_TIMEOUT_SECONDS = 10

/** The shares with the progress of each, and the applications in no share. */
async function presentShares(
  tx: Tx,
  jobId: number,
  staff: Staff,
  plan: PlanRow,
): Promise<Pick<WorkPlan, 'shares' | 'rest'>> {
  const shares = await findShares(tx, jobId)
  const names = new Map((await findCountyNames(tx)).map(({ code, name }) => [code, name]))
  const sums = await sumShares(tx, jobId, staff.areas, plan, shares)
  const reads = await sumOwnReads(tx, jobId, staff.areas, plan, shares)
  const progressOf = (place: number) => {
    const sum = sums.find((row) => row.place === place)
    const own = reads.find((row) => row.place === place)
    const read = own?.read ?? 0
    return plan.only_unread
      ? {
          assigned: (sum?.unread ?? 0) + read,
          decided: (sum?.unread_decided ?? 0) + (own?.decided ?? 0),
          read,
        }
      : { assigned: sum?.applications ?? 0, decided: sum?.decided ?? 0, read }
  }
  const { assigned, decided } = progressOf(0)
  return {
    shares: shares.map(({ id, name, counties }, index) => ({
      officer: { id, name },
      counties: (plan.kind === 'county' ? counties : [])
        .map((code) => ({ code, name: names.get(code) ?? '' }))
        .sort((left, right) => left.name.localeCompare(right.name)),
      ...progressOf(index + 1),
    })),
    rest: { assigned, decided },
  }
}

async function presentPlan(tx: Tx, job: JobRow, staff: Staff): Promise<WorkPlan> {
  await planForValues(tx)
  const plan = await findPlan(tx, job.id)
  const counties = await findCounties(tx, job.id, staff.areas)
  const all = counties.reduce((sum, row) => sum + row.applications, 0)
  const shared = plan
    ? await presentShares(tx, job.id, staff, plan)
    : { shares: [], rest: { assigned: all, decided: 0 } }
  return {
    job: { ...job, expiry_date: job.expiry_date?.toISOString() ?? null },
    kind: plan?.kind ?? null,
    only_unread: plan?.only_unread ?? false,
    shared_by: plan ? { id: plan.shared_by, name: plan.name } : null,
    shared_at: plan?.shared_at.toISOString() ?? null,
    ...shared,
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

/** A share grants no right: reviewers get only applications that they may read. */
async function requireReviewers(tx: Tx, { kind, shares }: RequestedPlan): Promise<void> {
  const reviewers = new Map((await findReviewers(tx)).map((row) => [row.id, row]))
  const known = new Set((await findCountyNames(tx)).map(({ code }) => code))
  for (const { officer, counties } of shares) {
    const reviewer = reviewers.get(officer)
    if (!reviewer) throw refuseFields({ shares: SHARE_WORDS.notReviewer })
    if (kind === 'county' && counties.some((code) => !known.has(code)))
      throw refuseFields({ shares: SHARE_WORDS.noSuchCounty })
    const isTooMuch = kind === 'parts' || counties.some((code) => !reviewer.counties.includes(code))
    if (reviewer.limited && isTooMuch) throw refuseFields({ shares: SHARE_WORDS.limited(reviewer.name) })
  }
}

export const shareOut: Handler<'PUT /api/staff/jobs/{id}/shares/'> = (deps, { params, body, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const job = await lockJob(tx, params.id)
    if (!job) throw refuse('not_found')
    const before = await findPlan(tx, job.id)
    if ((before?.shared_at.toISOString() ?? '') !== body.seen)
      throw refuse('conflict', { message: SHARE_WORDS.changed })
    await dropPlan(tx, job.id)
    if (body.kind === 'none') {
      if (before) await recordAudit(tx, staff, { act: 'work.share_ended', jobId: job.id }, now)
    } else {
      await requireReviewers(tx, body)
      await insertPlan(tx, {
        jobId: job.id,
        kind: body.kind,
        onlyUnread: body.only_unread === true,
        by: staff.id,
        now,
        shares: body.shares,
      })
      // With equal parts, the order of the people decides who gets which.
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
