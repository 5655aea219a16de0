import { LRUCache } from 'lru-cache'
import { isExpired } from '#contract/dates.ts'
import { endpoints, type Reply } from '#contract/endpoints.ts'
import { type Job, job as jobShape } from '#contract/jobs/endpoints.ts'
import { sanitiseRichText } from './rich-text.ts'
import type { JobRow } from './store.ts'
import { inKiswahili } from './texts.ts'

const MAX_CLEAN_TEXTS = 4_000
const cleanTexts = new LRUCache<string, string>({ max: MAX_CLEAN_TEXTS })

// Rich text is sanitised when it is stored and again when it is sent (J12). This caches the result for each
// text.
const sanitiseCached = (html: string) => {
  let text = cleanTexts.get(html)
  if (text === undefined) {
    text = sanitiseRichText(html)
    cleanTexts.set(html, text)
  }
  return text
}

/** A job in the format of responses for English readers, without the columns for Kiswahili. */
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
 * A job in the format of responses. Some values, such as the deadline, appear under two field names (J2).
 * With `sw`, texts that officers wrote in Kiswahili replace the English ones.
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
/** `presentJob` for a list of jobs. The result is cached per row, because many pages show the same row. */
export const presentListed = (row: JobRow, now: Date, language: 'sw' | undefined): Job => {
  const presented = presentedRows[language ?? 'en']
  const cachedJob = presented.get(row)
  // A cached job is still right if its `is_expired` is: nothing else depends on the time.
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
/** The end of the JSON for an empty page. The jobs are inserted before it. */
const END = Buffer.from(']}')

/** A page of jobs as JSON bytes. Each job is converted to JSON only once, however many pages show it. */
export function writePage({ results, ...page }: Reply<'GET /api/jobs/list/'>): Buffer {
  // The insertion works because `results` is the last field in the contract's shape.
  const envelope = JSON.stringify(endpoints['GET /api/jobs/list/'].reply.parse({ ...page, results: [] }))
  const jobs = results.flatMap((job, index) => (index === 0 ? [serialise(job)] : [COMMA, serialise(job)]))
  return Buffer.concat([Buffer.from(envelope.slice(0, -END.length)), ...jobs, END])
}
