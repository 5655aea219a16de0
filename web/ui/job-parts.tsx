import type { JobInFull } from '#contract/jobs/endpoints.ts'
import { serverHtml } from '../html.ts'
import { formatNumber } from './card.ts'

type Facts = Pick<
  JobInFull,
  'vacancies' | 'remuneration' | 'terms' | 'min_age' | 'job_type_name' | 'department'
>

const factRow = (name: string, value: string | null | false, className?: string) =>
  value && (
    <>
      <dt>{name}</dt>
      <dd className={className}>{value}</dd>
    </>
  )

/** Key facts of a job: posts, pay, term, minimum age, type and department. */
export const JobFacts = ({ job }: { job: Facts }) => (
  <dl className="facts flush">
    {factRow('Posts', job.vacancies !== null && formatNumber(job.vacancies), 'bold num')}
    {factRow('Pay', job.remuneration)}
    {factRow('For', job.terms)}
    {factRow('Age', job.min_age !== null && `At least ${job.min_age} on the closing date`)}
    {factRow('Job type', job.job_type_name)}
    {factRow('Department', job.department)}
  </dl>
)

/** The text of a job, which the server has sanitised (J12). */
export const JobText = ({ description, qualification }: { description: string; qualification: string }) => (
  <div className="prose">
    <h2>Description</h2>
    <div dangerouslySetInnerHTML={serverHtml(description)} />
    <h2 className="band">Requirements</h2>
    <div dangerouslySetInnerHTML={serverHtml(qualification)} />
  </div>
)
