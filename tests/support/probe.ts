import { createServer, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

// A separate thread that measures delays. Every few milliseconds it calls `url`, and an idle server for
// comparison, until it gets a message. Then it sends back the duration of each call.

/** How long one call took, in milliseconds. */
const took = (url: string) =>
  new Promise<number>((resolve, reject) => {
    const began = performance.now()
    get(url, { agent: false }, (answer) =>
      answer.resume().once('end', () => resolve(performance.now() - began)),
    ).once('error', reject)
  })

const idle = createServer((_request, response) => response.end('{}')).listen(
  0,
  '127.0.0.1',
  () => void watch(),
)
let stopped = false
parentPort?.once('message', () => (stopped = true))

async function watch() {
  const { url } = workerData as { url: string }
  const { port } = idle.address() as { port: number }
  const [busy, control]: [number[], number[]] = [[], []]
  while (!stopped) {
    busy.push(await took(url))
    control.push(await took(`http://127.0.0.1:${port}/`))
    await new Promise((next) => setTimeout(next, 5))
  }
  idle.close()
  parentPort?.postMessage({ busy, control })
}
