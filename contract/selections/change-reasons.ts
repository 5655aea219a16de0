/** The kinds of reasons why a person is gone from a selection, or gets other points. */
export const CHANGE_REASON_KINDS = [
  'document_failed',
  'not_qualified',
  'withdrew',
  'declined',
  'fact_wrong',
] as const
export type ChangeReason = (typeof CHANGE_REASON_KINDS)[number]
