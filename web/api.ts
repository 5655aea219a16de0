import { STORED } from '#contract/browser.ts'
import type { EndpointKey } from '#contract/endpoints.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { type Call, type CallFailed, isCallFailed } from './call.ts'
import { IS_KISWAHILI, loadAllSentences } from './language/translate.ts'
import { withQuery } from './with-query.ts'

// The calls of the API from the browser: their addresses, headers and errors. A call is repeated once, when
// its CSRF token has expired.

type UrlValue = string | number | boolean | undefined
type CallInput = {
  params?: Record<string, UrlValue>
  query?: Record<string, UrlValue>
  body?: unknown
  keepalive?: boolean | undefined
}
/** The `status` of a call to which the server sent no answer. */
export const NO_ANSWER = 0
/** `retryAfter`: the seconds to wait before the next call, if the server's answer gives them. */
export const callError = (
  message: string,
  status: number,
  body: Partial<RefusalBody> = {},
  retryAfter?: number,
): CallFailed => Object.assign(new Error(message), { status, body, ...(retryAfter ? { retryAfter } : {}) })

const retryAfterOf = (answer: Response) => Number(answer.headers.get('retry-after')) || undefined

/**
 * Called when an answer of the server says when the session ends, or that it has ended (A12).
 * `session/session.ts` replaces these empty functions.
 */
export const sessionEvents = {
  sessionExpires: (_expiresAt: string) => {},
  loggedOut: (_reason: string) => {},
}

/** Has an event `answer` whenever the server has answered a call, so that a page knows it is not offline. */
export const serverAnswers = new EventTarget()

/**
 * How long a call waits for the head of an answer, then for its body. A dead connection never answers, and
 * browsers would wait for minutes.
 */
export const PATIENCE_MS = { head: 90_000, rest: 180_000 }
const requestTimer = () => {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Aborts the request after `ms` milliseconds from now. Without `ms`, there is no time limit any more. */
  const limitTime = (ms?: number) => {
    clearTimeout(timer)
    if (ms !== undefined) timer = setTimeout(() => controller.abort(), ms)
  }
  limitTime(PATIENCE_MS.head)
  return { signal: controller.signal, limitTime }
}

/** One request for the CSRF token serves all calls of the page. After a failure, it is repeated. */
let csrfRequest: Promise<string> | undefined
const requestCsrfToken = async (): Promise<string> => {
  const answer = await fetch('/api/csrf/', { credentials: 'same-origin', signal: requestTimer().signal })
  if (answer.ok) {
    const reply: { csrfToken: string } = await answer.json()
    return reply.csrfToken
  }
  const body: Partial<RefusalBody> | undefined = await answer.json().catch(() => undefined)
  // An answer without JSON is not from our server.
  if (body === undefined) throw networkError()
  if (IS_KISWAHILI) await loadAllSentences()
  throw callError(body.message ?? '', answer.status, body, retryAfterOf(answer))
}
const csrfToken = () => {
  csrfRequest ??= requestCsrfToken()
  csrfRequest.catch(() => (csrfRequest = undefined))
  return csrfRequest
}

/** The applicant's session token in this browser; null without one. */
export const storedToken = () => {
  try {
    return localStorage.getItem(STORED.token)
  } catch {
    return null
  }
}

/**
 * The address of a call. `GET /api/jobs/{id}/` with its `params` and `query` becomes `/api/jobs/7/?page=2`.
 */
export const address = (key: string, { params = {}, query = {} }: CallInput) => {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
  return withQuery(path, search)
}

/** The headers of every call: the session token, and the token that proves that our own page calls. */
export const callHeaders = async (method: string, key = ''): Promise<Record<string, string>> => {
  // An officer's session is a separate cookie. The stored token is that of an applicant in the same browser.
  // A call without `key` is never an officer's.
  const token = key.includes('/api/staff/') ? null : storedToken()
  return {
    accept: 'application/json',
    // The server stores this language with the account, to write emails in it.
    ...(import.meta.env.VITE_LANGUAGE === 'sw' ? { 'accept-language': 'sw' } : {}),
    ...(token ? { authorization: `Token ${token}` } : {}),
    ...(method === 'GET' ? {} : { 'x-csrftoken': await csrfToken() }),
  }
}

/**
 * The error for a refused call that was sent with `requestHeaders`. A 401 for the token that this browser
 * still has means that the session is over, in every tab (A11). A 401 for an older token means nothing:
 * another tab has logged in since.
 */
export const refusalError = (
  requestHeaders: Record<string, string>,
  status: number,
  body: Partial<RefusalBody>,
  retryAfter?: number,
): CallFailed => {
  if (body.code === 'csrf') csrfRequest = undefined
  if (
    status === 401 &&
    requestHeaders.authorization &&
    requestHeaders.authorization === `Token ${storedToken()}` &&
    body.code === 'signed_out'
  )
    sessionEvents.loggedOut(body.message ?? '')
  return callError(body.message ?? '', status, body, retryAfter)
}
export const networkError = () => callError('Network error', NO_ANSWER)
/** The error of a call whose request failed: the refusal of its CSRF token, or else a network error. */
export const requestError = (error: unknown): CallFailed => (isCallFailed(error) ? error : networkError())

async function callOnce(key: string, input: CallInput): Promise<unknown> {
  const method = key.slice(0, key.indexOf(' '))
  let requestHeaders: Record<string, string>
  let answer: Response
  const { signal, limitTime } = requestTimer()
  try {
    requestHeaders = await callHeaders(method, key)
    answer = await fetch(address(key, input), {
      method,
      signal,
      // With `keepalive`, the browser finishes the request even if the page is closed.
      keepalive: input.keepalive === true,
      credentials: 'same-origin',
      headers: {
        ...requestHeaders,
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
  } catch (error) {
    limitTime()
    throw requestError(error)
  }
  limitTime(PATIENCE_MS.rest)
  const parsedBody: Partial<RefusalBody> | undefined = await answer.json().catch(() => undefined)
  limitTime()
  // An answer without JSON is not from our server. With 413, or with 500 and above, a proxy in front of our
  // server answered. With any other status, the visitor's network answered, by its login page or a filter.
  if (parsedBody === undefined && answer.status < 500 && answer.status !== 413) throw networkError()
  if (answer.status < 500) serverAnswers.dispatchEvent(new Event('answer'))
  const body = parsedBody ?? {}
  if (!answer.ok) {
    if (IS_KISWAHILI) await loadAllSentences()
    throw refusalError(requestHeaders, answer.status, body, retryAfterOf(answer))
  }
  const expires = answer.headers.get('x-session-expires')
  if (expires) sessionEvents.sessionExpires(expires)
  return body
}

/** Calls the server. When the CSRF token has expired, it gets a new one and calls once more. */
export const call: Call = (async (key: EndpointKey, input: CallInput = {}) => {
  try {
    return await callOnce(key, input)
  } catch (error) {
    if ((error as CallFailed).body?.code !== 'csrf') throw error
    return callOnce(key, input)
  }
}) as Call

/**
 * The sentence of a refusal, under the first of these keys that has one. A refusal can have sentences under
 * several keys, and each page reads its own keys in its own order (A5).
 */
export const firstOf = (body: Partial<RefusalBody>, keys: string[]): string | undefined => {
  for (const key of keys) {
    const value = body[key]
    const sentence = Array.isArray(value) ? value[0] : value
    if (sentence) return sentence
  }
  return undefined
}

/** Why a state forbids a call (409), as the server says it: for example, that the job has closed. */
export const conflictReason = (error: unknown): string | undefined =>
  isCallFailed(error) && error.status === 409 ? firstOf(error.body, ['message']) : undefined
