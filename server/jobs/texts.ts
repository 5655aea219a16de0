import { type JobText, JOB_TEXTS } from '#contract/jobs/texts.ts'
import type { Language } from '#contract/language/paths.ts'
import { sql, type Sql } from '../database/connect.ts'

/** The texts of a job in Kiswahili, as columns. Null where officers wrote none. */
export type KiswahiliColumns = { [Text in JobText as `${Text}_sw`]: string | null } & {
  preview_sw: string | null
}
export const kiswahiliColumns = sql`title_sw, terms_sw, remuneration_sw, description_sw, qualification_sw, preview_sw`

/** The title in the language of a reader: an SQL expression over `jobs`. */
export const titleFor = (language: Sql): Sql =>
  sql`case when ${language} = 'sw' then coalesce(jobs.title_sw, jobs.title) else jobs.title end`

/**
 * The title in Kiswahili of a job that an application was sent for, as an SQL expression over `jobs`. Null
 * when the job has another title since: then its Kiswahili title may name something else (L8).
 */
export const titleOfThatTime = (frozenTitle: Sql): Sql =>
  sql`case when jobs.title = coalesce(${frozenTitle}, jobs.title) then jobs.title_sw end`

type Titled = { title: string }
/** A job with its title as this reader sees it. English readers get the object as it is. */
export const titledFor = <Job extends Titled>(
  language: Language,
  job: Job,
  titleSw: string | null,
): Job & { in_kiswahili?: JobText[] } => {
  if (language !== 'sw') return job
  return { ...job, title: titleSw ?? job.title, in_kiswahili: titleSw === null ? [] : ['title'] }
}

type Texts = Record<JobText | 'preview', string | null>

/** Replaces English texts by those in Kiswahili, and lists which these are. */
export function inKiswahili<Job extends Texts>(job: Job, kiswahili: KiswahiliColumns): Job {
  const replaced = Object.fromEntries(
    ([...JOB_TEXTS, 'preview'] as const).flatMap((name) => {
      const text = kiswahili[`${name}_sw`]
      return text === null ? [] : [[name, text]]
    }),
  )
  return { ...job, ...replaced, in_kiswahili: JOB_TEXTS.filter((name) => kiswahili[`${name}_sw`] !== null) }
}
