import { paths } from '../paths.ts'

/** Not in `paths`, which public pages load too. */
export const sharesPath = (jobId: number) => `${paths.staffJob(jobId)}/shares`
