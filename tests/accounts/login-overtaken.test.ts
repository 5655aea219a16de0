import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Hasher } from '../../server/deps.ts'
import { sql } from '../../server/database/connect.ts'
import { createHasher } from '../../server/hasher.ts'
import { ANSWER, count, login, NEW_PASSWORD, PASSWORD, loggedIn } from '../support/accounts.ts'
import { linkTo } from '../support/emails.ts'
import { erase } from '../support/erasure.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// A person's password changes while the portal checks a login with the old password.

/** Holds the next password check: the check calls `judged` when it is done, and answers only after `go`. */
let held: { judged: () => void; go: Promise<void> } | undefined
const holding = (hasher: Hasher): Hasher => ({
  ...hasher,
  async verify(hash, password) {
    const mine = held
    held = undefined
    const right = await hasher.verify(hash, password)
    mine?.judged()
    await mine?.go
    return right
  },
})

let portal: Portal
before(async () => {
  portal = await openPortal({ hasher: holding(createHasher({ memoryKib: 8, passes: 1 })) })
})
after(() => portal.close())

/** Calls the portal, by default to log in. Runs `meanwhile` between the password check and the answer. */
async function overtaken(
  email: string,
  meanwhile: () => Promise<{ status: number }>,
  call = () => login(portal.visitor(), email),
) {
  const [judged, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  held = { judged: judged.resolve, go: go.promise }
  const late = call()
  await judged.promise
  assert.equal((await meanwhile()).status, 200)
  go.resolve()
  return late
}

describe('T6: a login whose password changes after the check, but before the answer, opens no session', () => {
  test('changed by the answer to the security question', async () => {
    const { email } = await loggedIn(portal, { question: true })
    const late = await overtaken(email, () =>
      portal.visitor().post('/api/security/reset/', { email, answer: ANSWER, new_password: NEW_PASSWORD }),
    )
    assert.deepEqual([late.status, late.json.code], [401, 'wrong_credentials'])
  })

  test('changed by its owner, who is logged in', async () => {
    const { email, visitor } = await loggedIn(portal)
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    const late = await overtaken(email, () => visitor.post('/api/change-password/', change))
    assert.deepEqual([late.status, late.json.code], [401, 'wrong_credentials'])
  })

  test('and if the password was not changed, the login succeeds, however long the check took', async () => {
    const { email, visitor } = await loggedIn(portal)
    assert.equal((await overtaken(email, () => visitor.get('/api/user/profile/'))).status, 200)
  })
})

describe('T1: a login whose account is deleted while the password is checked', () => {
  test('a wrong password is refused as for an address without an account, and its failed login is of no one', async () => {
    const { email, visitor } = await loggedIn(portal)
    const late = await overtaken(
      email,
      () => erase(visitor),
      () => login(portal.visitor(), email, NEW_PASSWORD),
    )
    const unknown = await login(portal.visitor(), 'no.account@example.com', NEW_PASSWORD)
    assert.deepEqual([late.status, late.text], [401, unknown.text])
    assert.equal(await count(portal, sql`select from failed_logins where user_id is null`), 2)
  })
})

describe('C3: a reset by the security question does not overwrite a password that was changed while the answer was checked', () => {
  const OWNERS_PASSWORD = 'the owner chose this'
  const works = async (email: string, password: string) =>
    (await login(portal.visitor(), email, password)).status === 200
  /** The owner changes the password while a reset is checked. `reset` sends the reset once more. */
  const overtakenReset = async () => {
    const { email, visitor } = await loggedIn(portal, { question: true })
    const change = {
      current_password: PASSWORD,
      new_password: OWNERS_PASSWORD,
      re_new_password: OWNERS_PASSWORD,
    }
    const reset = () =>
      portal.visitor().post('/api/security/reset/', { email, answer: ANSWER, new_password: NEW_PASSWORD })
    const late = await overtaken(email, () => visitor.post('/api/change-password/', change), reset)
    return { email, reset, late }
  }

  test('the reset is refused, and the owner’s new password works', async () => {
    const { email, late } = await overtakenReset()
    assert.deepEqual([late.status, late.json.code], [409, 'conflict'])
    assert.deepEqual([await works(email, OWNERS_PASSWORD), await works(email, NEW_PASSWORD)], [true, false])
  })

  test('the refused reset counts as no try; undoing a later reset restores the owner’s new password, not an earlier one', async () => {
    const { email, reset } = await overtakenReset()
    for (let time = 0; time < 4; time++)
      await portal
        .visitor()
        .post('/api/security/reset/', { email, answer: 'a wrong one', new_password: NEW_PASSWORD })
    assert.equal((await reset()).status, 200)
    const token = (await linkTo(portal, email, 'not-me')).split('/').at(-1) ?? ''
    assert.equal((await portal.visitor().post(`/api/security/undo-reset/${token}/`)).status, 200)
    assert.deepEqual([await works(email, OWNERS_PASSWORD), await works(email, PASSWORD)], [true, false])
  })
})
