import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Hasher } from '../../../server/deps.ts'
import { createHasher } from '../../../server/hasher.ts'
import { ANSWER, login, NEW_PASSWORD, PASSWORD, signedIn } from '../../support/accounts.ts'
import { openPortal, type Portal } from '../../support/portal.ts'

// Judges as ever, but what is put in `held` is told only once the test lets it go.
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

/** A log-in with the right password whose judgement is told only after `meanwhile`. */
async function overtaken(email: string, meanwhile: () => Promise<{ status: number }>) {
  const [judged, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  held = { judged: judged.resolve, go: go.promise }
  const late = login(portal.visitor(), email)
  await judged.promise
  assert.equal((await meanwhile()).status, 200)
  go.resolve()
  return late
}

describe('T6: a password that was right when it was judged opens nothing once it is another', () => {
  test('changed by the answer to the security question', async () => {
    const { email } = await signedIn(portal, { question: true })
    const late = await overtaken(email, () => portal.visitor().post('/api/security/reset/', { email, answer: ANSWER, new_password: NEW_PASSWORD }))
    assert.deepEqual([late.status, late.json.code], [401, 'wrong_credentials'])
  })

  test('changed by its owner, who is logged in', async () => {
    const { email, visitor } = await signedIn(portal)
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    const late = await overtaken(email, () => visitor.post('/api/change-password/', change))
    assert.deepEqual([late.status, late.json.code], [401, 'wrong_credentials'])
  })

  test('and where nothing was changed it opens, however long it was judged', async () => {
    const { email, visitor } = await signedIn(portal)
    assert.equal((await overtaken(email, () => visitor.get('/api/user/profile/'))).status, 200)
  })
})
