import http from 'node:http'
import { ANSWERS, type Filled, TOKEN_LENGTH } from './applications.ts'
import type { Portal } from './portal.ts'

/** `from`: the id of the first application to submit. `atOnce`: how many submissions start immediately. */
type Rate = { from: number; perSecond: number; atOnce?: number | undefined; isWarmingUp?: boolean }

/** Submits an application. Resolves with the status of the answer, and the duration until its end. */
const submitOnce = (
  { url, agent }: { url: string; agent: http.Agent },
  filled: Filled,
  applicationId: number,
) =>
  new Promise<{ status: number | undefined; ms: number }>((resolve, reject) => {
    const startedAt = performance.now()
    const body = JSON.stringify({
      ...ANSWERS,
      job_id: filled.firstJob,
      version: 0,
      idempotency_key: `k${applicationId}`,
    })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Token ${String(filled.firstPerson + applicationId - 1).padStart(TOKEN_LENGTH, '0')}`,
      'x-forwarded-for': `10.${(applicationId >> 8) & 255}.${applicationId & 255}.1`,
    }
    const clientRequest = http.request(
      `${url}/api/job-applications/update/${applicationId}/`,
      { method: 'PUT', headers, agent },
      (response) => {
        response
          .resume()
          .on('end', () => resolve({ status: response.statusCode, ms: performance.now() - startedAt }))
      },
    )
    clientRequest.on('error', reject).end(body)
  })

/**
 * Submits applications from the id `from` at a steady rate, whether or not earlier calls are answered.
 * `atOnce` of them start immediately. Only while `isWarmingUp` may the portal answer 503. Returns a function
 * that stops, and resolves with the sorted durations in ms and the next id.
 */
export function submitSteadily(
  { url }: Portal,
  filled: Filled,
  { from, perSecond, atOnce = 0, isWarmingUp = false }: Rate,
) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  const durationsMs: number[] = []
  const pending = new Set<Promise<void>>()
  let position = from
  const submit = async (applicationId: number) => {
    const { status, ms } = await submitOnce({ url, agent }, filled, applicationId)
    durationsMs.push(ms)
    if (status === 200 || (isWarmingUp && status === 503)) return
    throw new Error(
      `a submission was answered with ${status} after ${ms.toFixed(0)} ms, at ${new Date().toISOString()}`,
    )
  }
  let failure: Error | undefined
  const startedAt = performance.now()
  // Every 5 ms, starts the submissions that are due.
  const timer = setInterval(() => {
    while (position - from < atOnce + ((performance.now() - startedAt) / 1_000) * perSecond) {
      if (position > filled.applications) {
        failure ??= new Error(`all ${filled.applications} applications are submitted`)
        return
      }
      const entry = submit(position++).catch((error: Error) => void (failure ??= error))
      pending.add(entry)
      void entry.finally(() => pending.delete(entry))
    }
  }, 5)
  return async () => {
    clearInterval(timer)
    await Promise.all(pending)
    agent.destroy()
    if (failure) throw failure
    return { durationsMs: durationsMs.sort((left, right) => left - right), next: position }
  }
}

/** The percentile: the value below which this share of the sorted values lies. */
export const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
