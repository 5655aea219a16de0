import { HEALTH } from '#contract/status/health-minutes.ts'
import type { Deps } from '../deps.ts'
import { PROBE_HEADER, probeToken } from './probe-token.ts'

// A probe is a test submit that the portal sends to itself. The probes measure when the portal was down.

const PATH = '/api/job-applications/submit/'
/** How long a probe waits for its answer: as long as a caller would wait. */
const MAX_ANSWER_MS = 15_000
/** How long a stop waits for probes that have no answer yet. */
const MAX_STOP_MS = 1_000

// The application that a probe submits. It is as large as a real one, so that it is handled in the same way.
// Job 1 receives nothing, because a probe's job is ignored.
const APPLICATION = {
  job_id: 1,
  education: [
    { institution: 'Probe', qualification_level: 1, area_of_study: 'Probe', year_of_completion: '2020' },
  ],
  experience: [
    {
      company: 'Probe',
      position: 'Probe',
      start_date: '2020-01-01',
      end_date: '2020-12-31',
      responsibilities: 'x'.repeat(400),
    },
  ],
  referees: [
    {
      name: 'Probe',
      position: 'Probe',
      organization: 'Probe',
      email: 'probe@localhost',
      phone: '+254700000000',
    },
  ],
  address: '',
}

/**
 * Sends one probe to `address` over a new connection, like a new caller. True when its submit was accepted.
 * False for a ticket (come again later), for a refusal under load, and without an answer.
 */
export async function sendProbe(
  { secrets, now }: Pick<Deps, 'secrets' | 'now'>,
  address: string,
): Promise<boolean> {
  const token = probeToken(secrets, now())
  try {
    const answer = await fetch(address + PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', [PROBE_HEADER]: token },
      body: JSON.stringify(APPLICATION),
      redirect: 'error',
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    })
    if (answer.status !== 200) return false
    const reply = await answer.json()
    return typeof reply === 'object' && reply !== null && 'probe' in reply && reply.probe === token
  } catch {
    return false
  }
}

/** Sends a probe every ten seconds by the clock, six in each minute, and counts the results. */
export function startProbing(deps: Deps, address: string): { stop: () => Promise<void> } {
  const probesInFlight = new Set<Promise<void>>()
  let stopped = false
  let timer: NodeJS.Timeout
  const probe = () => {
    const sentAt = deps.now()
    const sending = sendProbe(deps, address).then((served) => {
      // A probe without an answer counts as a failure, but not while this process stops.
      if (!stopped || served) deps.health?.meter.recordProbe(sentAt, served)
      probesInFlight.delete(sending)
    })
    probesInFlight.add(sending)
    scheduleNext()
  }
  const scheduleNext = () => {
    if (stopped) return
    // The next probe is sent at a multiple of ten seconds, so that all processes send at the same times.
    timer = setTimeout(probe, HEALTH.probeEveryMs - (deps.now().getTime() % HEALTH.probeEveryMs))
    timer.unref()
  }
  scheduleNext()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await Promise.race([
        Promise.all(probesInFlight),
        new Promise((resolve) => setTimeout(resolve, MAX_STOP_MS).unref()),
      ])
    },
  }
}
