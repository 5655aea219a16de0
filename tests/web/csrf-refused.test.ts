import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from '../../web/api.ts'
import { sendDocument } from '../../web/sending/send-document.ts'

test('a call whose CSRF token is refused fails with that refusal, and the next call asks for a token again', async (t) => {
  // The time limits of calls would keep this process alive.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const requests: string[] = []
  let isBusy = true
  t.mock.method(globalThis, 'fetch', async (path: string) => {
    requests.push(path)
    if (path !== '/api/csrf/') return Response.json({ message: 'Sent' })
    if (!isBusy) return Response.json({ csrfToken: 'token' })
    const busy = { code: 'busy', message: 'Very many people are here.' }
    return Response.json(busy, { status: 503, headers: { 'retry-after': '7' } })
  })
  const refusal = { status: 503, message: 'Very many people are here.', retryAfter: 7 }
  const resend = () => call('POST /api/resend-verification/', { body: { email: 'achieng@example.com' } })
  await assert.rejects(resend(), refusal)
  const file = new File(['%PDF-1.4'], 'cv.pdf')
  const { signal } = new AbortController()
  await assert.rejects(
    sendDocument({ applicationId: 7, kind: 'cv', file, headers: {}, onProgress: () => {}, signal }),
    refusal,
  )
  assert.deepEqual(requests, ['/api/csrf/', '/api/csrf/'])
  isBusy = false
  await resend()
  assert.deepEqual(requests.slice(2), ['/api/csrf/', '/api/resend-verification/'])
})
