import type { FastifyInstance } from 'fastify'
import { CHECK } from '#contract/accounts/check.ts'
import { PLAIN_PAGE_WORDS } from '#contract/accounts/plain-page-words.ts'
import { PLAIN_RESEND_PATH } from '#contract/accounts/plain-registration.ts'
import { REGISTRATION_FIELDS } from '#contract/accounts/registration-fields.ts'
import { VERIFICATION_WORDS as WORDS } from '#contract/accounts/words.ts'
import { ALLOWANCE_SECONDS, ALLOWANCES } from '#contract/allowances.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Deps } from '../deps.ts'
import { BODY_BYTES } from '../endpoints/body-bytes.ts'
import type { CallHere } from '../endpoints/serve.ts'
import { guardUnsafe } from '../http/csrf.ts'
import { errorsHtml, inputHtml } from '../http/form-html.ts'
import { html, type Markup } from '../http/html.ts'
import { ENGLISH, type PageLanguage } from '../http/page-language.ts'
import { Refusal } from '../http/refuse.ts'
import { visitorOf } from '../http/visitor.ts'
import { limitForms } from './limit-forms.ts'
import { textOf } from './plain-form.ts'
import { sendFormPage } from './send-form-page.ts'

/** The form that asks for an email address. After a refusal, it shows the refusal and what was typed. */
export function resendHtml({ translate, pagePath }: PageLanguage, email = '', refusal?: Refusal): Markup {
  const error = refusal?.fieldErrors.email
  const problem = refusal && { field: error ? 'email' : undefined, sentence: error ?? refusal.message }
  return html`${errorsHtml(translate, CHECK, problem ? [problem] : [])}
<h2>${translate(WORDS.resendTitle)}</h2><p class="quiet">${translate(WORDS.resendLead)}</p>
<form method="post" action="${pagePath(PLAIN_RESEND_PATH)}" novalidate>
${inputHtml(translate, {
  id: 'email',
  label: REGISTRATION_FIELDS.email.label,
  error,
  value: email,
  type: 'email',
  autocomplete: 'email',
  maxLength: 254,
})}<p><button class="btn" type="submit">${translate(WORDS.resend)}</button></p></form>`
}

/** A button that sends the verification email to this address again. */
export const resendButtonHtml = (
  { translate, pagePath }: PageLanguage,
  email: string,
): Markup => html`<form method="post" action="${pagePath(PLAIN_RESEND_PATH)}">
<input type="hidden" name="email" value="${email}"><button class="btn two" type="submit">${translate(WORDS.resendSame)}</button></form>`

const resentHtml = ({
  translate,
}: PageLanguage): Markup => html`<div class="paper" role="status"><p class="wait">${translate(WORDS.resent)}</p></div>
<p>${translate(PLAIN_PAGE_WORDS.lookInSpam)}</p>`

/** Sends the verification email again for a browser without JavaScript, with the usual API call. */
export function mountResendForm(deps: Deps, app: FastifyInstance, call: CallHere, language = ENGLISH) {
  const path = language.pagePath(PLAIN_RESEND_PATH)
  const { loadClass, rateLimit } = endpoints['POST /api/resend-verification/']
  const { title } = WORDS
  app.get(path, { config: { class: loadClass } }, (_request, reply) =>
    sendFormPage(deps, reply, { language, title, content: resendHtml(language) }),
  )
  app.post(
    path,
    { config: { class: loadClass, limit: rateLimit, takesForm: true }, bodyLimit: BODY_BYTES.account },
    async (request, reply) => {
      const visitor = visitorOf(deps.config, request, reply)
      // Refuses a form that another website made the browser send.
      guardUnsafe(deps.config, deps.secrets, visitor, request.host)
      const email = textOf(request.body, 'email')
      try {
        // `call` checks no allowance, so the form is counted here, by the same number for one network.
        const { perNetwork } = ALLOWANCES[rateLimit]
        await limitForms(deps, visitor, 'resend', { perNetwork, seconds: ALLOWANCE_SECONDS })
        await call('POST /api/resend-verification/', { body: { email } })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
        return sendFormPage(deps, reply, {
          language,
          status: error.status,
          title,
          content: resendHtml(language, email, error),
        })
      }
      return sendFormPage(deps, reply, { language, title, content: resentHtml(language) })
    },
  )
}
