import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { refusalOf, sendDocument } from '../../web/sending/send-document.ts'

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

/** Whether a document that got this answer is sent again later. */
const isTemporaryRefusal = async (t: TestContext, status: number, text: string) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(globalThis, 'fetch', async () => Response.json({ csrfToken: 'token' }))
  class Answered extends EventTarget {
    status = status
    responseText = text
    upload = new EventTarget()
    open() {}
    setRequestHeader() {}
    getResponseHeader = () => null
    send() {
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }
    abort() {}
  }
  Object.assign(globalThis, { XMLHttpRequest: Answered })
  t.after(() => void Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))
  const refusal = await sendDocument({
    applicationId: 7,
    kind: 'cv',
    file: new File(['%PDF-1.4'], 'cv.pdf'),
    headers: {},
    onProgress: () => {},
    signal: new AbortController().signal,
  }).catch((error: unknown) => refusalOf(error))
  return refusal === undefined
}
const TOO_SLOW = '{"code":"too_slow","message":"The upload took too long. Please try again."}'
test('a document is sent again after the server found the network too slow', async (t) =>
  assert.ok(await isTemporaryRefusal(t, 408, TOO_SLOW)))
test('a document is sent again after a filter in the network answered, and not the server', async (t) =>
  assert.ok(await isTemporaryRefusal(t, 403, '<html>Blocked</html>')))
test('a document that the server refuses is not sent again', async (t) =>
  assert.ok(!(await isTemporaryRefusal(t, 422, '{"code":"invalid","file":["No"]}'))))
