import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { askRestoredPortal } from '../../server/backup/restored-portal.ts'
import { openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

test('R12 a drill asks again while the restored portal is degraded: its first query may be slow', async () => {
  const states = ['degraded', 'ready']
  const server = createServer((request, response) => {
    const isReadiness = request.url === '/readyz'
    response.end(isReadiness ? `{"status":"${states.shift()}"}` : '{"results":[]}</html>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const start = async () => ({
    url: `http://127.0.0.1:${port}`,
    close: async () => void server.close(),
  })
  const { config, receiptKey } = portal.deps
  assert.deepEqual(await askRestoredPortal(start, { config, receiptKey, databaseUrl: '' }), [])
  assert.deepEqual(states, [])
})
