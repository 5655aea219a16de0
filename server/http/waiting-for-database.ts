import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { pageLanguageOf } from './page-language.ts'
import { refusalPage } from './plain-page.ts'
import { refuse } from './refuse.ts'

// A small server that answers while a start waits for its database.

type Options = { host: string; port: number; organisation: { name: string } }

const RETRY_AFTER_SECONDS = 5

const answer =
  (organisation: string): RequestListener =>
  ({ url = '/', headers }, response) => {
    const send = (status: number, type: string, body: string) =>
      response
        .writeHead(status, {
          'content-type': `${type}; charset=utf-8`,
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
          connection: 'close',
          ...(status === 200 ? {} : { 'retry-after': String(RETRY_AFTER_SECONDS) }),
        })
        .end(body)
    const [path = '/'] = url.split('?')
    if (path === '/healthz') return send(200, 'application/json', '{"status":"ok"}')
    if (path === '/readyz') return send(503, 'application/json', '{"status":"starting"}')
    const refusal = refuse('busy', { retryAfter: RETRY_AFTER_SECONDS })
    const isForm = false
    return headers.accept?.includes('text/html')
      ? send(503, 'text/html', refusalPage(refusal, organisation, isForm, pageLanguageOf(url)))
      : send(503, 'application/json', JSON.stringify(refusal.body()))
  }

/**
 * Answers health checks while the portal waits for its database (R5): it is alive, but not ready. During a
 * usual start the port stays closed, so a load balancer without health checks sends callers elsewhere (R10).
 * `begin` starts to answer, and `end` frees the port for the portal itself.
 */
export function answerWhileWaiting({ host, port, organisation }: Options) {
  const server = createServer(answer(organisation.name))
  return {
    async begin() {
      // If the system chooses the port, no load balancer knows it yet, so no health checks come.
      if (port === 0) return
      server.listen({ host, port })
      await once(server, 'listening')
    },
    async end() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
