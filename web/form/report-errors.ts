import type { ValidationPlace } from '#contract/reports/endpoints.ts'
import { REPORTED_AT_ONCE } from '#contract/reports/validation-statistics.ts'

type Told = { field: string; message: string }

// The forms that people must complete. Nothing is counted elsewhere.
const PLACES: Record<string, ValidationPlace> = {
  '/apply': 'apply',
  '/register': 'register',
  '/dashboard/profile': 'profile',
}

let told: { place: ValidationPlace; job: number; faults: Told[] } | undefined
let listens = false

/** Sent when the page is left or hidden. No one waits for it, and a lost report stays lost. */
function send() {
  if (!told) return
  const { place, job, faults } = told
  told = undefined
  const body = JSON.stringify({ place, ...(job ? { job_id: job } : {}), faults })
  navigator.sendBeacon('/api/validation-statistics/', new Blob([body], { type: 'application/json' }))
}

// Converts a field's id on the page to its name in a call: `isPWD` is `is_pwd`.
const nameOf = (id: string) =>
  id.replace(/^referee_/, '').replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`)

/**
 * Counts the errors that a form has just shown, for the validation statistics. It sends only our own
 * sentences, never an answer.
 */
export function reportFieldErrors(faults: readonly { field?: string | undefined; sentence: string }[]) {
  const place = PLACES[location.pathname.replace(/\/$/, '')]
  if (!place) return
  const job = Number(new URLSearchParams(location.search).get('job')) || 0
  if (told && (told.place !== place || told.job !== job)) send()
  told ??= { place, job, faults: [] }
  told.faults.push(...faults.map(({ field = '', sentence }) => ({ field: nameOf(field), message: sentence })))
  if (told.faults.length > REPORTED_AT_ONCE / 2) send()
  if (listens) return
  listens = true
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
}
