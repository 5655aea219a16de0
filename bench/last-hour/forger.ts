import { setTimeout as wait } from 'node:timers/promises'
import { readSecrets } from '../../server/secrets.ts'
import type { Filled } from '../applications.ts'
import { openCaller } from './ask.ts'
import { forge, type Forged, type Forger, FORGERIES, type Forgery, tokenOf, trueTicket } from './forgeries.ts'
import { runTask } from './generate.ts'

export type ForgerTask = {
  url: string
  filled: Filled
  /** The data folder of the portal, in which its secret is. */
  dataDir: string
  closed: Forger['closed']
  digests: Forger['digests']
  /** How many submits with wrong tickets to send. */
  count: number
  /**
   * How many submits with true tickets to send afterwards, by other people. The portal must accept them. That
   * shows that it refused each wrong ticket for its error and nothing else.
   */
  controls: number
  connections: number
}
export type ForgerReport = {
  seconds: number
  /** By kind of wrong ticket: the accepted, those refused with the right sentence, and all others. */
  verdicts: Record<Forgery, { accepted: number; refusedAsExpected: number; other: number }>
  /** How often each unexpected answer came. */
  others: Record<string, number>
  /** How often a submit was sent again, because the portal was busy or gave no answer. */
  shed: number
  controlsAccepted: number
}

const RETRY_AFTER_MS = 50

const KINDS = Object.keys(FORGERIES) as Forgery[]

/** The call that submits an application with this ticket. */
const callWith = ({ application, person, body, ticket }: Forged, callNumber: number) => ({
  kind: 'submit' as const,
  method: 'PUT',
  path: `/api/job-applications/update/${application}/`,
  headers: {
    'x-forwarded-for': `10.${(callNumber >> 8) % 250}.${callNumber % 250}.1`,
    authorization: `Token ${tokenOf(person)}`,
    'content-type': 'application/json',
    'submit-ticket': ticket,
  },
  body: Buffer.from(JSON.stringify(body)),
})

async function sendForgeries({
  url,
  filled,
  dataDir,
  closed,
  digests,
  count,
  controls,
  connections,
}: ForgerTask): Promise<ForgerReport> {
  const { ask, close } = openCaller({ url })
  // The last people of the list send the true tickets, so they send no wrong ones.
  const forger: Forger = {
    secrets: readSecrets({ dataDir }),
    filled: { ...filled, people: filled.people - controls },
    closed,
    digests,
  }
  const verdicts = Object.fromEntries(
    KINDS.map((kind) => [kind, { accepted: 0, refusedAsExpected: 0, other: 0 }]),
  ) as ForgerReport['verdicts']
  const others: Record<string, number> = {}
  let nextForgery = 0
  let shed = 0

  const send = async (forged: Forged, callNumber: number) => {
    const call = callWith(forged, callNumber)
    for (;;) {
      const result = await ask(call)
      if (result.status !== 503 && result.status !== 0) return result
      shed++
      await wait(RETRY_AFTER_MS)
    }
  }
  const sendUntilDone = async () => {
    while (nextForgery < count) {
      const callNumber = nextForgery++
      const kind = KINDS[callNumber % KINDS.length] ?? 'random'
      const { status, body } = await send(forge(forger, kind, callNumber), callNumber)
      const { message } = JSON.parse(body) as { message?: string }
      if (status < 400) verdicts[kind].accepted++
      else if (message === FORGERIES[kind]) verdicts[kind].refusedAsExpected++
      else {
        verdicts[kind].other++
        const outcome = `${kind}: ${status} ${message}`
        others[outcome] = (others[outcome] ?? 0) + 1
      }
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, sendUntilDone))
  const seconds = (performance.now() - startedAt) / 1_000
  let controlsAccepted = 0
  for (let callNumber = filled.people - controls; callNumber < filled.people; callNumber++) {
    const { status } = await send(trueTicket({ ...forger, filled }, callNumber), callNumber)
    if (status === 200) controlsAccepted++
  }
  close()
  return { seconds, verdicts, others, shed, controlsAccepted }
}

if (process.argv[1] === import.meta.filename) await runTask(sendForgeries)
