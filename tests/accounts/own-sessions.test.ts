import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { SESSION } from '../../contract/accounts/session-limits.ts'
import { login, loggedIn } from '../support/accounts.ts'
import { until } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { applicantWith, arrivingFiles, form } from '../support/uploads.ts'
import type { Visitor } from '../support/visitor.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; TECNO KI5k) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'
const MINUTE = 60_000

// `applicantWith` creates a person with a draft application, and functions for its documents. `arrivingFiles`
// lists the uploads in progress.
let portal: Portal
before(async () => void (portal = await openPortal()))
beforeEach(() => portal.clock.set(A_TUESDAY))
after(() => portal.close())

type SessionLine = { id: string; present: boolean; device: string; began_at: string; last_used_at: string }
const sessionsOf = async (visitor: Visitor): Promise<SessionLine[]> =>
  (await visitor.get('/api/sessions/')).json.results
const alive = async (visitor: Visitor) => (await visitor.get('/api/user/profile/')).status === 200
/** Logs the same person in on another device. */
const elsewhere = async (email: string, agent = ANDROID) => {
  const visitor = portal.visitor({ browser: true })
  visitor.token = (await login(visitor, email, undefined, { headers: { 'user-agent': agent } })).json.token
  return visitor
}

describe('ASVS 7.5.2: applicants see where they are logged in, and end it', () => {
  test('the present one first, then by the last use: a plain device, never the header, an address or a network', async () => {
    const { visitor, email } = await loggedIn(portal, { browser: true })
    portal.clock.advance(MINUTE)
    await elsewhere(email)
    const [first, second, ...others] = await sessionsOf(visitor)
    assert.deepEqual(others, [])
    assert.deepEqual([first?.present, second?.present, second?.device], [true, false, 'Chrome on Android'])
    assert.equal(first?.began_at, A_TUESDAY.toISOString())
    const { text } = await visitor.get('/api/sessions/')
    assert.doesNotMatch(text, /Mozilla|TECNO|120\.|127\.0|token|hash/)
  })
  test('the time of the last use is exact to five minutes; reading counts as use', async () => {
    const { visitor, email } = await loggedIn(portal)
    const phone = await elsewhere(email)
    const used = async () =>
      Date.parse((await sessionsOf(visitor)).find(({ present }) => !present)?.last_used_at ?? '')
    portal.clock.advance(SESSION.usedEveryMs - 1)
    assert.ok(await alive(phone))
    assert.equal(await used(), A_TUESDAY.getTime())
    portal.clock.advance(1)
    assert.ok(await alive(phone))
    assert.equal(await used(), A_TUESDAY.getTime() + SESSION.usedEveryMs)
  })
  test('a session is ended by its number, in every tab at once, and the present one continues', async () => {
    const { visitor, email } = await loggedIn(portal)
    const [phone, cafe] = [
      await elsewhere(email),
      await elsewhere(email, 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0'),
    ]
    const id = (await sessionsOf(visitor)).find(({ device }) => device === 'Firefox on Windows')?.id
    const { status, json } = await visitor.request('DELETE', `/api/sessions/${id}/`)
    assert.deepEqual([status, json], [200, { message: 'That session is ended.' }])
    assert.deepEqual([await alive(visitor), await alive(phone), await alive(cafe)], [true, true, false])
    assert.equal((await visitor.request('DELETE', `/api/sessions/${id}/`)).status, 404)
  })
  test('an upload of a session that its owner ended is refused; an upload of a session that expired meanwhile is completed', async () => {
    const person = await applicantWith(portal)
    const { user } = (await person.visitor.get('/api/user/profile/')).json
    const owner = await elsewhere(user.email)
    const path = `/api/job-applications/${person.id}/documents/cv/`
    /** Sends half of a file, waits for `whenHalfIsThere`, and sends the other half. Returns the status. */
    const sendAround = async (whenHalfIsThere: () => Promise<unknown>) => {
      const { body, type } = form([{ name: 'file', file: 'cv.pdf', data: pdf('', 200_000) }])
      const call = request(`${portal.url}${path}`, {
        method: 'PUT',
        headers: {
          authorization: `Token ${person.visitor.token}`,
          'content-type': type,
          'content-length': body.length,
        },
      })
      call.write(body.subarray(0, body.length >> 1))
      await until(
        'half of the file is there',
        async () => arrivingFiles(portal),
        (names) => names.length > 0,
      )
      await whenHalfIsThere()
      call.end(body.subarray(body.length >> 1))
      const [answer] = await once(call, 'response')
      answer.resume()
      return Number(answer.statusCode)
    }
    assert.equal(await sendAround(async () => portal.clock.advance(2 * SESSION.endAfterMs)), 200)
    portal.clock.set(A_TUESDAY)
    assert.equal((await person.visitor.request('DELETE', path)).status, 200)
    assert.equal(await sendAround(() => owner.post('/api/sessions/end-others/', {})), 401)
    const documents = await portal.db.rows(
      sql`select kind from application_documents where application_id = ${person.id}`,
    )
    assert.deepEqual(documents, [])
  })
  test('all others are ended at once', async () => {
    const { visitor, email } = await loggedIn(portal)
    const others = [await elsewhere(email), await elsewhere(email)]
    assert.equal((await visitor.post('/api/sessions/end-others/')).status, 200)
    assert.deepEqual([await alive(visitor), ...(await Promise.all(others.map(alive)))], [true, false, false])
    assert.equal((await sessionsOf(visitor)).length, 1)
  })
  test('no one sees or ends the session of another person', async () => {
    const [me, other] = [await loggedIn(portal), await loggedIn(portal)]
    const [mine] = await sessionsOf(me.visitor)
    assert.equal((await other.visitor.request('DELETE', `/api/sessions/${mine?.id}/`)).status, 404)
    await other.visitor.post('/api/sessions/end-others/')
    assert.ok(await alive(me.visitor))
    assert.ok((await sessionsOf(other.visitor)).every(({ id }) => id !== mine?.id))
  })
  test('a session that is over is not listed, and the list is bounded', async () => {
    const { visitor, email } = await loggedIn(portal)
    await elsewhere(email)
    portal.clock.advance(50 * MINUTE)
    visitor.token = (await visitor.post('/api/session/extend/')).json.token
    portal.clock.advance(15 * MINUTE)
    for (let time = 0; time < SESSION.listed + 3; time++) await elsewhere(email)
    const lines = await sessionsOf(visitor)
    assert.deepEqual([lines.length, lines[0]?.present], [SESSION.listed, true])
    assert.ok(
      lines.slice(1).every(({ began_at }) => Date.parse(began_at) === A_TUESDAY.getTime() + 65 * MINUTE),
    )
  })
})
