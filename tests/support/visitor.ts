/** The response to a call: the body as text, and also parsed if it is JSON. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects of an answer
export type Answer = { status: number; headers: Headers; text: string; json: any }

/** `raw`: a body to send unchanged instead of JSON. `ip`: the caller's address, as a proxy reports it. */
type Ask = { body?: unknown; headers?: Record<string, string>; raw?: string; ip?: string }

/**
 * One person on one device. It stores cookies and sends its session token. With `browser`, it sends a
 * browser's headers.
 */
export function visitorAt(origin: string, options: { browser?: boolean } = {}) {
  const cookies = new Map<string, string>()
  const person = {
    token: undefined as string | undefined,
    /** The header `accept-language` that pages send in this language. */
    language: undefined as string | undefined,
    cookies,
    async request(method: string, path: string, { body, headers = {}, raw, ip }: Ask = {}): Promise<Answer> {
      const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await fetch(origin + path, {
        method,
        redirect: 'manual',
        ...(sent === undefined ? {} : { body: sent }),
        headers: {
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookies.size > 0
            ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
            : {}),
          ...(person.language ? { 'accept-language': person.language } : {}),
          ...(person.token ? { authorization: `Token ${person.token}` } : {}),
          ...(options.browser ? { 'sec-fetch-site': 'same-origin', origin } : {}),
          ...(ip ? { 'x-forwarded-for': ip } : {}),
          ...headers,
        },
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/expires=thu, 01 jan 1970|max-age=0/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      const text = await response.text()
      const json =
        /^application\/(?:[\w.-]+\+)?json/.test(response.headers.get('content-type') ?? '') && text
          ? JSON.parse(text)
          : undefined
      return { status: response.status, headers: response.headers, text, json }
    },
    get: (path: string, ask?: Ask) => person.request('GET', path, ask),
    post: (path: string, body: unknown = {}, ask?: Ask) => person.request('POST', path, { ...ask, body }),
  }
  return person
}
export type Visitor = ReturnType<typeof visitorAt>
