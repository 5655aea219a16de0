import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { encodingsOf, sendEncoded } from '../http/compressed.ts'
import { FORM_STYLE } from '../http/form-html.ts'
import type { Markup } from '../http/html.ts'
import { languageSwitchHtml, type PageLanguage } from '../http/page-language.ts'
import { plainDocumentHtml, plainFormPolicy } from '../line/page.ts'

const POLICY = plainFormPolicy(FORM_STYLE)

/**
 * Sends a page whose form works without JavaScript. `title` is English and is translated here. `content` is
 * translated already.
 */
export function sendFormPage(
  { config }: Pick<Deps, 'config'>,
  reply: FastifyReply,
  {
    language,
    status = 200,
    title,
    content,
  }: { language: PageLanguage; status?: number; title: string; content: Markup },
) {
  const page = plainDocumentHtml(language.translate(title), config.organisation.acronym, content.text, {
    formStyle: FORM_STYLE,
    hasErrors: status >= 400,
    language,
    // The answer to a sent form has no link to the other language: following it would lose what was typed.
    languageSwitch: reply.request.method === 'GET' ? languageSwitchHtml(reply.request.url, config) : '',
  })
  reply
    .status(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
  return sendEncoded(reply, reply.request.headers['accept-encoding'], encodingsOf(Buffer.from(page)))
}
