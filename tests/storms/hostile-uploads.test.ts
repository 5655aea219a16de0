import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { hostileFiles } from '../support/hostile-files.ts'
import { openPortal } from '../support/portal.ts'
import { applicantWith, arrivingFiles } from '../support/uploads.ts'

// Uploads that are made to be slow to inspect must not stop the portal from answering other callers (T14).

const p99 = (times: number[]) =>
  times.sort((left, right) => left - right)[Math.floor(times.length * 0.99)] ?? Number.NaN

test('T14 while 50 hostile files of every kind are uploaded, /healthz is answered within 100 ms, 99 times of 100', {
  timeout: 180_000,
}, async (context) => {
  const portal = await openPortal()
  context.after(() => portal.close())
  const files = hostileFiles()
  assert.equal(files.length, 50)
  const people = await Promise.all(Array.from({ length: 5 }, () => applicantWith(portal)))
  // A thread calls /healthz and an idle server, and reports all durations in milliseconds.
  const watch = new Worker(join(import.meta.dirname, '../support/probe.ts'), {
    workerData: { url: `${portal.url}/healthz` },
  })
  const answers = await Promise.all(
    people.map(async (person, index) => {
      const statuses: number[] = []
      for (const file of files.slice(index * 10, index * 10 + 10))
        statuses.push((await person.upload(file)).status)
      return statuses
    }),
  )
  watch.postMessage('stop')
  const [{ busy, control }] = (await once(watch, 'message')) as [{ busy: number[]; control: number[] }]
  for (const status of answers.flat()) assert.ok([200, 413, 422, 503].includes(status), `${status}`)
  // At the same moments, call a server that does nothing. Its time is the delay of the machine itself.
  const [ours, idle] = [p99(busy), p99(control)]
  context.diagnostic(
    `${busy.length} calls: p99 ${Math.round(ours)} ms, of an idle server ${Math.round(idle)} ms; ${answers.flat().join(' ')}`,
  )
  assert.ok(ours < 100 + idle, `${ours} ms beside ${idle} ms`)
  assert.deepEqual(arrivingFiles(portal), [])
})
