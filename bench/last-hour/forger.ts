import { setTimeout as wait } from 'node:timers/promises'
import { readSecrets } from '../../server/secrets.ts'
import type { Filled } from '../applications.ts'
import { caller } from './ask.ts'
import { forge, type Forged, type Forger, FORGERIES, type Forgery, tokenOf, trueTicket } from './forgeries.ts'
import { answer } from './generate.ts'

export type ForgerTask = {
  url: string
  filled: Filled
  /** Where the portal keeps its secret. */
  dataDir: string
  closed: Forger['closed']
  digests: Forger['digests']
  count: number
  /**
   * Of true tickets, sent after all others by people who sent none of these: that they are taken shows that
   * the others could have been.
   */
  controls: number
  connections: number
}
export type ForgerReport = {
  seconds: number
  /** Verdicts, by kind: taken, refused with the sentence of its kind, anything else. */
  verdicts: Record<Forgery, { taken: number; right: number; other: number }>
  /** What else was heard. */
  others: Record<string, number>
  /** Asked to come back, and tried again. */
  shed: number
  controlsTaken: number
}

const KINDS = Object.keys(FORGERIES) as Forgery[]

async function work({
  url,
  filled,
  dataDir,
  closed,
  digests,
  count,
  controls,
  connections,
}: ForgerTask): Promise<ForgerReport> {
  const { ask, close } = caller({ url })
  // The last people are those of the controls.
  const forger: Forger = {
    secrets: readSecrets(dataDir),
    filled: { ...filled, people: filled.people - controls },
    closed,
    digests,
  }
  const verdicts = Object.fromEntries(
    KINDS.map((kind) => [kind, { taken: 0, right: 0, other: 0 }]),
  ) as ForgerReport['verdicts']
  const others: Record<string, number> = {}
  let [next, shed] = [0, 0]

  const send = async ({ application, person, body, ticket }: Forged, n: number) => {
    const call = {
      kind: 'submit' as const,
      method: 'PUT',
      path: `/api/job-applications/update/${application}/`,
      headers: {
        'x-forwarded-for': `10.${(n >> 8) % 250}.${n % 250}.1`,
        authorization: `Token ${tokenOf(person)}`,
        'content-type': 'application/json',
        'submit-ticket': ticket,
      },
      body: Buffer.from(JSON.stringify(body)),
    }
    for (;;) {
      const heard = await ask(call)
      if (heard.status !== 503 && heard.status !== 0) return heard
      shed++
      await wait(50)
    }
  }
  const entry = async () => {
    while (next < count) {
      const n = next++
      const kind = KINDS[n % KINDS.length] ?? 'random'
      const { status, body } = await send(forge(forger, kind, n), n)
      const { message } = JSON.parse(body) as { message?: string }
      if (status < 400) verdicts[kind].taken++
      else if (message === FORGERIES[kind]) verdicts[kind].right++
      else {
        verdicts[kind].other++
        const heard = `${kind}: ${status} ${message}`
        others[heard] = (others[heard] ?? 0) + 1
      }
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, entry))
  const seconds = (performance.now() - began) / 1_000
  let controlsTaken = 0
  for (let n = filled.people - controls; n < filled.people; n++)
    if ((await send(trueTicket({ ...forger, filled }, n), n)).status === 200) controlsTaken++
  close()
  return { seconds, verdicts, others, shed, controlsTaken }
}

if (process.argv[1] === import.meta.filename) await answer(work)
