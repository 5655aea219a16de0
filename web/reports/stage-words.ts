import { t } from '@lingui/core/macro'

export const STAGE_WORDS = {
  received: t`Received`,
  shortlisted: t`Shortlisted or further`,
  hired: t`Hired`,
} as const
export const SUMMED_STAGES = ['received', 'shortlisted', 'hired'] as const
/** The name of a stage for which the reports count applications. */
export type SummedStage = (typeof SUMMED_STAGES)[number]
