import { inKiswahili } from '../jobs/texts.ts'
import type { ShownJob } from './present.ts'
import type { findApplication } from './store.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findApplication>>>

/**
 * The texts of an application's job for a reader of Kiswahili pages. What was frozen has no Kiswahili text:
 * the job's own is shown while its English text is still the frozen one (L8).
 */
export const jobInKiswahili =
  (row: Row) =>
  (job: ShownJob): ShownJob =>
    inKiswahili(job, {
      title_sw: job.title === row.job_title ? row.job_title_sw : null,
      qualification_sw: job.qualification === row.qualification_html ? row.qualification_sw : null,
    })
