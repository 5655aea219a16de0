import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { ASSISTANT_WORDS, withContact } from '#contract/assistant/words.ts'
import { sources } from './support/source.ts'

// A sentence of the contract has its own full stop, or none. A page that adds one must know which.

/** The exported constants of the contract whose names end in `WORDS`. */
const constants = new Map<string, unknown>()
for (const path of globSync('contract/**/*.ts', { cwd: `${import.meta.dirname}/..` })) {
  const module = (await import(`../${path}`)) as Record<string, unknown>
  for (const [name, value] of Object.entries(module)) if (name.endsWith('WORDS')) constants.set(name, value)
}

const valuesOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.values(value as Record<string, unknown>) : []

/** The texts that `NAME[key].field` or `NAME.field` may be. */
const textsOf = (name: string, index: string | undefined, field: string): string[] => {
  const constant = constants.get(name)
  const owners = index === undefined ? [constant] : valuesOf(constant)
  return owners
    .map((owner) => (owner as Record<string, unknown> | undefined)?.[field])
    .filter((text) => typeof text === 'string')
}

/** Texts with a full stop behind which code adds another: `{STAFF_WORDS.secondPerson}.`. */
const doubledIn = (text: string) =>
  [...text.matchAll(/\{([A-Z_]*WORDS)(\[\w+\])?\.(\w+)\}\./g)]
    .filter(([, name = '', index, field = '']) =>
      textsOf(name, index, field).some((sentence) => sentence.endsWith('.')),
    )
    .map(([found]) => found)

test('no page or answer adds a full stop to a sentence that has one', () => {
  assert.ok(constants.size > 50, `${constants.size} constants`)
  const files = sources('{contract,server,web}/**/*.ts', 'web/**/*.tsx')
  assert.deepEqual(
    files.flatMap(({ path, text }) => doubledIn(text).map((found) => `${path}: ${found}`)),
    [],
  )
})

test('a doubled full stop is found, also where the sentence is chosen by a key', () => {
  assert.deepEqual(doubledIn('<p>{STAFF_WORDS.secondPerson}.</p> `${FORMAT_WORDS[format].hint}.`'), [
    '{STAFF_WORDS.secondPerson}.',
    '{FORMAT_WORDS[format].hint}.',
  ])
  assert.deepEqual(doubledIn('`${STAFF_WORDS.nameRequired}.`'), [])
})

test('S2 §8 the contact follows one full stop, after each error sentence of the assistant', () => {
  const contact = { email: 'help@example.org', phone: '020 000 0000' }
  for (const sentence of [ASSISTANT_WORDS.busy, ASSISTANT_WORDS.unavailable, ASSISTANT_WORDS.difficulties])
    assert.match(withContact(sentence, contact), /[^.]\. You can reach us at /)
})
