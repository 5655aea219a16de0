/**
 * The filter conditions that identify a person. While identities are hidden, they match only applications
 * whose decision list has taken effect.
 */
export const IDENTIFYING = ['gender', 'pwd', 'age'] as const
/** Whether a filter or an order of this name reveals identities. */
export const isIdentifying = (name: string): boolean =>
  IDENTIFYING.some((identifying) => identifying === name)
