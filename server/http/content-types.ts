import type { FastifyInstance } from 'fastify'
import { languageOf } from '#contract/language/paths.ts'
import { refuse } from './refuse.ts'

/**
 * True for `application/json; a=b`, false for `application/json; charset=utf-8`. The framework reads only the
 * start of a content type and would take both as JSON. A proxy in front of us may understand the rest in
 * another way (T20).
 */
export const isOddJson = (type: string | undefined) =>
  type !== undefined &&
  /^application\/json/i.test(type) &&
  !/^application\/json(?: ?; ?charset=(?:utf-8|"utf-8"))?$/.test(type.replace('UTF-8', 'utf-8'))

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that reads form fields, which a page without script sends. */
    takesForm?: true
  }
}

const IGNORED_FORM_BYTES = 1_024

/**
 * Accepts HTML forms at a few addresses. At two addresses the portal reads no field of the form. One receives
 * the one-click unsubscribe of a mail program, which is a form (RFC 8058). The other receives the form of a
 * button on a page without script.
 */
export function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    // A route that reads form fields has its own limit for the size of a body.
    { parseAs: 'string', bodyLimit: IGNORED_FORM_BYTES },
    (request, body, done) => {
      // The path below has no language: both `/sw/verify-email/` and `/verify-email/` become
      // `/verify-email/`.
      const { url = '', config } = request.routeOptions
      if (config.takesForm) return done(null, Object.fromEntries(new URLSearchParams(String(body))))
      return /^\/(?:api\/newsletter\/stop|verify-email)\//.test(languageOf(url).path)
        ? done(null, {})
        : done(refuse('wrong_type'))
    },
  )
}
