import type { FastifyInstance } from 'fastify'
import { refuse } from './refuse.ts'

/**
 * Whether a content type only begins like that of JSON. The framework reads no further, and a proxy in front
 * of us may read the rest in another way (T20).
 */
export const isOddJson = (type: string | undefined) =>
  type !== undefined &&
  /^application\/json/i.test(type) &&
  !/^application\/json(?: ?; ?charset=(?:utf-8|"utf-8"))?$/.test(type.replace('UTF-8', 'utf-8'))

const EMPTY_FORM_BYTES = 1_024

/**
 * Accepts HTML forms at two addresses, without reading them. A mail program's one-click request comes as a
 * form (RFC 8058), and so does the button of a page without script.
 */
export function acceptEmptyForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: EMPTY_FORM_BYTES },
    (request, _body, done) =>
      /^\/(?:api\/newsletter\/stop|verify-email)\//.test(request.routeOptions.url ?? '')
        ? done(null, {})
        : done(refuse('wrong_type')),
  )
}
