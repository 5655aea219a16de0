import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { CLASSES, endpoint, type Endpoint } from '#contract/endpoint.ts'
import * as z from 'zod/mini'
import { record } from '../../server/transparency/record.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { postSample } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { officer } from '../support/staff.ts'

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Json }> }>
  security: Json[]
  'x-class': string
}
type Document = {
  openapi: string
  info: Json
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Json; securitySchemes: Json }
}

// The portal's own description of its API, /api/openapi.json, must match the contract and the real answers.
let portal: Portal
let document: Document
before(async () => {
  portal = await openPortal()
  await postSample(portal)
  await record(portal.db, { kind: 'submission', digest: Buffer.alloc(32), now: portal.clock.now() })
  await checkpointWriter(portal.deps)()
  document = (await portal.visitor().get('/api/openapi.json')).json
})
after(() => portal.close())
const all = Object.entries(endpoints) as [EndpointKey, Endpoint][]
/** What the API description says about an endpoint. */
const operationOf = ({ path, method }: Endpoint) => document.paths[path]?.[method.toLowerCase()]

test('last hour: each call says its class in one word, in the contract and in the document (last-hour#admission-classes)', () => {
  for (const [key, entry] of all) {
    assert.ok(CLASSES.includes(entry.loadClass), key)
    assert.equal(operationOf(entry)?.['x-class'], entry.loadClass, key)
  }
  assert.equal(all.filter(([, entry]) => entry.loadClass === 'submit').length, 2)
})

test('last hour: an endpoint without a class does not compile', () => {
  // @ts-expect-error -- `class` is missing
  endpoint({
    method: 'GET',
    path: '/api/nothing/',
    summary: '',
    allowedFor: 'anyone',
    rateLimit: 'read',
    reply: z.object({}),
  })
  endpoint({
    method: 'GET',
    path: '/api/nothing/',
    summary: '',
    allowedFor: 'anyone',
    rateLimit: 'read',
    loadClass: 'public',
    reply: z.object({}),
  })
})

/** The type of a value, with the names that JSON Schema uses. */
const kindOf = (value: unknown) => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/**
 * Checks a value against a schema. Returns what does not fit, as `$.jobs[0].title: missing`. It knows the
 * part of JSON Schema that the API description uses.
 */
function misfits(schema: Json, value: unknown, path = '$'): string[] {
  const wrong = (what: string) => [`${path}: ${what}`]
  if (Array.isArray(schema.anyOf))
    return (schema.anyOf as Json[]).some((alternative) => misfits(alternative, value, path).length === 0)
      ? []
      : wrong('fits none')
  if ('const' in schema) return value === schema.const ? [] : wrong(`is not ${JSON.stringify(schema.const)}`)
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return wrong('is not of the list')
  const kind = kindOf(value)
  if (
    schema.type !== undefined &&
    ![schema.type].flat().some((type) => type === kind || (type === 'number' && kind === 'integer'))
  )
    return wrong(`is ${kind}, not ${JSON.stringify(schema.type)}`)
  if (kind === 'array')
    return (value as unknown[]).flatMap((entry, n) =>
      misfits((schema.items ?? {}) as Json, entry, `${path}[${n}]`),
    )
  if (kind !== 'object') return []
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const missing = ((schema.required ?? []) as string[])
    .filter((name) => !(name in (value as Json)))
    .map((name) => `${path}.${name}: missing`)
  return [
    ...missing,
    ...Object.entries(value as Json).flatMap(([name, entry]) =>
      properties[name]
        ? misfits(properties[name], entry, `${path}.${name}`)
        : schema.additionalProperties === false
          ? [`${path}.${name}: not named`]
          : [],
    ),
  ]
}

describe('OpenAPI 3.1', () => {
  test('is a document of that version, with title, version and server', () => {
    assert.equal(document.openapi, '3.1.0')
    assert.ok(document.info.title && document.info.version)
    assert.equal(document.servers[0]?.url, portal.deps.config.publicUrl)
  })
  test('names every call of the contract, and nothing else', () => {
    const named = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    assert.deepEqual(named.sort(), all.map(([key]) => key).sort())
  })
  test('every operation has its own id, a summary, a topic, and each parameter of its path', () => {
    const ids = new Set<string>()
    for (const [key, entry] of all) {
      const operation = operationOf(entry)
      assert.ok(operation?.summary && operation.tags.length === 1 && operation.tags[0] !== '', key)
      ids.add(operation.operationId)
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      assert.deepEqual(
        inPath.map(({ name }) => name).sort(),
        [...entry.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort(),
        key,
      )
      assert.ok(
        inPath.every(({ required }) => required),
        key,
      )
      assert.equal(
        new Set(operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size,
        operation.parameters.length,
      )
      assert.equal(operation.requestBody !== undefined, entry.body !== undefined, key)
    }
    assert.equal(ids.size, all.length)
  })
  test('each call says what it needs: nothing, a token, or an officer’s session, and for a write the browser’s CSRF token (T9)', () => {
    for (const [key, entry] of all) {
      const { security, responses } = operationOf(entry) as Operation
      const ofStaff = entry.method === 'GET' ? [{ staff: [] }] : [{ staff: [], csrf: [] }]
      assert.deepEqual(
        security,
        { anyone: [], applicant: [{ token: [] }], staff: ofStaff }[entry.allowedFor],
        key,
      )
      assert.deepEqual(
        ['401' in responses, '403' in responses],
        [entry.allowedFor !== 'anyone', entry.allowedFor === 'staff'],
        key,
      )
      for (const name of security.flatMap(Object.keys))
        assert.ok(name in document.components.securitySchemes, name)
    }
  })
  test('the cookie of an officer’s session has the name that the document says', async () => {
    const { name } = document.components.securitySchemes.staff as { name: string }
    const { visitor } = await officer(portal, 'auditor')
    assert.ok(visitor.cookies.has(name), name)
  })
  test('every reference leads somewhere', () => {
    for (const [, reference = ''] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      // Follows a reference such as `#/components/schemas/Refusal` through the API description.
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((place, name) => (place as Json | undefined)?.[name], document)
      assert.ok(found, reference)
    }
  })
  test('the filters of the job list are in it', () => {
    const names = operationOf(endpoints['GET /api/jobs/list/'])?.parameters.map(({ name }) => name)
    assert.deepEqual(names?.sort(), [
      'category',
      'include_expired',
      'job_type',
      'language',
      'location',
      'page',
      'page_size',
      'search',
      'sort',
    ])
  })
  // Queries for the calls that need one.
  const QUERIES: Partial<Record<string, string>> = { 'GET /api/transparency/consistency/': '?from=1' }
  for (const [key, entry] of all.filter(
    ([, entry]) => entry.method === 'GET' && entry.allowedFor === 'anyone',
  )) {
    test(`${key} answers as it says`, async () => {
      const answer = await portal.visitor().get(`${entry.path.replace(/\{\w+\}/g, '1')}${QUERIES[key] ?? ''}`)
      assert.equal(answer.status, 200)
      const schema = operationOf(entry)?.responses['200']?.content['application/json']?.schema
      assert.ok(schema)
      assert.deepEqual(misfits(schema, answer.json).slice(0, 5), [])
    })
  }
  test('N2 an answer in lines is described by the shape of one line, and each line fits it', async () => {
    const schema = operationOf(endpoints['POST /api/assistant/'])?.responses['200']?.content[
      'application/x-ndjson'
    ]?.schema
    assert.ok(schema)
    const answer = await portal.visitor().post('/api/assistant/', { message: 'How do I apply for a job?' })
    const lines = answer.text.split('\n').filter(Boolean)
    assert.ok(lines.length > 1)
    for (const line of lines) assert.deepEqual(misfits(schema, JSON.parse(line)), [])
  })
  /** What the file at a path may be: whether CSV, whether PDF, and the number of its possible types. */
  const expectedTypes = (path: string) => {
    if (path.includes('/exports/')) return [true, false, 2]
    if (path.includes('/audit-log/')) return [true, false, 1]
    if (/\/(?:selection\/packs|own-data)\//.test(path)) return [false, false, 1]
    return [false, true, 5]
  }
  test('each download has the types that the document says: those of documents, or CSV and XLSX for exports', async () => {
    for (const [key, entry] of all.filter(([, entry]) => entry.sends === 'file')) {
      const types = Object.keys(operationOf(entry)?.responses['200']?.content ?? {})
      assert.deepEqual(
        [types.includes('text/csv'), types.includes('application/pdf'), types.length],
        expectedTypes(entry.path),
        key,
      )
    }
    const types = Object.keys(
      operationOf(endpoints['GET /api/staff/jobs/{id}/exports/file/'])?.responses['200']?.content ?? {},
    )
    const { visitor } = await officer(portal, 'recruiter')
    for (const format of ['csv', 'xlsx']) {
      const sent = await visitor.get(`/api/staff/jobs/1/exports/file/?format=${format}`)
      assert.deepEqual(
        [sent.status, types.includes(sent.headers.get('content-type')?.split(';')[0] ?? '')],
        [200, true],
        format,
      )
    }
  })
  test('a refusal has the shape that the document says', async () => {
    const schema = document.components.schemas.Refusal as Json
    for (const answer of [
      await portal.visitor().get('/api/jobs/999999/'),
      await portal.visitor().post('/api/login/', {}),
      await portal.visitor().get('/api/user/profile/'),
    ]) {
      assert.deepEqual(misfits(schema, answer.json), [])
    }
  })
})
