import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import PostalMime from 'postal-mime'
import { shortMoment } from '#contract/dates.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { isLoopback, isLoopbackHost } from '../private-networks.ts'
import { mailFolder } from './transport.ts'

const MAX_SHOWN = 100
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
// A link ends at `&`, because in the escaped text `&` starts an escaped character such as a quotation mark.
const withLinks = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s&]+/g, (url) => `<a href="${url}">${url}</a>`)

const STYLE = `body{margin:0;background:#fcfbf7;color:#17141f;font:17px/1.5 Arial,sans-serif}main{max-width:680px;margin:0 auto;padding:24px 16px}
h1{font:600 30px/1.14 Georgia,serif;margin:0 0 8px}a{color:#4b2a85}ul{list-style:none;padding:0;border-top:1px solid #17141f}li{border-bottom:1px solid #d8d3c6;padding:12px 0}
small{color:#565160}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;border:1px solid #17141f;background:#fff;padding:16px}`

const sendPage = (reply: FastifyReply, title: string, body: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
    )

/**
 * True when a program of this machine calls. A local proxy that forwards a call for someone else is refused,
 * although its host and address belong to this machine. Such a proxy adds a header, or uses HTTP/1.0 as nginx
 * does.
 */
const isLocalCaller = ({ raw }: FastifyRequest) =>
  raw.httpVersion === '1.1' &&
  isLoopback(raw.socket.remoteAddress ?? '') &&
  isLoopbackHost(raw.headers.host ?? '') &&
  !Object.keys(raw.headers).some((name) => /^(?:x-forwarded|x-real|x-client|forwarded|via)(?:-|$)/.test(name))

/**
 * Emails that were stored instead of sent, newest first, for people who try the portal on this machine.
 * Mounted only without SMTP_URL.
 */
export function mountDevMail(deps: Deps, app: FastifyInstance) {
  const folder = mailFolder(deps.config)
  const findNewest = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const dated = await Promise.all(
      names.map(async (name) => ({ name, storedAt: (await stat(join(folder, name))).mtime })),
    )
    return dated
      .sort(
        (left, right) =>
          right.storedAt.getTime() - left.storedAt.getTime() || right.name.localeCompare(left.name),
      )
      .slice(0, MAX_SHOWN)
  }
  const read = async (name: string) => PostalMime.parse(await readFile(join(folder, name)))

  const requireLocalCaller = async (request: FastifyRequest) => {
    if (!isLocalCaller(request)) throw refuse('not_found')
  }

  app.get('/dev/mail', { onRequest: requireLocalCaller }, async (_request, reply) => {
    const emails = await Promise.all(
      (await findNewest()).map(async ({ name, storedAt }) => ({ name, storedAt, email: await read(name) })),
    )
    const items = emails.map(
      ({ name, storedAt, email }) =>
        `<li><a href="/dev/mail/${escapeHtml(name.slice(0, -4))}">${escapeHtml(email.subject ?? '')}</a><br><small>to ${escapeHtml(email.to?.[0]?.address ?? '')}, ${escapeHtml(shortMoment(storedAt))}</small></li>`,
    )
    return sendPage(
      reply,
      'Emails',
      `<h1>Emails</h1><p>No mail server is configured, so emails are kept here. The newest ${MAX_SHOWN} are listed.</p><ul>${items.join('') || '<li>None yet.</li>'}</ul>`,
    )
  })

  app.get<{ Params: { id: string } }>(
    '/dev/mail/:id',
    { onRequest: requireLocalCaller },
    async (request, reply) => {
      const name = (await findNewest()).find((entry) => entry.name === `${request.params.id}.eml`)?.name
      if (!name) throw refuse('not_found')
      const email = await read(name)
      return sendPage(
        reply,
        email.subject ?? '',
        `<p><a href="/dev/mail">All emails</a></p><h1>${escapeHtml(email.subject ?? '')}</h1><p><small>to ${escapeHtml(email.to?.[0]?.address ?? '')}</small></p><pre>${withLinks(email.text ?? '')}</pre>`,
      )
    },
  )
}
