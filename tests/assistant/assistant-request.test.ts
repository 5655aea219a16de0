import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assistantEndpoints } from '#contract/assistant/endpoints.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { requestOf } from '../../web/assistant/request-of.ts'
import type { Entry } from '../../web/assistant/saved-transcript.ts'

const { body } = assistantEndpoints['POST /api/assistant/']
const entryOf = (who: Entry['who'], text: string): Entry => ({ who, text, at: 0 })

test('N2 the server accepts a question with marks of pasted text, and each question after it', () => {
  const pasted = entryOf('you', '\u202aWhere is\u200e my application?\u202c\u2028\u0000 Ng’ang’a 😀')
  const withoutMarks = 'Where is my application? Ng’ang’a 😀'
  const first = requestOf([pasted], false)
  assert.equal(first.message, withoutMarks)
  // The cut to the longest text must not leave half of the last character.
  const long = entryOf('assistant', `${'a'.repeat(ASSISTANT.maxAnswer - 1)}😀`)
  const next = requestOf([pasted, long, entryOf('you', 'And now?')], false)
  assert.deepEqual(
    next.history.map(({ text }) => text),
    [withoutMarks, 'a'.repeat(ASSISTANT.maxAnswer - 1)],
  )
  for (const request of [first, next]) assert.equal(body.safeParse(request).error, undefined)
})
