import { call } from './api.ts'
import { IS_KISWAHILI } from './language/translate.ts'

/** Loads a job with its texts in the language of the page, as far as they are written in it. */
export const loadJob = (id: number) =>
  call(
    'GET /api/jobs/{id}/',
    IS_KISWAHILI ? { params: { id }, query: { language: 'sw' } } : { params: { id } },
  )
