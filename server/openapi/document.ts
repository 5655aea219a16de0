import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { topicOf, topics } from '#contract/topics.ts'
import type { Config } from '../config.ts'
import { STAFF_COOKIE } from '../sessions/staff-session.ts'
import { cookieName } from '../http/visitor.ts'

// Builds /api/openapi.json, which describes every endpoint for programmers.

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[] }
// A part that JSON Schema cannot describe becomes an empty schema, which allows any value. `$schema` is left
// out: the whole document names its own version.
const schemaOf = (shape: z.ZodMiniType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Schema
  return schema
}

const parameters = (shape: z.ZodMiniType | undefined, place: 'path' | 'query') => {
  const { properties = {}, required = [] } = shape ? schemaOf(shape, 'input') : {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

// The formats of a call's body. A call with files also accepts its fields as a form.
const bodies = (body: z.ZodMiniType, files: readonly string[] = []) => {
  const schema = schemaOf(body, 'input')
  const parts = Object.fromEntries(
    files.map((name) => [name, { type: 'string', contentMediaType: 'application/octet-stream' }]),
  )
  return {
    'application/json': { schema },
    ...(files.length > 0
      ? { 'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, ...parts } } } }
      : {}),
  }
}

/** Describes the reply of an endpoint with status 200. */
const answered = (endpoint: Endpoint) => {
  if (endpoint.sends === 'file')
    return {
      description: 'Done',
      content: Object.fromEntries((endpoint.types ?? []).map((type) => [type, {}])),
    }
  const schema = schemaOf(endpoint.reply, 'output')
  if (endpoint.sends === 'lines')
    return {
      description: 'Lines of JSON, sent one by one. Each line has this shape.',
      content: { 'application/x-ndjson': { schema } },
    }
  return { description: 'Done', content: { 'application/json': { schema } } }
}

/** Describes the replies with other statuses, each with the messages of all refusals of this status. */
const refused = (statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: Object.values(REFUSALS)
          .filter((refusal) => refusal.status === status)
          .map((refusal) => refusal.message)
          .join(' / '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  )

// A browser sends an officer's session cookie even for requests of other sites. So calls that change data
// also need a token (T9).
const securityOf = ({ allowedFor: audience, method }: Endpoint): Record<string, []>[] => {
  if (audience === 'applicant') return [{ token: [] }]
  if (audience === 'staff') return [method === 'GET' ? { staff: [] } : { staff: [], csrf: [] }]
  return []
}
const AUDIENCE_STATUSES: Record<Endpoint['allowedFor'], number[]> = {
  anyone: [],
  applicant: [401],
  staff: [401, 403],
}

/** Describes one call. Its id is its key in camel case: `GET /api/jobs/{id}/` becomes `GETApiJobsId`. */
const operation = (key: string, endpoint: Endpoint) => ({
  operationId: key.replace(/[^A-Za-z]+(\w)?/g, (_, character?: string) => (character ?? '').toUpperCase()),
  summary: endpoint.summary,
  tags: [topicOf(endpoint.path) ?? ''],
  'x-class': endpoint.loadClass,
  security: securityOf(endpoint),
  parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
  ...(endpoint.body
    ? { requestBody: { required: true, content: bodies(endpoint.body, endpoint.files) } }
    : {}),
  responses: {
    200: answered(endpoint),
    ...refused([
      ...(endpoint.body ? [400, 413, 415, 422] : []),
      ...AUDIENCE_STATUSES[endpoint.allowedFor],
      ...(endpoint.params ? [404] : []),
      429,
      503,
    ]),
  },
})

/** The portal's endpoints as an OpenAPI 3.1 document, built only from the contract. */
export const openApi = (config: Config) => {
  const { publicUrl, organisation } = config
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [key, endpoint] of Object.entries<Endpoint>(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(key, endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${organisation.acronym} Jobs`,
      version: '1.0.0',
      description: 'Every path is also served without its trailing slash.',
    },
    servers: [{ url: publicUrl }],
    tags: topics.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'Token {token}, as /api/login/ answers it',
        },
        staff: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName(config, STAFF_COOKIE),
          description: 'The cookie that an officer’s second factor sets',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRFToken',
          description: 'The token that /api/csrf/ gave to this browser',
        },
      },
      schemas: {
        Refusal: {
          type: 'object',
          description:
            'message, error and detail have the same sentence. The sentences about a wrong field are under its name.',
          required: ['code', 'message', 'error', 'detail'],
          properties: {
            code: { enum: Object.keys(REFUSALS) },
            message: { type: 'string' },
            error: { type: 'string' },
            detail: { type: 'string' },
            non_field_errors: { type: 'array', items: { type: 'string' } },
          },
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  }
}
