import { FROM_LEVEL, PAUSED_WORDS } from '#contract/last-hour/brownout.ts'
import { asksForPage, type JobFilters } from '#contract/jobs/endpoints.ts'
import { CATEGORIES } from '#contract/jobs/words.ts'
import { changeReason, extensionRuleWords, ruleOf } from '#contract/jobs/extensions.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { answer, type Route } from '../endpoints/serve.ts'
import { Written } from '../endpoints/written.ts'
import { presentJob, presentListed, writePage } from './present.ts'
import { findJobs } from './find-jobs.ts'
import { findWiderJobs } from './find-wider.ts'
import { findJobCounties } from './job-counties.ts'
import { findNearby } from './near.ts'
import {
  findJob,
  findOwnApplications,
  findPublicChanges,
  findType,
  findTypes,
  type OwnApplication,
  type PublicChange,
  sumOpenJobs,
} from './store.ts'

const pageLink = (filters: JobFilters, page: number) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, page })) if (value) query.set(name, String(value))
  return `/api/jobs/list/?${query.toString()}`
}

/** Whether the person has applied for a job (L9). Clients read all three fields, so none is missing (L10). */
const presentOwnApplication = (application: OwnApplication | undefined) => ({
  exists: application !== undefined,
  is_completed: application?.is_completed ?? false,
  application_id: application?.id ?? null,
})

/** The job's last change that moved its deadline; null when no change did. */
const presentExtended = (change: PublicChange | undefined) =>
  change
    ? {
        at: change.at.toISOString(),
        from: change.from?.toISOString() ?? null,
        reason: changeReason(change),
        down_minutes: change.down_minutes,
      }
    : null

/** True for a call with text to search, while the portal is so busy that it leaves out that search. */
const isPaused = ({ brownout }: Pick<Deps, 'brownout'>, { search }: { search: string }) =>
  search !== '' && (brownout?.level() ?? 0) >= FROM_LEVEL.searchPaused

export const jobsRoutes: Route[] = [
  answer('GET /api/jobs/list/', async (deps, { query: filters, applicant }) => {
    const now = deps.now()
    const query = asksForPage(filters) ? { ...filters, page: filters.page ?? 1 } : filters
    const isSearchPaused = isPaused(deps, query)
    const { rows, count, page, pages } = await findJobs(
      deps.db,
      isSearchPaused ? { ...query, search: '' } : query,
      now,
    )
    const ids = rows.map(({ id }) => id)
    const ownRows = applicant ? await findOwnApplications(deps.db, applicant.userId, ids) : undefined
    const ownApplications =
      ownRows && new Map(ownRows.map((application) => [application.job_id, application]))
    // Found only for one page of jobs, because the whole list is long; undefined without a login.
    const nearby =
      applicant && query.page !== undefined ? await findNearby(deps.db, applicant.userId, ids) : undefined
    const list = {
      count,
      next: page < pages ? pageLink(query, page + 1) : null,
      previous: page > 1 ? pageLink(query, page - 1) : null,
      page,
      pages,
      ...(isSearchPaused ? { search_paused: PAUSED_WORDS.search } : {}),
      results: rows.map((row) => presentListed(row, now, query.language)),
    }
    // Without a login, all get the same list. So its bytes are assembled from the cached bytes of each job.
    if (!ownApplications) return new Written(list, () => writePage(list))
    return {
      ...list,
      your_county: nearby?.county,
      results: list.results.map((job) => ({
        ...job,
        application: presentOwnApplication(ownApplications.get(job.id)),
        near_you: nearby?.sentences.get(job.id),
      })),
    }
  }),
  answer('GET /api/jobs/wider/', async (deps, { query }) => {
    if (isPaused(deps, query)) return { places: [], search_paused: PAUSED_WORDS.search, results: [] }
    const now = deps.now()
    const { rows, places } = await findWiderJobs(deps.db, query, now)
    return { places, results: rows.map((row) => presentListed(row, now, query.language)) }
  }),
  answer('GET /api/jobs/counts/', async (deps) => {
    const sums = await sumOpenJobs(deps.db, CATEGORIES, deps.now())
    // The row with the sum of all open jobs has no category name.
    const total = sums.find((sum) => sum.name === null)
    return {
      notices: total?.notices ?? 0,
      posts: total?.posts ?? 0,
      next_deadline: total?.next_deadline?.toISOString() ?? null,
      categories: CATEGORIES.map((name) => {
        const ofCategory = sums.find((sum) => sum.name === name)
        return { name, notices: ofCategory?.notices ?? 0, posts: ofCategory?.posts ?? 0 }
      }),
    }
  }),
  answer('GET /api/jobs/{id}/', async (deps, { params, query }) => {
    const row = await findJob(deps.db, params.id)
    if (!row) throw refuse('job_not_found')
    // `by_rule`: the job has an approved selection rule.
    const { by_rule: isByRule, ...shown } = row
    const { experience_required, min_referees, documents, wanted_documents, min_age, publicly_updated_at } =
      row
    // Newest first, so the first one found is the last change.
    const publicChanges = await findPublicChanges(deps.db, params.id)
    const changes = publicChanges.map((change) => ({
      at: change.at.toISOString(),
      reason: changeReason(change),
    }))
    const extensionRule = ruleOf(row)
    const extended = presentExtended(publicChanges.find(({ kind }) => kind === 'extend' || kind === 'reopen'))
    const extension = { extension_rule: extensionRule ? extensionRuleWords(extensionRule) : [], extended }
    const changeFields = {
      changes,
      changed_at: publicly_updated_at?.toISOString() ?? null,
      change_reason: changes[0]?.reason ?? null,
    }
    const counties = await findJobCounties(deps.db, row)
    return {
      ...presentJob(shown, deps.now(), query.language),
      experience_required,
      min_referees,
      documents,
      wanted_documents,
      min_age,
      counties,
      ...changeFields,
      ...extension,
      ...(isByRule ? { by_rule: true } : {}),
    }
  }),
  answer('GET /api/job-types/', (deps) => findTypes(deps.db)),
  answer('GET /api/job-types/{id}/', async (deps, { params }) => {
    const type = await findType(deps.db, params.id)
    if (!type) throw refuse('not_found')
    return type
  }),
]
