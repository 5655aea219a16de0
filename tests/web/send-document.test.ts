import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendDocument } from '../../web/sending/send-document.ts'

test('a document that is removed before its upload has started is not sent', async (t) => {
  // The time limits of calls would keep this process alive.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const canceller = new AbortController()
  // The person removes the document while the browser fetches the CSRF token.
  t.mock.method(globalThis, 'fetch', async () => {
    canceller.abort()
    return Response.json({ csrfToken: 'token' })
  })
  class NoRequest {
    constructor() {
      assert.fail('the document is sent')
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: NoRequest })
  t.after(() => void Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))
  await assert.rejects(
    sendDocument({
      applicationId: 7,
      kind: 'cv',
      file: new File(['%PDF-1.4'], 'cv.pdf'),
      headers: {},
      onProgress: () => {},
      signal: canceller.signal,
    }),
    { status: 0 },
  )
})
