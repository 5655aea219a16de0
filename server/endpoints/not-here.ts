import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { refuse } from '../http/refuse.ts'

/** Matches each endpoint's path. For `/api/jobs/{id}/` the pattern is `^/api/jobs/[^/]+/?$`. */
const patterns = Object.values(endpoints).map((endpoint: Endpoint) => ({
  method: endpoint.method,
  pattern: new RegExp(`^${endpoint.path.slice(0, -1).replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** The refusal of a call for which there is no route: the address is unknown, or only the method is wrong. */
export function notHere(request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?')[0] ?? ''
  const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  // When the method is right, a part of the address is wrong, for instance a parameter that is too long.
  const wantedMethod = request.method === 'HEAD' ? 'GET' : request.method
  if (methods.length === 0 || methods.some((method) => method === wantedMethod)) return refuse('not_found')
  reply.header('allow', methods.join(', '))
  return refuse('method_not_allowed')
}
