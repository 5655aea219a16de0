import { STORED } from '#contract/browser.ts'
import type { EndpointKey } from '#contract/endpoints.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import type { Call, CallFailed } from './call.ts'

type Plain = string | number | boolean | undefined
type Anything = {
  params?: Record<string, Plain>
  query?: Record<string, Plain>
  body?: unknown
  keepalive?: boolean | undefined
}
const failed = (
  message: string,
  status: number,
  body: Partial<RefusalBody>,
  retryAfter?: number,
): CallFailed => Object.assign(new Error(message), { status, body, ...(retryAfter ? { retryAfter } : {}) })

/** What every answer to a call with a session says about the session's end (A12). */
export const sessionEvents = { sessionExpires: (_at: string) => {}, signedOut: (_reason: string) => {} }

/**
 * A dead connection never answers, and a browser waits for it too long. `head`: until the head of an answer;
 * `rest`: for its body.
 */
export const PATIENCE_MS = { head: 90_000, rest: 180_000 }
const patience = () => {
  const lost = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (ms?: number) => {
    clearTimeout(timer)
    if (ms !== undefined) timer = setTimeout(() => lost.abort(), ms)
  }
  wait(PATIENCE_MS.head)
  return { signal: lost.signal, wait }
}

let csrf: Promise<string> | undefined
const csrfToken = () => {
  csrf ??= fetch('/api/csrf/', { credentials: 'same-origin', signal: patience().signal })
    .then((answer) => answer.json() as Promise<{ csrfToken: string }>)
    .then(({ csrfToken: token }) => token)
  csrf.catch(() => (csrf = undefined))
  return csrf
}

export const storedToken = () => {
  try {
    return localStorage.getItem(STORED.token)
  } catch {
    return null
  }
}

export const address = (key: string, { params = {}, query = {} }: Anything) => {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
  return search.size > 0 ? `${path}?${search}` : path
}

/** The headers of every call from this browser: who calls, and the proof that one of our own pages calls. */
export const callHeads = async (method: string, key = ''): Promise<Record<string, string>> => {
  // An officer's session is a separate cookie. It has nothing to do with an applicant who uses the same
  // browser.
  const token = key.includes('/api/staff/') ? null : storedToken()
  return {
    accept: 'application/json',
    ...(token ? { authorization: `Token ${token}` } : {}),
    ...(method === 'GET' ? {} : { 'x-csrftoken': await csrfToken() }),
  }
}

/**
 * Turns a refusal into the error that its caller catches. 401 while a token was sent: the session is over, in
 * every tab (A11).
 */
export const refused = (
  sent: Record<string, string>,
  status: number,
  body: Partial<RefusalBody>,
  retryAfter?: number,
): CallFailed => {
  if (body.code === 'csrf') csrf = undefined
  if (
    status === 401 &&
    sent.authorization &&
    sent.authorization === `Token ${storedToken()}` &&
    body.code === 'signed_out'
  )
    sessionEvents.signedOut(body.message ?? '')
  return failed(body.message ?? '', status, body, retryAfter)
}
export const networkError = () => failed('Network error', 0, {})

async function once(key: string, input: Anything): Promise<unknown> {
  const method = key.slice(0, key.indexOf(' '))
  let heads: Record<string, string>
  let answer: Response
  const { signal, wait } = patience()
  try {
    heads = await callHeads(method, key)
    answer = await fetch(address(key, input), {
      method,
      signal,
      // The request survives the page that sends it.
      keepalive: input.keepalive === true,
      credentials: 'same-origin',
      headers: { ...heads, ...(input.body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
  } catch {
    wait()
    throw networkError()
  }
  wait(PATIENCE_MS.rest)
  const receivedBody = (await answer.json().catch(() => undefined)) as Partial<RefusalBody> | undefined
  wait()
  // Not an answer of our server: a network that requires a login first, or a filter, answers instead. A proxy
  // in front of us may say that we are down.
  if (receivedBody === undefined && answer.status < 500 && answer.status !== 413) throw networkError()
  const body = receivedBody ?? {}
  if (!answer.ok)
    throw refused(heads, answer.status, body, Number(answer.headers.get('retry-after')) || undefined)
  const expires = answer.headers.get('x-session-expires')
  if (expires) sessionEvents.sessionExpires(expires)
  return body
}

/** The browser's call: token, CSRF header and JSON. An expired CSRF token is fetched again, once. */
export const call: Call = (async (key: EndpointKey, input: Anything = {}) => {
  try {
    return await once(key, input)
  } catch (error) {
    if ((error as CallFailed).body?.code !== 'csrf') throw error
    return once(key, input)
  }
}) as Call

/**
 * The first sentence under one of these keys of a refusal (A5). Each page names its own keys, in its own
 * order.
 */
export const firstOf = (body: Partial<RefusalBody>, keys: string[]): string | undefined => {
  for (const key of keys) {
    const value = body[key]
    const sentence = Array.isArray(value) ? value[0] : value
    if (sentence) return sentence
  }
  return undefined
}
