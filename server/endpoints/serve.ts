import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Allowance, Endpoint } from '#contract/endpoint.ts'
import {
  type EndpointKey,
  type Endpoints,
  endpoints,
  type Received,
  type Reply,
} from '#contract/endpoints.ts'
import { BODY_BYTES } from './body-bytes.ts'
import { seats } from '../database/seats.ts'
import type { Deps } from '../deps.ts'
import type { ReceivedFile } from '../files/receive-file.ts'
import { allowances, type CountedCall } from '../http/allowance.ts'
import { copyForm } from './arrival.ts'
import { callerOf, type CallerTools } from './caller.ts'
import { errorLine } from './error-line.ts'
import { guardFromElsewhere, guardUnsafe } from '../http/csrf.ts'
import { input } from './input.ts'
import { type OnAccess, accessOf } from './access.ts'
import { notHere } from './not-here.ts'
import { officerSessions } from './officers.ts'
import { asRefusal } from '../http/on-error.ts'
import { type Applicant, type OnStolen, slide } from '../sessions/session.ts'
import { refuse } from '../http/refuse.ts'
import { replies } from '../http/replies.ts'
import { sendFile, type SentFile } from '../http/send-file.ts'
import { goneSignal, type Lines, sendLines } from '../http/send-lines.ts'
import type { Staff } from '../sessions/staff-session.ts'
import type { Shares } from '../http/upload-shares.ts'
import { formReceiver } from '../http/uploads.ts'
import { anonymousVisitor, someKnownDevice, type Visitor, visitorOf } from '../http/visitor.ts'
import { Written } from './written.ts'

/** What a handler receives of the call: the parsed input, who calls, and from where. */
export type Call<K extends EndpointKey> = {
  params: Received<K, 'params'>
  query: Received<K, 'query'>
  body: Received<K, 'body'>
  /** The files of the call by part name, inspected and stored under their hash. */
  files: Endpoints[K] extends { files: readonly (infer Name extends string)[] }
    ? Partial<Record<Name, ReceivedFile>>
    : undefined
  applicant: Endpoints[K]['for'] extends 'applicant'
    ? Applicant
    : Endpoints[K] extends { ownWithToken: true }
      ? Applicant | undefined
      : undefined
  staff: Endpoints[K]['for'] extends 'staff' ? Staff : undefined
  visitor: Visitor
  /** The raw call: its body before any rule was checked, and when its head reached us. */
  came: { at: Date; body: unknown; headers: IncomingHttpHeaders }
  /** Fires when the caller disconnects: a reply in lines may take a while. */
  gone: Endpoints[K] extends { sends: 'lines' } ? AbortSignal : undefined
}
type Answered<K extends EndpointKey> = Endpoints[K] extends { sends: 'file' }
  ? SentFile
  : Endpoints[K] extends { sends: 'lines' }
    ? Lines<Reply<K>>
    : Reply<K> | Written<Reply<K>>
export type Handler<K extends EndpointKey> = (deps: Deps, call: Call<K>) => Promise<Answered<K>>

// A list of routes of different types; `answer` keeps each one true.
// oxlint-disable-next-line typescript/no-explicit-any
export type Route = { key: EndpointKey; act: (deps: Deps, call: any) => Promise<unknown> }

/** Binds an endpoint of the contract to its handler. */
export const answer = <K extends EndpointKey>(key: K, act: Handler<K>): Route => ({ key, act })

/** Calls an endpoint in this process as an anonymous visitor: how pages get their data on the server. */
export type CallHere = (
  key: EndpointKey,
  input?: { params?: unknown; query?: unknown; body?: unknown },
) => Promise<unknown>

const isPlain = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Kinds of calls whose body is a form of a few fields: they get the smaller body limit. */
const SHORT = new Set<Allowance>(['account', 'receipt', 'mail'])

const etagOf = (bytes: Buffer) => `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`

const sentHashes = (files: Record<string, ReceivedFile> = {}) =>
  Object.fromEntries(Object.entries(files).map(([name, { sentHash }]) => [name, sentHash]))

/** Steps of a call that belong to features this module does not import. */
export type Duties = {
  onStolen: OnStolen
  onLook: OnAccess
  /** Answers a submit that the portal sent to itself; undefined for any other caller. */
  onProbe?: (deps: Deps, visitor: Visitor, body: unknown) => Promise<object | undefined>
  uploads?: Shares | undefined
}
/** Shared by all calls. */
type Tools = Duties &
  CallerTools & {
    spend: ReturnType<typeof allowances>
    kept: ReturnType<typeof replies>
    receive: ReturnType<typeof formReceiver>
  }

const isSearch = ({ searches }: Endpoint, { query }: FastifyRequest) =>
  searches !== undefined && Boolean((query as Record<string, unknown>)[searches])

async function respond(deps: Deps, route: Route, request: FastifyRequest, reply: FastifyReply, tools: Tools) {
  const endpoint: Endpoint = endpoints[route.key]
  // J7: two slashes with nothing between them are another address.
  if (Object.values(request.params as Record<string, string>).includes('')) throw notHere(request, reply)
  const visitor = visitorOf(deps.config, request, reply)
  if (endpoint.class === 'submit') {
    const probed = await tools.onProbe?.(deps, visitor, request.body)
    if (probed) return reply.header('cache-control', 'no-store').send(probed)
  }
  const counted = tools.spend.begin(visitor, isSearch(endpoint, request) ? 'search' : endpoint.limit, () =>
    someKnownDevice(deps.secrets, visitor),
  )
  try {
    const sent = await respondTo(deps, route, request, reply, visitor, counted, tools)
    counted.succeeded()
    return sent
  } catch (error) {
    request.hasUnknownToken = asRefusal(error).kind === 'signed_out'
    throw counted.failed(error)
  }
}

/** A public reply as bytes, written once for all its readers. */
const cachedReply = (endpoint: Endpoint, answered: unknown) => {
  const bytes =
    answered instanceof Written
      ? answered.bytes()
      : Buffer.from(JSON.stringify(endpoint.reply.parse(answered)))
  return { bytes, etag: etagOf(bytes) }
}

async function sendCached(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<{ bytes: Buffer; etag: string }>,
) {
  reply.header('cache-control', `public, max-age=${endpoint.publicFor}`)
  const { bytes, etag } = await find()
  reply.header('etag', etag)
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(bytes)
}

async function respondTo(
  deps: Deps,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  visitor: Visitor,
  counted: CountedCall,
  tools: Tools,
) {
  const { key, act } = route
  const endpoint: Endpoint = endpoints[key]
  if (UNSAFE.has(endpoint.method)) guardUnsafe(deps.config, deps.secrets, visitor, request.host)
  else if (endpoint.for === 'staff') guardFromElsewhere(visitor)
  const { applicant, staff } = await callerOf(deps, request, endpoint, visitor, counted, tools)
  if (endpoint.class === 'submit') copyForm(request)
  const { body, files } =
    endpoint.files && applicant
      ? await tools.receive(request, applicant.userId)
      : { body: request.body, files: undefined }
  if (endpoint.class === 'submit') {
    request.submitted = { body, files: sentHashes(files) }
    request.onFormReceived?.()
  }
  if (endpoint.body && !isPlain(body)) throw refuse('unparseable')
  const came = { at: request.arrivedAt ?? deps.now(), body, headers: request.headers }
  const handlerInput = {
    ...input(endpoint, { params: request.params, query: request.query, body }, deps.now()),
    files,
    came,
  }
  // A correct password costs a hash too, and a correct login does not count as a failure.
  if (endpoint.limit === 'account' && endpoint.for === 'anyone')
    counted.namesAccount((handlerInput.body as { email?: unknown } | undefined)?.email)
  reply.type('application/json; charset=utf-8')

  if (endpoint.ownWithToken) reply.header('vary', 'authorization')
  if (endpoint.publicFor !== undefined && !applicant) {
    return sendCached(endpoint, request, reply, () =>
      tools.kept(`${key} ${JSON.stringify([handlerInput.params, handlerInput.query])}`, async () =>
        cachedReply(endpoint, await act(deps, { ...handlerInput, applicant, staff, visitor })),
      ),
    )
  }

  reply.header('cache-control', 'no-store')
  if (applicant && UNSAFE.has(endpoint.method)) {
    // The browser's timers follow the server's hour (A12).
    reply.header('x-session-expires', (await slide(deps, applicant)).toISOString())
  }
  const answer = await act(deps, {
    ...handlerInput,
    applicant,
    staff,
    visitor,
    gone: endpoint.sends === 'lines' ? goneSignal(reply) : undefined,
  })
  // Nothing is shown unless its access record is written. A handler that threw, for instance `not_found`,
  // leaves no record.
  if (staff && endpoint.audit && 'act' in endpoint.audit)
    await tools.onLook(deps.db, staff, accessOf(endpoint.audit, handlerInput), deps.now())
  if (endpoint.sends === 'file') return sendFile(deps, reply, answer as SentFile)
  if (endpoint.sends === 'lines')
    return sendLines(
      reply,
      answer as Lines<unknown>,
      (line) => endpoint.reply.parse(line),
      errorLine(deps, request),
    )
  const answered = endpoint.reply.parse(answer instanceof Written ? answer.reply : answer)
  return reply.send(JSON.stringify(answered))
}

/**
 * Serves every route, with and without the trailing slash (J7). Returns the function with which pages call
 * the same handlers without HTTP.
 */
export function serve(
  deps: Deps,
  app: FastifyInstance,
  routes: Route[],
  cachedReplies: ReturnType<typeof replies>,
  duties: Duties,
): CallHere {
  const tools = {
    spend: allowances(deps.config.allowanceFactors),
    kept: cachedReplies,
    receive: formReceiver(deps, duties.uploads),
    officer: officerSessions(),
    senders: seats(4, { keep: 0, waitMs: 2_500 }),
    ...duties,
  }
  const byKey = new Map(routes.map((route) => [route.key, route]))
  for (const route of routes) {
    const endpoint: Endpoint = endpoints[route.key]
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    // Calls that must not wait behind reads use the urgent connections.
    const its =
      endpoint.class === 'submit' || endpoint.class === 'save' || endpoint.neverShed
        ? { ...deps, db: deps.db.urgent }
        : deps
    for (const url of [path, path.slice(0, -1)]) {
      app.route({
        method: endpoint.method,
        url,
        config: {
          limit: endpoint.limit,
          class: endpoint.class,
          neverShed: endpoint.neverShed === true,
          ...(endpoint.files ? { files: endpoint.files } : {}),
        },
        bodyLimit: SHORT.has(endpoint.limit) ? BODY_BYTES.account : BODY_BYTES.any,
        handler: (request, reply) => {
          const work = respond(its, route, request, reply, tools)
          return request.orRefuseWhenOverdue?.(work) ?? work
        },
      })
    }
  }
  return async (key, raw = {}) => {
    const route = byKey.get(key)
    if (!route) throw refuse('not_found')
    const endpoint: Endpoint = endpoints[key]
    if (endpoint.for !== 'anyone') throw refuse('signed_out')
    const handlerInput = input(
      endpoint,
      { params: raw.params ?? {}, query: raw.query ?? {}, body: raw.body ?? {} },
      deps.now(),
    )
    const answered = await route.act(deps, {
      ...handlerInput,
      files: undefined,
      applicant: undefined,
      staff: undefined,
      visitor: anonymousVisitor,
    })
    return endpoint.reply.parse(answered instanceof Written ? answered.reply : answered)
  }
}
