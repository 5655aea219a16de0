import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { codeOf, type Officer, officer, STAFF_PASSWORD, withCsrf } from '../support/staff.ts'

// An administrator can make an officer renew their password. A login ticket from before must not help a thief
// who knows the old password.

let portal: Portal
let boss: Officer
before(async () => {
  portal = await openPortal()
  boss = await officer(portal, 'administrator')
})
beforeEach(() => nextMinute())
after(() => portal.close())

/** The administrator changes an officer. The change `renew_access` invites the officer again. */
const change = async (id: number, body: Record<string, unknown>) => {
  const { status, text } = await boss.visitor.request('PATCH', `/api/staff/people/${id}/`, {
    body: { reason: 'Password seen by others', ...body },
  })
  assert.equal(status, 200, text)
}
/**
 * A thief logs in elsewhere with the right password. The reply has a ticket, which opens a session only with
 * the second factor.
 */
const ticketOf = async (email: string) => {
  const visitor = await withCsrf(portal.visitor())
  const { json } = await visitor.post('/api/staff/login/', { email, password: STAFF_PASSWORD })
  return { visitor, ticket: String(json.ticket) }
}
/** The officer follows the new invitation and sets a new password. */
const joinAgain = async (email: string) => {
  const texts = (await emailsTo(portal, email)).map(({ text = '' }) => text).join('\n')
  const token = /\/staff\/join\/(\S+)/.exec(texts)?.[1] ?? ''
  const visitor = await withCsrf(portal.visitor())
  const { json } = await visitor.post('/api/staff/join/', {
    token,
    name: 'Amina Yusuf',
    password: 'Quiet amber kettle 7',
  })
  return { visitor, ticket: String(json.ticket) }
}

describe('T6 access that is set up again: a ticket from the old password opens nothing', () => {
  test('no second factor can be set up with it, neither before the officer comes back nor after', async () => {
    const { id, email } = await officer(portal, 'approver')
    const thief = await ticketOf(email)
    await change(id, { renew_access: true })
    const enrol = async () => {
      const paths = ['/api/staff/enrol/totp/', '/api/staff/enrol/passkey/options/'] as const
      return Promise.all(
        paths.map(async (path) => (await thief.visitor.post(path, { ticket: thief.ticket })).json.code),
      )
    }
    assert.deepEqual(await enrol(), ['ticket_over', 'ticket_over'], 'while nobody has set it up')
    const owner = await joinAgain(email)
    assert.deepEqual(await enrol(), ['ticket_over', 'ticket_over'], 'while its owner is at it')
    const { secret } = (await owner.visitor.post('/api/staff/enrol/totp/', { ticket: owner.ticket })).json
    const stolen = await thief.visitor.post('/api/staff/login/totp/', {
      ticket: thief.ticket,
      totp_code: codeOf(portal, secret),
    })
    assert.equal(stolen.json.code, 'ticket_over')
    const opened = await owner.visitor.post('/api/staff/enrol/totp/confirm/', {
      ticket: owner.ticket,
      totp_code: codeOf(portal, secret),
    })
    assert.deepEqual([opened.status, opened.json.id], [200, id])
  })
  test('the log has the role that the officer has on coming back, not the role of the invitation', async () => {
    const { id, email } = await officer(portal, 'recruiter')
    await change(id, { renew_access: true })
    await change(id, { role: 'auditor' })
    await joinAgain(email)
    const entries = await portal.db.rows<{ role: string }>(
      sql`select role from audit_entries where staff_id = ${id} and act = 'person.joined' order by id`,
    )
    assert.deepEqual(
      entries.map(({ role }) => role),
      ['recruiter', 'auditor'],
    )
  })
})
