import type { ValidationPlace } from '#contract/reports/endpoints.ts'
import { REPORTED_AT_ONCE } from '#contract/reports/validation-statistics.ts'

type Told = { field: string; message: string }

// The forms people get through or do not. Elsewhere nothing is counted.
const PLACES: Record<string, ValidationPlace> = { '/apply': 'apply', '/register': 'register', '/dashboard/profile': 'profile' }

let told: { place: ValidationPlace; job: number; faults: Told[] } | undefined
let listens = false

/** Sent once the page is left or put away: nobody waits for it, and when it is lost it is lost. */
function send() {
  if (!told) return
  const { place, job, faults } = told
  told = undefined
  const body = JSON.stringify({ place, ...(job ? { job_id: job } : {}), faults })
  navigator.sendBeacon('/api/faults-met/', new Blob([body], { type: 'application/json' }))
}

// A field's id on the page as the name it has in a call: `isPWD` is `is_pwd`.
const nameOf = (id: string) => id.replace(/^referee_/, '').replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`)

/** Counts sentences that a form has just shown, so that those who make it see where people stop. Only our own words go out, never an answer. */
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
