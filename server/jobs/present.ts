import { LRUCache } from 'lru-cache'
import { isExpired } from '#contract/dates.ts'
import { endpoints, type Reply } from '#contract/endpoints.ts'
import { type Job, job as jobShape } from '#contract/jobs/endpoints.ts'
import { sanitiseRichText } from './rich-text.ts'
import type { JobRow } from './store.ts'
import { inKiswahili } from './texts.ts'

const MAX_CLEAN_TEXTS = 4_000
const cleanTexts = new LRUCache<string, string>({ max: MAX_CLEAN_TEXTS })

// Rich text is sanitised when it is stored, and again before it is sent (J12). The result is cached by text.
const sanitiseCached = (html: string) => {
  let text = cleanTexts.get(html)
  if (text === undefined) {
    text = sanitiseRichText(html)
    cleanTexts.set(html, text)
  }
  return text
}

/** What an English reader gets, without the columns of other texts. */
const presentEnglish = (row: JobRow, now: Date): Job => {
  const { description_html, qualification_html, expiry_date, created_at, updated_at, ...otherFields } = row
  const {
    title_sw,
    terms_sw,
    remuneration_sw,
    description_sw,
    qualification_sw,
    preview_sw,
    ...sharedFields
  } = otherFields
  const deadline = expiry_date?.toISOString() ?? null
  return {
    ...sharedFields,
    type: row.job_type_name,
    description: sanitiseCached(description_html),
    qualification: sanitiseCached(qualification_html),
    is_expired: isExpired(expiry_date, now),
    expiry_date: deadline,
    application_deadline: deadline,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/**
 * A job in the response format. Some fields have two names, such as the deadline, and appear under both (J2).
 * With `sw`, its texts are in Kiswahili where officers wrote them.
 */
export const presentJob = (row: JobRow, now: Date, language: 'sw' | undefined): Job => {
  const job = presentEnglish(row, now)
  if (language !== 'sw') return job
  const { description_sw, qualification_sw } = row
  return inKiswahili(job, {
    ...row,
    description_sw: description_sw && sanitiseCached(description_sw),
    qualification_sw: qualification_sw && sanitiseCached(qualification_sw),
  })
}

const presentedRows = { en: new WeakMap<JobRow, Job>(), sw: new WeakMap<JobRow, Job>() }
/** `presentJob` for a list, cached per row, because a row is shown on many pages. */
export const presentListed = (row: JobRow, now: Date, language: 'sw' | undefined): Job => {
  const presented = presentedRows[language ?? 'en']
  const cachedJob = presented.get(row)
  // Only `is_expired` depends on the time.
  if (cachedJob && cachedJob.is_expired === isExpired(row.expiry_date, now)) return cachedJob
  const job = presentJob(row, now, language)
  presented.set(row, job)
  return job
}

const serialised = new WeakMap<Job, Buffer>()
const serialise = (job: Job): Buffer => {
  let bytes = serialised.get(job)
  if (!bytes) {
    bytes = Buffer.from(JSON.stringify(jobShape.parse(job)))
    serialised.set(job, bytes)
  }
  return bytes
}

const COMMA = Buffer.from(',')
/** How a page without results ends. The jobs are inserted before it. */
const END = Buffer.from(']}')

/** A page of jobs as JSON bytes. Each job is serialised once, not for each page that shows it. */
export function writePage({ results, ...page }: Reply<'GET /api/jobs/list/'>): Buffer {
  // `results` comes last in the contract's shape.
  const envelope = JSON.stringify(endpoints['GET /api/jobs/list/'].reply.parse({ ...page, results: [] }))
  const jobs = results.flatMap((job, index) => (index === 0 ? [serialise(job)] : [COMMA, serialise(job)]))
  return Buffer.concat([Buffer.from(envelope.slice(0, -END.length)), ...jobs, END])
}
