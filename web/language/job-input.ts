import { IS_KISWAHILI } from './translate.ts'

/** The input of the call for one job, with its texts in the language of the page. */
export const jobInput = (id: number) =>
  IS_KISWAHILI ? { params: { id }, query: { language: 'sw' as const } } : { params: { id } }
