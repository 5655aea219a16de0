import type { FastifyInstance } from 'fastify'
import { VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Deps } from '../deps.ts'
import { guardUnsafe } from '../http/csrf.ts'
import type { CallHere } from '../endpoints/serve.ts'
import { visitorOf } from '../http/visitor.ts'
import { PLAIN_PAGE_POLICY, plainDocumentHtml } from '../line/page.ts'

/**
 * Serves the button of /verify-email for a browser without JavaScript. It makes the same call as the page and
 * answers with a page. Refusals are pages too (on-error.ts).
 */
export function mountVerifyForm({ config, secrets }: Deps, app: FastifyInstance, call: CallHere) {
  const { loadClass, rateLimit } = endpoints['POST /api/verify-email/{token}/']
  app.post<{ Params: { token: string } }>(
    '/verify-email/:token',
    { config: { class: loadClass, limit: rateLimit } },
    async (request, reply) => {
      guardUnsafe(config, secrets, visitorOf(config, request, reply), request.host)
      await call('POST /api/verify-email/{token}/', { params: request.params })
      reply
        .headers({ 'content-security-policy': PLAIN_PAGE_POLICY, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
      const content = `<div class="paper"><p class="wait">${VERIFICATION_WORDS.done}</p></div><p class="go"><a class="btn" href="/login">Log in</a></p>`
      return reply.send(plainDocumentHtml(VERIFICATION_WORDS.title, config.organisation.acronym, content))
    },
  )
}
