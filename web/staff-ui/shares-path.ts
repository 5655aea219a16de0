import { staffPaths } from '../staff-paths.ts'

/** The address to share out a job's applications. Not in `paths`, because public pages load that file. */
export const sharesPath = (jobId: number) => `${staffPaths.job(jobId)}/shares`
