/** Limits of the jobs that officers write: the jobs on one page of their list, and the places of one job. */
export const STAFF_JOBS = { pageSize: 50, maxPlaces: 1_000 } as const
