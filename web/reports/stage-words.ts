export const STAGE_WORDS = {
  received: 'Received',
  shortlisted: 'Shortlisted or further',
  hired: 'Hired',
} as const
export const SUMMED_STAGES = ['received', 'shortlisted', 'hired'] as const
/** A stage by which applications are counted. */
export type SummedStage = (typeof SUMMED_STAGES)[number]
