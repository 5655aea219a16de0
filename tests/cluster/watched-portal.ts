import { connect, type Db } from '../../server/database/connect.ts'
import { freePort } from '../support/crowd.ts'
import { dataFolder, type Running, startPortal } from '../support/program.ts'
import { hasPrometheus, startPrometheus } from '../support/prometheus.ts'

/** Where the alerts cannot be tested. */
export const skip = process.platform !== 'linux' || !hasPrometheus()

/** A portal with these environment variables, its database, and a real Prometheus that reads its metrics. */
export async function watchedPortal(variables: Record<string, string> = {}) {
  const folder = dataFolder()
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    ...variables,
  }
  const start = () => startPortal(folder.path, { env })
  let portal: Running = await start()
  const db: Db = connect(folder.databaseUrl())
  const prometheus = await startPrometheus(metricsPort)
  return {
    folder,
    db,
    prometheus,
    url: portal.url,
    portal: () => portal,
    async startAgain() {
      portal = await start()
    },
    /**
     * Sends a call and reads its answer. It does not fail without an answer, as many calls here get none.
     */
    ask: (path: string, headers: Record<string, string> = {}, body?: string) =>
      fetch(portal.url + path, {
        headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { method: 'POST', body } : {}),
        signal: AbortSignal.timeout(10_000),
      })
        .then((answer) => answer.arrayBuffer())
        .catch(() => undefined),
    async close() {
      await prometheus.stop()
      await db.close()
      await portal.stop()
      await folder.drop()
    },
  }
}
export type WatchedPortal = Awaited<ReturnType<typeof watchedPortal>>

/** Repeats `work` until `during` is over. */
export async function meanwhile(work: () => Promise<unknown>, during: () => Promise<unknown>) {
  let isOver = false
  const working = (async () => {
    while (!isOver) await work()
  })()
  await during().finally(() => (isOver = true))
  await working
}
