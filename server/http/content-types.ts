import type { FastifyInstance } from 'fastify'
import { languageOf } from '#contract/language/paths.ts'
import { refuse } from './refuse.ts'

/**
 * True for `application/json; a=b`, and false for `application/json; charset=utf-8`: a content type that only
 * starts like that of JSON. The framework reads no further, and a proxy in front of us may read the rest in
 * another way (T20).
 */
export const isOddJson = (type: string | undefined) =>
  type !== undefined &&
  /^application\/json/i.test(type) &&
  !/^application\/json(?: ?; ?charset=(?:utf-8|"utf-8"))?$/.test(type.replace('UTF-8', 'utf-8'))

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is the form of a page without script, whose fields are read. */
    takesForm?: true
  }
}

const EMPTY_FORM_BYTES = 1_024

/**
 * Accepts HTML forms at a few addresses. At two of them no field is read. One gets the one-click request of a
 * mail program, which is a form (RFC 8058). The other gets the form of a button on a page without script.
 */
export function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    // A route that reads fields has a limit of its own.
    { parseAs: 'string', bodyLimit: EMPTY_FORM_BYTES },
    (request, body, done) => {
      // The path below is without the language: `/sw/verify-email/` is `/verify-email/`.
      const { url = '', config } = request.routeOptions
      if (config.takesForm) return done(null, Object.fromEntries(new URLSearchParams(String(body))))
      return /^\/(?:api\/newsletter\/stop|verify-email)\//.test(languageOf(url).path)
        ? done(null, {})
        : done(refuse('wrong_type'))
    },
  )
}
