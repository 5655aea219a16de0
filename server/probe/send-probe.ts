import { HEALTH } from '#contract/status/health-minutes.ts'
import type { Deps } from '../deps.ts'
import { PROBE_HEADER, probeToken } from './probe-token.ts'

const PATH = '/api/job-applications/submit/'
/** A caller's own patience. */
const ANSWER_MS = 15_000

// As large as an application is, so that it takes the same way.
const APPLICATION = {
  job_id: 1,
  education: [{ institution: 'Probe', qualification_level: 1, area_of_study: 'Probe', year_of_completion: '2020' }],
  experience: [{ company: 'Probe', position: 'Probe', start_date: '2020-01-01', end_date: '2020-12-31', responsibilities: 'x'.repeat(400) }],
  referees: [{ name: 'Probe', position: 'Probe', organization: 'Probe', email: 'probe@localhost', phone: '+254700000000' }],
  address: '',
}

/** Submits once through `address`, over a connection of its own as a new caller's. True when it had a verdict: a ticket, a shed answer and silence are none. */
export async function sendProbe({ secrets, now }: Pick<Deps, 'secrets' | 'now'>, address: string): Promise<boolean> {
  const token = probeToken(secrets, now())
  try {
    const answer = await fetch(address + PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', [PROBE_HEADER]: token },
      body: JSON.stringify(APPLICATION),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return answer.status === 200 && ((await answer.json()) as { probe?: unknown }).probe === token
  } catch {
    return false
  }
}

/** Sends a probe at every full ten seconds, so that each minute has six, and counts how it went. */
export function startProbing(deps: Deps, address: string): { stop: () => Promise<void> } {
  const under = new Set<Promise<void>>()
  let stopped = false
  let timer: NodeJS.Timeout
  const probe = () => {
    const sent = deps.now()
    const sending = sendProbe(deps, address).then((served) => {
      // Whoever is leaving no longer listens: that is a stop, and no failure.
      if (!stopped || served) deps.health?.meter.probed(sent, served)
      under.delete(sending)
    })
    under.add(sending)
    next()
  }
  const next = () => {
    if (stopped) return
    timer = setTimeout(probe, HEALTH.probeEveryMs - (deps.now().getTime() % HEALTH.probeEveryMs))
    timer.unref()
  }
  next()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await Promise.race([Promise.all(under), new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
    },
  }
}
