import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { fieldsOf } from '../support/calls.ts'

// The keys of every error response. It also has a key for each refused field, so a field with one of these
// names would lose its error.
const TAKEN = ['code', 'message', 'error', 'detail']
// The call has only this field, so the response's `message` is also the field's error.
const SAME_SENTENCE = ['POST /api/assistant/ message']

const fieldsOfAll = () =>
  Object.values(endpoints).flatMap((endpoint: Endpoint) =>
    fieldsOf(endpoint).map((field) => ({ ...field, call: `${endpoint.method} ${endpoint.path}` })),
  )

test('A5 no field of a call has the name of a key that every error response has', () => {
  const all = fieldsOfAll()
  assert.ok(all.length > 200)
  const hidden = all
    .filter((field) => field.in !== 'path' && TAKEN.includes(field.name))
    .map(({ call, name }) => `${call} ${name}`)
  assert.deepEqual(hidden, SAME_SENTENCE)
})

test('no call asks for ethnicity, tribe, clan or religion (selection#selection-no-ethnicity)', () => {
  const all = fieldsOfAll()
  assert.ok(all.some(({ name }) => name === 'gender'))
  const wrong = all.filter(({ name }) => /ethnic|tribe|clan|religio/i.test(name))
  assert.deepEqual(wrong, [])
})
