import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brokenLimits } from '#contract/decisions/constitution.ts'
import {
  fieldError,
  type FieldValues,
  fillFields,
  fillSubject,
  MESSAGE_FIELDS,
  MESSAGE_WORDS,
  paragraphsOf,
} from '#contract/messages/fields.ts'

// A message of officers to applicants has fields such as `{{first_name}}`, which are filled for each
// person.

/** In this test, a field's value is its own name in angle brackets. */
const values = Object.fromEntries(
  Object.keys(MESSAGE_FIELDS).map((field) => [field, `<${field}>`]),
) as FieldValues

describe('fields of a message', () => {
  test('each is filled, with or without spaces, as often as it is written', () => {
    for (const field of Object.keys(MESSAGE_FIELDS))
      assert.equal(fillFields(`{{${field}}} {{ ${field} }}`, values), `<${field}> <${field}>`)
  })
  test('a field inside a value is not filled, and characters such as $& in a value mean nothing', () => {
    assert.equal(
      fillFields('{{first_name}} {{status}}', { ...values, first_name: '{{status}} $& $1 $$' }),
      '{{status}} $& $1 $$ <status>',
    )
  })
  test('an unknown field is an error that names it, also a name that every object has, such as toString', () => {
    for (const name of ['name', 'constructor', '__proto__', 'toString', '', 'first name', 'FIRST_NAME'])
      assert.match(
        fieldError(`x {{${name}}} y`) ?? '',
        /^There is no field \{\{.*\}\}\. There are first_name, last_name, /,
      )
  })
  test('braces that are no field are an error; one brace is text', () => {
    for (const text of ['{{first_name}', 'first_name}}', '{{', '{{ {{first_name}}', '{{{first_name}}}}'])
      assert.equal(fieldError(text), MESSAGE_WORDS.braces, text)
    for (const text of ['{x}', '{first}', 'if (x) { y }', '{{first_name}}', '{{{first_name}}}', ''])
      assert.equal(fieldError(text), undefined, text)
  })
  test('a known field in single braces is refused, however it is written: it would be sent unfilled', () => {
    for (const [written, field] of [
      ['{job_title}', 'job_title'],
      ['{ First Name }', 'first_name'],
      ['{reference-number}', 'reference_number'],
    ] as const)
      assert.equal(fieldError(`About ${written}, {{first_name}}`), MESSAGE_WORDS.oneBrace(written, field))
    for (const field of Object.keys(MESSAGE_FIELDS))
      assert.match(fieldError(`{${field}}`) ?? '', new RegExp(`Write \\{\\{${field}\\}\\}`))
    // On these texts, a regular expression that tries every division would never end.
    fieldError('{ '.repeat(2_000))
    fieldError(`{${' '.repeat(4_000)}}`)
  })
  test('a subject is one line, whatever a value holds', () => {
    assert.equal(
      fillSubject(' Hi {{first_name}} ', { ...values, first_name: 'A\r\nBcc: x\ty\u2028z' }),
      'Hi A Bcc: x y z',
    )
  })
  test('an empty line starts a paragraph, however lines end', () => {
    assert.deepEqual(paragraphsOf('One\r\nstill\r\n\r\nTwo\n \t\n\n\nThree\n'), [
      'One\nstill',
      'Two',
      'Three',
    ])
  })
  test('a long text of braces is read in no time', () => {
    const began = performance.now()
    fieldError('{{ '.repeat(2_000))
    fieldError(`{{${' '.repeat(4_000)}`)
    assert.ok(performance.now() - began < 200)
  })
})

describe('the limits of the Constitution', () => {
  const balance = (women: number, men: number, pwd: number, others = 0) =>
    brokenLimits({ women, men, others, pwd })
  test('exactly two thirds is allowed, one person more is not', () => {
    assert.deepEqual(balance(2, 4, 1), { genderAboveLimit: undefined, hasTooFewPwd: false })
    assert.deepEqual(balance(19, 41, 3), { genderAboveLimit: 'men', hasTooFewPwd: false })
    assert.deepEqual(balance(41, 19, 3), { genderAboveLimit: 'women', hasTooFewPwd: false })
  })
  test('exactly five percent is enough, fewer is not; an empty list breaks no limit', () => {
    assert.equal(balance(50, 50, 5).hasTooFewPwd, false)
    assert.equal(balance(50, 50, 4).hasTooFewPwd, true)
    assert.deepEqual(balance(0, 0, 0), { genderAboveLimit: undefined, hasTooFewPwd: false })
  })
})
