import { isExpired } from '#contract/dates.ts'
import type { Job } from '#contract/jobs.ts'
import { sanitiseRichText } from './rich-text.ts'
import type { JobRow } from './store.ts'

const MAX_CLEAN = 4_000
const clean = new Map<string, string>()

// Sanitised again on the way out (J12), once for each text.
const cleanAgain = (html: string) => {
  let text = clean.get(html)
  if (text === undefined) {
    text = sanitiseRichText(html)
    if (clean.size >= MAX_CLEAN) clean.delete(clean.keys().next().value ?? '')
    clean.set(html, text)
  }
  return text
}

const presented = new WeakMap<JobRow, Job>()

/** A job as it goes on the wire, with both names of what has two (J2). */
export const presentJob = (row: JobRow, now: Date): Job => {
  const before = presented.get(row)
  if (before && before.is_expired === isExpired(row.expiry_date, now)) return before
  const { description_html, qualification_html, expiry_date, created_at, updated_at, ...rest } = row
  const deadline = expiry_date?.toISOString() ?? null
  const job = {
    ...rest,
    type: row.job_type_name,
    description: cleanAgain(description_html),
    qualification: cleanAgain(qualification_html),
    is_expired: isExpired(expiry_date, now),
    expiry_date: deadline,
    application_deadline: deadline,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
  presented.set(row, job)
  return job
}
