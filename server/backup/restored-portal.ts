import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { ReceiptKey } from '../transparency/key.ts'

/** A restored installation whose database is running. */
type Restored = {
  /** The settings of this machine, but with the folder of the restore. */
  config: Config
  receiptKey: ReceiptKey
  databaseUrl: string
}

/** Starts a portal on the restored folder, without background workers, on a free port of this machine. */
export type StartPortal = (restored: Restored) => Promise<{ url: string; close: () => Promise<void> }>

/** The address that load balancers request, with a part of the right reply. */
const READINESS = ['/readyz', '"status":"ready"'] as const
/** The addresses that visitors request first, each with a part of the right reply. */
const REQUESTED = [
  ['/', '</html>'],
  ['/jobs', '</html>'],
  ['/api/jobs/list/', '"results"'],
  ['/transparency', '</html>'],
] as const

const REPLY_WITHIN_MS = 30_000
const ASK_AGAIN_MS = 200

/** What is wrong with the reply to one address; undefined when the reply is right. */
async function problemOf(url: string, path: string, expectedPart: string): Promise<string | undefined> {
  try {
    const reply = await fetch(url + path, { signal: AbortSignal.timeout(REPLY_WITHIN_MS) })
    const text = await reply.text()
    return reply.ok && text.includes(expectedPart)
      ? undefined
      : `The restored portal answers ${path} with ${reply.status}.`
  } catch {
    return `The restored portal does not answer ${path}.`
  }
}

/** Asks until the portal is ready: it says `degraded` while its first queries are slow. */
async function readinessProblem(url: string): Promise<string | undefined> {
  const giveUp = performance.now() + REPLY_WITHIN_MS
  for (;;) {
    const problem = await problemOf(url, ...READINESS)
    if (!problem || performance.now() > giveUp) return problem
    await wait(ASK_AGAIN_MS)
  }
}

/** Starts a portal on the restored database and requests a few of its pages. Returns what went wrong. */
export async function askRestoredPortal(start: StartPortal, restored: Restored): Promise<string[]> {
  const portal = await start(restored)
  try {
    const problems: string[] = []
    const notReady = await readinessProblem(portal.url)
    if (notReady) problems.push(notReady)
    for (const [path, expectedPart] of REQUESTED) {
      const problem = await problemOf(portal.url, path, expectedPart)
      if (problem) problems.push(problem)
    }
    return problems
  } finally {
    await portal.close()
  }
}
