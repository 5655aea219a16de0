import type { FastifyInstance } from 'fastify'
import { PLAIN_PAGE_WORDS } from '#contract/accounts/plain-page-words.ts'
import { VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Deps } from '../deps.ts'
import { guardUnsafe } from '../http/csrf.ts'
import type { CallHere } from '../endpoints/serve.ts'
import { Refusal } from '../http/refuse.ts'
import { visitorOf } from '../http/visitor.ts'
import { ENGLISH } from '../http/page-language.ts'
import { PLAIN_PAGE_POLICY, plainDocumentHtml } from '../line/page.ts'
import { resendHtml } from './resend-without-script.ts'
import { sendFormPage } from './send-form-page.ts'

/**
 * Serves the button of /verify-email for a browser without JavaScript. It makes the same API call as the
 * page, and answers with a page. For an invalid link, that page offers a new email. Other refusals are pages
 * too (on-error.ts).
 */
export function mountVerifyForm(deps: Deps, app: FastifyInstance, call: CallHere, language = ENGLISH) {
  const { translate, pagePath } = language
  const { config, secrets } = deps
  const { title } = VERIFICATION_WORDS
  const { loadClass, rateLimit } = endpoints['POST /api/verify-email/{token}/']
  app.post<{ Params: { token: string } }>(
    pagePath('/verify-email/:token'),
    { config: { class: loadClass, limit: rateLimit } },
    async (request, reply) => {
      // Refuses a form that another website made the browser send.
      guardUnsafe(config, secrets, visitorOf(config, request, reply), request.host)
      try {
        await call('POST /api/verify-email/{token}/', { params: request.params })
      } catch (error) {
        if (!(error instanceof Refusal && error.kind === 'link_invalid')) throw error
        return sendFormPage(deps, reply, {
          language,
          status: error.status,
          title,
          content: resendHtml(language, '', error),
        })
      }
      reply
        .headers({ 'content-security-policy': PLAIN_PAGE_POLICY, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
      const content = `<div class="paper"><p class="wait">${translate(VERIFICATION_WORDS.done)}</p></div><p class="actions"><a class="btn" href="${pagePath('/login')}">${translate(PLAIN_PAGE_WORDS.logIn)}</a></p>`
      return reply.send(
        plainDocumentHtml(translate(title), config.organisation.acronym, content, { language }),
      )
    },
  )
}
