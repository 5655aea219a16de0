import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorFields } from '../../server/error-fields.ts'

const SENTINEL = 'SENTINEL wanjiku@example.com'
const HERE = /^at \S+ \(tests\/engine\/error-fields\.test\.ts:\d+:\d+\)/

function thrownHere(message: string): Error {
  return new TypeError(message)
}

test('T29 an error is logged by its name and where it was thrown, never by its message', () => {
  const fields = errorFields(thrownHere(SENTINEL))
  assert.equal(fields.error, 'TypeError')
  assert.match(fields.stack ?? '', HERE)
  assert.doesNotMatch(JSON.stringify(fields), /SENTINEL|wanjiku/)
})

test('T29 a message that looks like frames of a stack is not logged as frames', () => {
  const frame = `    at wanjiku (${import.meta.url}:1:2)`
  for (const message of [`${SENTINEL}\n${frame}`, `${frame}\n${frame}`, `\n${frame}\n`, frame]) {
    const fields = errorFields(thrownHere(message))
    assert.match(fields.stack ?? '', HERE, message)
    assert.doesNotMatch(JSON.stringify(fields), /SENTINEL|wanjiku/, message)
  }
})

test('T29 if the message of an error was changed afterwards, its first message in the stack is not logged either', () => {
  for (const changed of ['', 'other words']) {
    const error = thrownHere(`${SENTINEL}\n    at wanjiku (${import.meta.url}:1:2)`)
    error.message = changed
    assert.doesNotMatch(JSON.stringify(errorFields(error)), /SENTINEL|wanjiku/)
  }
})

test('T29 no more than ten frames, none of a path outside the project, and no name that data made', () => {
  const deep = (level: number): Error => (level === 0 ? thrownHere(SENTINEL) : deep(level - 1))
  assert.equal(errorFields(deep(30)).stack?.match(/\bat \S+ \(/g)?.length, 10)
  const error = thrownHere('x')
  error.stack = [
    'TypeError: x',
    '    at open (/home/wanjiku/cv.ts:1:1)',
    `    at wanjiku@example.com (${import.meta.url}:1:2)`,
    `    at ${import.meta.url}:3:4`,
  ].join('\n')
  assert.equal(errorFields(error).stack, 'at tests/engine/error-fields.test.ts:3:4')
})

test('T29 a thrown value that is no error is logged by its type alone', () => {
  assert.deepEqual(errorFields(SENTINEL), { error: 'string' })
  assert.deepEqual(errorFields({ name: SENTINEL, code: SENTINEL }), { error: 'object' })
})
