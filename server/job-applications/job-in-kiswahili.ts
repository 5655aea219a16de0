import { inKiswahili } from '../jobs/texts.ts'
import type { ShownJob } from './present.ts'
import type { findApplication } from './store.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findApplication>>>

/**
 * The job's texts of an application, for a person who reads Kiswahili pages. A frozen application has only
 * English texts (L8). The job's present Kiswahili text is shown if its English text is still the frozen one.
 */
export const jobInKiswahili =
  (row: Row) =>
  (job: ShownJob): ShownJob =>
    inKiswahili(job, {
      title_sw: job.title === row.job_title ? row.job_title_sw : null,
      qualification_sw: job.qualification === row.qualification_html ? row.qualification_sw : null,
    })
