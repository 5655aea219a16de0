import { staffPaths } from '../staff-paths.ts'

/** The address of the page that shares out a job's applications. Not in `paths`, which public pages load. */
export const sharesPath = (jobId: number) => `${staffPaths.job(jobId)}/shares`
