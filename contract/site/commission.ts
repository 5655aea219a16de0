/** The default name of the organisation that runs the portal (setting ORG_NAME). */
export const COMMISSION = 'Independent Electoral and Boundaries Commission'

/** The default hours in which the organisation answers people (setting ORG_HOURS). */
export const OFFICE_HOURS = 'Monday to Friday, 8:00 a.m. to 5:00 p.m.'
