import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Class } from '#contract/endpoint.ts'
import { createAdmission } from '../../server/admission/admission.ts'

test('admission is one folder of at most 500 lines, and names its sources', () => {
  const files = globSync('server/admission/*.ts').map((file) => readFileSync(file, 'utf8'))
  const lines = files.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
  assert.ok(lines <= 500, `${lines} lines`)
  assert.match(files.join('\n'), /DAGOR[^]*SoCC 2018/)
  assert.match(files.join('\n'), /CoDel[^]*Nichols & Jacobson/)
})

/** A call at the slots, as the hook makes it. */
const enter = (admission: ReturnType<typeof createAdmission>, name: Class, more: { with?: 'hash' | 'files'; headers?: Record<string, string> } = {}) => {
  const call = { outcome: 'waiting' as 'waiting' | 'in' | 'shed', leave: () => {} }
  call.leave = admission.enter({ class: name, caller: () => 'somebody', headers: {}, ...more }, (isIn) => void (call.outcome = isIn ? 'in' : 'shed'))
  return call
}

test('it is quiet when no call is being answered, logins among them; a file on its way does not count', async () => {
  const admission = createAdmission()
  enter(admission, 'save', { with: 'files' })
  await admission.quiet()
  const [login, sending] = [enter(admission, 'login', { with: 'hash' }), enter(admission, 'submit')]
  let quiet = false
  const waiting = admission.quiet().then(() => (quiet = true))
  login.leave()
  const later = enter(admission, 'login', { with: 'hash' })
  sending.leave()
  await new Promise(setImmediate)
  assert.equal(quiet, false)
  later.leave()
  await waiting
})
