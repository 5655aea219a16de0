/** The name of the organisation, unless its settings have another one (ORG_NAME). */
export const COMMISSION = 'Independent Electoral and Boundaries Commission'

/** When its officers answer, unless the settings say otherwise (ORG_HOURS). */
export const OFFICE_HOURS = 'Monday to Friday, 8:00 a.m. to 5:00 p.m.'
