import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { REFUSALS } from '#contract/refusals.ts'
import { sql } from '../../server/database/connect.ts'
import type { Hasher } from '../../server/deps.ts'
import { createHasher } from '../../server/hasher.ts'
import { count, login, PASSWORD, loggedIn } from '../support/accounts.ts'
import { type DatabaseProxy, databaseProxy } from '../support/database-proxy.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import type { Answer } from '../support/visitor.ts'

let portal: Portal
/** A proxy to the portal's database: `cut` breaks the connections, `mend` restores them. */
let proxy: DatabaseProxy
/** Runs during a login: after the account is read from the database, before the password is checked. */
let meanwhile = () => {}
before(async () => {
  const real = createHasher({ memoryKib: 8, passes: 1 })
  const hasher: Hasher = { ...real, verify: (hash, secret) => (meanwhile(), real.verify(hash, secret)) }
  portal = await openPortal({ hasher, between: async (url) => (proxy = await databaseProxy(url)).url })
})
afterEach(async () => {
  meanwhile = () => {}
  proxy.mend()
  await until(
    'the database is back',
    () => portal.visitor().get('/readyz'),
    ({ json }) => json.status === 'ready',
  )
})
after(async () => {
  await portal.close()
  await proxy.close()
})

const expectBusy = ({ status, headers, json }: Answer) => {
  assert.deepEqual([status, json.code], [503, 'busy'])
  assert.ok(Number(headers.get('retry-after')) > 0)
  assert.deepEqual(headers.getSetCookie(), [])
  const { request_id: _, ...reply } = json
  const { message } = REFUSALS.busy
  assert.deepEqual(reply, { code: 'busy', message, error: message, detail: message })
}

describe('T40: the database goes away in the middle', () => {
  test('of a login, after the account was read: neither the right nor a wrong password opens a session, and both get the same answer', async () => {
    const { email, id } = await loggedIn(portal)
    const sessions = await count(portal, sql`select from sessions where user_id = ${id}`)
    meanwhile = () => proxy.cut()
    const right = await login(portal.visitor(), email, PASSWORD)
    const wrong = await login(portal.visitor(), email, 'Wrong7password')
    proxy.mend()
    for (const answer of [right, wrong]) expectBusy(answer)
    await until(
      'the database is back',
      () => portal.visitor().get('/readyz'),
      ({ json }) => json.status === 'ready',
    )
    assert.equal(await count(portal, sql`select from sessions where user_id = ${id}`), sessions)
    meanwhile = () => {}
    assert.equal((await login(portal.visitor(), email, PASSWORD)).status, 200)
  })
  test('of the check of a session: neither a valid nor a stolen token gets data, and afterwards each is what it was before', async () => {
    const person = await loggedIn(portal, { browser: true })
    const thief = portal.visitor()
    thief.token = person.token
    proxy.cut()
    for (const visitor of [person.visitor, thief])
      for (const path of ['/api/user/profile/', '/api/notifications/']) expectBusy(await visitor.get(path))
    proxy.mend()
    await until(
      'the database is back',
      () => person.visitor.get('/api/user/profile/'),
      ({ status }) => status === 200,
    )
    assert.equal((await thief.get('/api/user/profile/')).status, 401)
  })
})
