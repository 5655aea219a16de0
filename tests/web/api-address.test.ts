import assert from 'node:assert/strict'
import { test } from 'node:test'
import { address } from '../../web/api.ts'
import { logAddress } from '../../web/audit-log/log-address.ts'

test('a query is in the address, also in a browser without `URLSearchParams.size`', (t) => {
  const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size') ?? {}
  Reflect.deleteProperty(URLSearchParams.prototype, 'size')
  t.after(() => Object.defineProperty(URLSearchParams.prototype, 'size', size))
  assert.equal(
    address('GET /api/locations/', { query: { county: 7, search: '', page: undefined } }),
    '/api/locations/?county=7',
  )
  assert.equal(address('GET /api/locations/', { query: { search: '' } }), '/api/locations/')
  assert.equal(logAddress({ act: 'log.checked' }), '/staff/audit-log?act=log.checked')
})
