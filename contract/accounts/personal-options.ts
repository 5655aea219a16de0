/** S1 §5: the options of the personal fields. */
export const DOCUMENT_TYPES = ['ID Card', 'Passport'] as const
export const GENDERS = { M: 'Male', F: 'Female', O: 'Other' } as const
export const DISABILITY_TYPES = ['Physical', 'Visual', 'Hearing', 'Mental', 'Other'] as const
export const COUNTRIES = { KE: 'Kenya' } as const

/** S1 §2: the sentence of a searchable list without a match. */
export const noMatch = (plural: string, typed: string) => `No ${plural} found matching "${typed}"`
