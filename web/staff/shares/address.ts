import { paths } from '../../paths.ts'

/** Not among `paths`, which public pages load too. */
export const sharesPath = (jobId: number) => `${paths.staffJob(jobId)}/shares`
