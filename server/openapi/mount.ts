import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { openApi } from './document.ts'

/** Serves the OpenAPI description of all calls. It is made when someone first requests it. */
export function mountOpenApi(app: FastifyInstance, config: Config) {
  let document: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApi(config))
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(document)
  })
}
