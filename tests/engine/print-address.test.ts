import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printAddress } from '../../server/processes/print-address.ts'
import { configKeepingMail } from '../support/config.ts'

test('the operator reads on which port the portal listens, also on port 80, which a URL leaves out', (context) => {
  const printed: string[] = []
  context.mock.method(console, 'log', (line: string) => void printed.push(line))
  const config = configKeepingMail({ HOST: '0.0.0.0', PUBLIC_URL: 'http://jobs.example.org' })
  for (const port of [80, 8080]) printAddress(config, `http://127.0.0.1:${port}`)
  assert.deepEqual(
    printed.filter((line) => line.startsWith('Portal')),
    [80, 8080].map(
      (port) =>
        `Portal   http://jobs.example.org (listening on port ${port} on all addresses of this machine)`,
    ),
  )
})
