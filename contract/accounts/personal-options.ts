/**
 * The options of the personal fields (S1 §5): those of identity documents, gender, disability and country.
 */
export const DOCUMENT_TYPES = ['ID Card', 'Passport'] as const
export const GENDERS = { M: 'Male', F: 'Female', O: 'Other' } as const
export const DISABILITY_TYPES = ['Physical', 'Visual', 'Hearing', 'Mental', 'Other'] as const
export const COUNTRIES = { KE: 'Kenya' } as const

/** The sentence of a searchable list without a match (S1 §2). */
export const noMatch = (plural: string, typed: string) => `No ${plural} found matching "${typed}"`
