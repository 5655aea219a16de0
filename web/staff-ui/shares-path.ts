import { staffPaths } from '../staff-paths.ts'

/** Not in `paths`, which public pages load too. */
export const sharesPath = (jobId: number) => `${staffPaths.job(jobId)}/shares`
