/** The choices of a person's identity document, gender, disability and country (S1 §5). */
export const DOCUMENT_TYPES = ['ID Card', 'Passport'] as const
export const GENDERS = { M: 'Male', F: 'Female', O: 'Other' } as const
export const DISABILITY_TYPES = ['Physical', 'Visual', 'Hearing', 'Mental', 'Other'] as const
export const COUNTRIES = { KE: 'Kenya' } as const

/** The sentence that a searchable list shows when no choice matches the search (S1 §2). */
export const noMatch = (plural: string, typed: string) => `No ${plural} found matching "${typed}"`
