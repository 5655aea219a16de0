import { empty, join } from 'sql-template-tag'
import type { JobFilters } from '#contract/jobs/endpoints.ts'
import { type Sql, sql } from '../server/database/connect.ts'

const ORDERS = {
  closing: sql`expiry_date nulls last, jobs.id`,
  newest: sql`created_at desc, jobs.id desc`,
  posts: sql`vacancies desc nulls last, jobs.id`,
}

/**
 * The SQL statement for a page of the job list until November 2026, as a comparison. It reads every matching
 * job only to count them, and returns the rows of one page.
 */
export const pageWithWindowCount = (
  jobFilters: JobFilters,
  now: Date,
  limit: number,
  offset: number,
): Sql => {
  const containing = (typed: string) => `%${typed}%`
  const conditions = [sql`jobs.is_active`]
  if (jobFilters.include_expired !== '1') conditions.push(sql`(expiry_date is null or expiry_date >= ${now})`)
  if (jobFilters.search) conditions.push(sql`title ilike ${containing(jobFilters.search)}`)
  if (jobFilters.location) conditions.push(sql`location ilike ${containing(jobFilters.location)}`)
  if (jobFilters.job_type) conditions.push(sql`job_types.name = ${jobFilters.job_type}`)
  if (jobFilters.category)
    conditions.push(
      sql`(category = ${jobFilters.category} or (category is null and (title ilike ${containing(jobFilters.category)} or department ilike ${containing(jobFilters.category)})))`,
    )
  return sql`
    select jobs.id, reference, title, department, location, job_type_id, job_types.name as job_type_name, job_types.code as job_type_code, category,
      vacancies, terms, remuneration, description_html, qualification_html, preview, jobs.is_active, expiry_date, created_at, updated_at,
      count(*) over () as total
    from jobs join job_types on job_types.id = job_type_id
    where ${join(conditions, ' and ')}
    order by ${jobFilters.include_expired === '1' ? sql`coalesce(expiry_date < ${now}, false), ` : empty}${ORDERS[jobFilters.sort || 'closing']}
    limit ${limit} offset ${offset}`
}
