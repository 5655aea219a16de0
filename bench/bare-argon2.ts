import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { verifySync } from '@node-rs/argon2'

type Work = { hash: string; password: string; seconds: number }

/** The limit for logins: how many passwords `threads` threads verify in a second, with no other work. */
export async function verifyBare(threads: number, work: Work): Promise<number> {
  const rates = Array.from({ length: threads }, async () => {
    const worker = new Worker(import.meta.filename, { workerData: work })
    return new Promise<number>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
  })
  return (await Promise.all(rates)).reduce((sum, perSecond) => sum + perSecond, 0)
}

// When this file runs as a worker, it verifies passwords until its time is over, and reports its rate.
if (!isMainThread && parentPort) {
  const { hash, password, seconds } = workerData as Work
  const start = performance.now()
  let done = 0
  while (performance.now() - start < seconds * 1_000) {
    if (!verifySync(hash, password)) throw new Error('the hash is not of this password')
    done++
  }
  parentPort.postMessage((done * 1_000) / (performance.now() - start))
}
