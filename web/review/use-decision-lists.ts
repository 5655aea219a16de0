import { call } from '../api.ts'
import { useOnDemand } from '../staff-ui/use-on-demand.ts'

/** The decision lists of a job, for the field that chooses one. The press that shows the field loads them. */
export const useDecisionLists = (jobId: number) =>
  useOnDemand(() => call('GET /api/staff/decisions/', { query: { job: jobId } }))
