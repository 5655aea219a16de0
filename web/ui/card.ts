import type { Job } from '#contract/jobs/endpoints.ts'
import { IS_KISWAHILI } from '../language/translate.ts'

/** The fields that a job card shows. The page loads only these, so that it stays small. */
export type JobCardData = Pick<Job, 'id' | 'reference' | 'title' | 'location' | 'preview'> & {
  type: string
  posts: number | null
  posted: string
  deadline: string | null
  in_kiswahili?: Job['in_kiswahili']
}

/** The facts of a job that its card shows. */
export const cardOf = ({
  id,
  reference,
  title,
  location,
  preview,
  job_type_name,
  vacancies,
  created_at,
  expiry_date,
  in_kiswahili,
}: Job): JobCardData => ({
  id,
  reference,
  title,
  location,
  preview,
  type: job_type_name,
  posts: vacancies,
  posted: created_at,
  deadline: expiry_date,
  ...(IS_KISWAHILI ? { in_kiswahili } : {}),
})

/** A number with commas, 1880 as `1,880`, whatever the language of the browser. */
export const formatNumber = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
