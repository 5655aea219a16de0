import { type JobTextName, JOB_TEXTS } from '#contract/jobs/texts.ts'
import { sql, type Sql } from '../database/connect.ts'

/** The columns with the Kiswahili texts of a job. A column is null where officers wrote no such text. */
export type KiswahiliColumns = { [Text in JobTextName as `${Text}_sw`]: string | null } & {
  preview_sw: string | null
}
export const kiswahiliColumns = sql`title_sw, terms_sw, remuneration_sw, description_sw, qualification_sw, preview_sw`

/** SQL over `jobs`: the title of a job in the language of its reader. */
export const titleFor = (language: Sql): Sql =>
  sql`case when ${language} = 'sw' then coalesce(jobs.title_sw, jobs.title) else jobs.title end`

/**
 * SQL over `jobs`: a job's Kiswahili title, for a submitted application that shows the job as it was then
 * (L8). Null when the English title has changed since, because the Kiswahili title may have changed too.
 */
export const titleOfThatTime = (frozenTitle: Sql): Sql =>
  sql`case when jobs.title = coalesce(${frozenTitle}, jobs.title) then jobs.title_sw end`

/**
 * A job whose Kiswahili texts replace the English ones, where officers wrote them. `in_kiswahili` names the
 * replaced texts.
 */
export function inKiswahili<Job extends object>(
  job: Job,
  kiswahili: Partial<KiswahiliColumns>,
): Job & { in_kiswahili: JobTextName[] } {
  const replaced = Object.fromEntries(
    ([...JOB_TEXTS, 'preview'] as const).flatMap((name) => {
      const text = kiswahili[`${name}_sw`]
      return text ? [[name, text]] : []
    }),
  )
  return { ...job, ...replaced, in_kiswahili: JOB_TEXTS.filter((name) => name in replaced) }
}

/** The values of a notification about a job: the job's title in both languages. */
export const titlesOf = ({ title, title_sw }: { title: string; title_sw: string | null }) => ({
  job: title,
  ...(title_sw === null ? {} : { job_sw: title_sw }),
})
