import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { BODY_BYTES } from '../../server/endpoints/body-bytes.ts'
import { anyText } from '../support/any-text.ts'
import { officersOf } from '../support/as-officer.ts'
import { addressOf, bodyOf, fieldsOf, freshNetwork } from '../support/calls.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { withCsrf } from '../support/staff.ts'
import { jobStaff } from '../support/staff-jobs.ts'
import type { Visitor } from '../support/visitor.ts'

// Tries every call of the officers' API that the contract describes. A new call in the contract is tried
// without a change here.
let portal: Portal
let officers: ReturnType<typeof officersOf>
let stranger: Visitor
before(async () => {
  // A few officers make thousands of calls, so the limit of calls per account is raised.
  portal = await openPortal({ config: { ACCOUNT_ALLOWANCE_FACTOR: '1000' } })
  // All calls use the id 1. Officer 1, job 1 and change 1 exist. Officer 1 makes none of the calls.
  const staff = await jobStaff(portal)
  await staff.proposed(await staff.draft(), { kind: 'publish' })
  officers = officersOf(portal)
  stranger = await withCsrf(portal.visitor())
})
after(() => portal.close())

const calls = (Object.values(endpoints) as Endpoint[]).filter(({ path }) => path.startsWith('/api/staff/'))
const ask = (endpoint: Endpoint, path: string, options: Parameters<Visitor['request']>[2] = {}) =>
  endpoint.allowedFor === 'staff'
    ? officers.ask(endpoint, path, options)
    : stranger.request(endpoint.method, path, { ip: freshNetwork(), ...options })

/** Values of wrong types and odd texts that no field expects. */
const ODD = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202eevil',
  'x'.repeat(10_000),
  '9'.repeat(30),
  '1e9',
  5,
  1.5,
  -1,
  2 ** 53,
  true,
  null,
  [],
  ['x'],
  {},
  { a: 1 },
]
/** The odd values as they stand in an address. */
const ODD_TEXTS = ODD.map((value) =>
  (typeof value === 'string' ? value.slice(0, 500) : JSON.stringify(value)).toWellFormed(),
)
const odd = fc.oneof(fc.constantFrom(...ODD), anyText(40), fc.jsonValue({ maxDepth: 2 }))

describe('T15, T20 staff: whatever an officer sends in any field gets an answer of the usual shape, and never an error of the server', () => {
  test('there is something to try', () => assert.ok(calls.length >= 25))
  for (const entry of calls) {
    const fields = fieldsOf(entry)
    const key = `${entry.method} ${entry.path}`
    if (entry.body) {
      const names = fields.flatMap((field) => (field.in === 'body' ? [field.name] : []))
      const body = fc.dictionary(
        fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...names, 'role', 'id') },
          { weight: 1, arbitrary: fc.string({ minLength: 1 }) },
        ),
        odd,
        { noNullPrototype: true, maxKeys: 4 },
      )
      test(`${key}: any JSON, alone and over a body that is right`, async () => {
        let tried = 0
        await fc.assert(
          fc.asyncProperty(body, fc.boolean(), async (sent, alone) => {
            const whole = alone ? sent : { ...bodyOf(entry), ...sent }
            const { status, json, headers } = await ask(entry, addressOf(entry), { body: whole })
            assert.ok(status < 500 && status >= 200, `${status} for ${JSON.stringify(whole).slice(0, 300)}`)
            if (entry.allowedFor === 'staff') assert.notEqual(status, 401)
            if (status !== 403) tried++
            assert.equal(headers.get('cache-control'), 'no-store')
            if (status < 400) return
            assert.deepEqual([typeof json.code, typeof json.message], ['string', 'string'])
            assert.deepEqual([json.error, json.detail], [json.message, json.message])
          }),
          { numRuns: 24, seed: 2_026 },
        )
        // If every call was refused with 403, the portal never checked the fields.
        assert.ok(tried > 0)
      })
      test(`T27 ${key}: a body over the limit is 413, and a body that is no object 400`, async () => {
        // The larger limit of bytes is for calls with content. The smaller limit is for calls about accounts,
        // receipts and emails.
        const maxBytes = ['account', 'receipt', 'mail'].includes(entry.rateLimit)
          ? BODY_BYTES.account
          : BODY_BYTES.any
        const large = await ask(entry, addressOf(entry), { body: { x: 'a'.repeat(maxBytes) } })
        assert.deepEqual([large.status, large.json.code], [413, 'too_large'])
        for (const raw of ['[]', '5', 'null', '"text"', '{"email": '])
          assert.equal((await ask(entry, addressOf(entry), { raw })).status, 400, raw)
      })
    }
    for (const { in: place, name } of fields) {
      if (place === 'body') continue
      test(`${key}: odd values as the ${name} of its ${place === 'path' ? 'address' : 'query'}`, async () => {
        for (const text of ODD_TEXTS) {
          const path: string =
            place === 'path'
              ? addressOf(entry, { [name]: text })
              : `${addressOf(entry)}?${name}=${encodeURIComponent(text)}`
          const { status, headers } = await ask(
            entry,
            path,
            entry.method === 'GET' ? {} : { body: bodyOf(entry) },
          )
          assert.ok(status < 500 && status >= 200, `${status} for ${path.slice(0, 200)}`)
          assert.equal(headers.get('cache-control'), 'no-store')
        }
      })
    }
  }
  test('R13 and none of it was an error of the server', () => {
    assert.deepEqual(
      portal.log.filter(({ level }) => level === 'error'),
      [],
    )
  })
})
