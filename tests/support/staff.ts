import { Secret, TOTP } from 'otpauth'
import type { Areas } from '#contract/staff/endpoints.ts'
import type { StaffRole } from '#contract/staff/rights.ts'
import { invitationToken, sendInvitation } from '../../server/staff/send-invitation.ts'
import type { Portal } from './portal.ts'
import type { Visitor } from './visitor.ts'

export const STAFF_PASSWORD = 'Slow violet ledger 42'
const NOWHERE: Areas = { counties: [], constituencies: [] }
let officers = 0

/** The code of an authenticator app at the portal's time, or `steps` half minutes later. */
export const codeOf = (portal: Portal, secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: portal.clock.now().getTime() + steps * 30_000,
  })

/** The token of an emailed invitation. appointments.test.ts tests the approval by a second administrator. */
export async function invited(
  portal: Portal,
  {
    role = 'administrator',
    email = `officer${++officers}@iebc.example`,
    areas = NOWHERE,
  }: Partial<Invited> = {},
) {
  const { id } = await portal.deps.db.tx((tx) =>
    sendInvitation(tx, portal.deps.now(), null, { email, name: '', role, areas }),
  )
  return { email, token: invitationToken(portal.deps, id) }
}
type Invited = { role: StaffRole; email: string; areas: Areas }

export type Officer = { visitor: Visitor; email: string; secret: string; id: number; role: StaffRole }

/** Makes a visitor send the CSRF token of their browser with every write, as the pages do. */
export async function withCsrf(visitor: Visitor): Promise<Visitor> {
  const { csrfToken } = (await visitor.get('/api/csrf/')).json
  const { request } = visitor
  visitor.request = (method, path, options) =>
    request(method, path, {
      ...options,
      headers: { ...(method === 'GET' ? {} : { 'x-csrftoken': csrfToken }), ...options?.headers },
    })
  visitor.get = (path, options) => visitor.request('GET', path, options)
  visitor.post = (path, body = {}, options = {}) => visitor.request('POST', path, { ...options, body })
  return visitor
}

/** A logged-in officer of this role. They joined by invitation and use an authenticator app. */
export async function officer(
  portal: Portal,
  role: StaffRole,
  over: Partial<Invited> = {},
): Promise<Officer> {
  const { email, token } = await invited(portal, { role, ...over })
  const visitor = await withCsrf(portal.visitor())
  const { ticket } = (
    await visitor.post('/api/staff/join/', { token, name: `Officer ${role}`, password: STAFF_PASSWORD })
  ).json
  const { secret } = (await visitor.post('/api/staff/enrol/totp/', { ticket })).json
  const { status, json, text } = await visitor.post('/api/staff/enrol/totp/confirm/', {
    ticket,
    totp_code: codeOf(portal, secret),
  })
  if (status !== 200) throw new Error(`not enrolled: ${text}`)
  return { visitor, email, secret, id: json.id, role }
}
