import type { JobInFull } from '#contract/jobs.ts'
import { serverHtml } from '../html.ts'
import { figures } from './card.ts'

type Facts = Pick<JobInFull, 'vacancies' | 'remuneration' | 'terms' | 'min_age' | 'job_type_name' | 'department'>

/** What a job's counterfoil says: posts, pay, for how long, of what type and where. */
export const JobFacts = ({ job }: { job: Facts }) => (
  <dl className="facts flush">
    {job.vacancies !== null && (
      <>
        <dt>Posts</dt>
        <dd className="b num">{figures(job.vacancies)}</dd>
      </>
    )}
    {job.remuneration && (
      <>
        <dt>Pay</dt>
        <dd>{job.remuneration}</dd>
      </>
    )}
    {job.terms && (
      <>
        <dt>For</dt>
        <dd>{job.terms}</dd>
      </>
    )}
    {job.min_age !== null && (
      <>
        <dt>Age</dt>
        <dd>At least {job.min_age} on the closing date</dd>
      </>
    )}
    <dt>Job type</dt>
    <dd>{job.job_type_name}</dd>
    <dt>Department</dt>
    <dd>{job.department}</dd>
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
