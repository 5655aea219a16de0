import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { encodingsOf, sendEncoded } from '../http/compressed.ts'
import { FORM_STYLE } from '../http/form-html.ts'
import type { Markup } from '../http/html.ts'
import { plainDocumentHtml, plainFormPolicy } from '../line/page.ts'

const POLICY = plainFormPolicy(FORM_STYLE)

/** Sends a page with a form that works without script. */
export function sendFormPage(
  { config }: Pick<Deps, 'config'>,
  reply: FastifyReply,
  { status = 200, title, content }: { status?: number; title: string; content: Markup },
) {
  const page = plainDocumentHtml(title, config.organisation.acronym, content.text, {
    formStyle: FORM_STYLE,
    hasErrors: status >= 400,
  })
  reply
    .status(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
  return sendEncoded(reply, reply.request.headers['accept-encoding'], encodingsOf(Buffer.from(page)))
}
