import { staffPaths } from '../staff-paths.ts'

/** The page where a job's applications are shared out among officers. */
export const sharesPath = (jobId: number) => `${staffPaths.job(jobId)}/shares`
