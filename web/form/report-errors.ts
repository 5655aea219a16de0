import type { FieldErrorPage } from '#contract/reports/endpoints.ts'
import { REPORTED_AT_ONCE } from '#contract/reports/validation-statistics.ts'
import { withoutLanguage } from '../language/paths.ts'

type ShownError = { field: string; message: string }

// The addresses of the forms whose errors are counted: those that people must complete.
const PLACES: Record<string, FieldErrorPage> = {
  '/apply': 'apply',
  '/register': 'register',
  '/dashboard/profile': 'profile',
}

/** The errors that were shown and not reported yet. `job` is 0 for a form that belongs to no job. */
let unsent: { place: FieldErrorPage; job: number; errors: ShownError[] } | undefined
let isListening = false

/** Reports the errors when the page is left or hidden. A report that fails is not repeated. */
function send() {
  if (!unsent) return
  const { place, job, errors } = unsent
  unsent = undefined
  const body = JSON.stringify({ place, ...(job ? { job_id: job } : {}), faults: errors })
  navigator.sendBeacon('/api/validation-statistics/', new Blob([body], { type: 'application/json' }))
}

// Converts a field's id on the page to its name in a call: `isPWD` is `is_pwd`, `referee_email` is `email`.
const nameOf = (id: string) =>
  id.replace(/^referee_/, '').replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`)

/**
 * Counts the errors that a form has just shown, for the validation statistics. It sends only our own
 * sentences, never an answer.
 */
export function reportFieldErrors(shown: readonly { field?: string | undefined; sentence: string }[]) {
  const place = PLACES[withoutLanguage(location.pathname).replace(/\/$/, '')]
  if (!place) return
  const job = Number(new URLSearchParams(location.search).get('job')) || 0
  if (unsent && (unsent.place !== place || unsent.job !== job)) send()
  unsent ??= { place, job, errors: [] }
  unsent.errors.push(
    ...shown.map(({ field = '', sentence }) => ({ field: nameOf(field), message: sentence })),
  )
  // Sends while there is still space for the errors of one more press. The server accepts at most
  // `REPORTED_AT_ONCE` errors in a report.
  if (unsent.errors.length > REPORTED_AT_ONCE / 2) send()
  if (isListening) return
  isListening = true
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}
