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
import { encodingsOf, sendCompressed } from '../http/compressed.ts'
import { copyForm } from './arrival.ts'
import { callerOf, type CallerTools } from './caller.ts'
import { errorLine } from './error-line.ts'
import { guardFromElsewhere, guardUnsafe } from '../http/csrf.ts'
import { parseInput } from './input.ts'
import { type OnAccess, accessOf } from './access.ts'
import { notHere } from './not-here.ts'
import { officerSessions } from './officers.ts'
import { asRefusal } from '../http/on-error.ts'
import { type Applicant, type OnStolen, postponeExpiry, wasEnded } from '../sessions/session.ts'
import { refuse } from '../http/refuse.ts'
import type { CachedReply, replyCache } from '../http/replies.ts'
import { sendFile, type SentFile } from '../http/send-file.ts'
import { goneSignal, type Lines, sendLines } from '../http/send-lines.ts'
import type { Staff } from '../sessions/staff-session.ts'
import type { Shares } from '../http/upload-shares.ts'
import { formReceiver } from '../http/uploads.ts'
import { anonymousVisitor, someKnownDevice, type Visitor, visitorOf } from '../http/visitor.ts'
import { Written } from './written.ts'

/** What a handler gets from the call: the parsed input, who calls, and from where. */
export type Call<K extends EndpointKey> = {
  params: Received<K, 'params'>
  query: Received<K, 'query'>
  body: Received<K, 'body'>
  /** The uploaded files of the call by part name. They are inspected and stored under their hash. */
  files: Endpoints[K] extends { files: readonly (infer Name extends string)[] }
    ? Partial<Record<Name, ReceivedFile>>
    : undefined
  applicant: Endpoints[K]['allowedFor'] extends 'applicant'
    ? Applicant
    : Endpoints[K] extends { ownWithToken: true }
      ? Applicant | undefined
      : undefined
  staff: Endpoints[K]['allowedFor'] extends 'staff' ? Staff : undefined
  visitor: Visitor
  /** The call before any rule was checked: its body, and when its headers reached us. */
  rawCall: { arrivedAt: Date; body: unknown; headers: IncomingHttpHeaders }
  /** Fires when the caller disconnects. A reply that is sent line by line may take a while. */
  gone: Endpoints[K] extends { sends: 'lines' } ? AbortSignal : undefined
}
type Answered<K extends EndpointKey> = Endpoints[K] extends { sends: 'file' }
  ? SentFile
  : Endpoints[K] extends { sends: 'lines' }
    ? Lines<Reply<K>>
    : Reply<K> | Written<Reply<K>>
export type Handler<K extends EndpointKey> = (deps: Deps, call: Call<K>) => Promise<Answered<K>>

// The list of routes has different types; `answer` checks that each handler fits its endpoint.
// oxlint-disable-next-line typescript/no-explicit-any
export type Route = { key: EndpointKey; handler: (deps: Deps, call: any) => Promise<unknown> }

/** Binds an endpoint of the contract to the handler that answers it. */
export const answer = <K extends EndpointKey>(key: K, handler: Handler<K>): Route => ({ key, handler })

/** Calls an endpoint inside this process as an anonymous visitor. So pages get their data on the server. */
export type CallHere = (
  key: EndpointKey,
  input?: { params?: unknown; query?: unknown; body?: unknown },
) => Promise<unknown>

type CallTypes = { Params: Record<string, string>; Querystring: Record<string, unknown> }
type CallRequest = FastifyRequest<CallTypes>

const isPlainObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isFile = (answered: unknown): answered is SentFile =>
  typeof answered === 'object' && answered !== null && 'stream' in answered
const isLines = (answered: unknown): answered is Lines<unknown> =>
  typeof answered === 'object' && answered !== null && Symbol.asyncIterator in answered
const WRITING_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Kinds of calls whose body is a form with a few fields. They have the smaller limit for the body. */
const SHORT_FORMS = new Set<Allowance>(['account', 'receipt', 'mail'])
/** 22 characters hold 132 bits of the hash: enough that two replies never have the same. */
const ETAG_LENGTH = 22
/** How many connections look up callers who upload, and how long one call waits for them. */
const UPLOADER_SEATS = 4
const UPLOADER_WAIT_MS = 2_500

const etagOf = (bytes: Buffer) => `"${hash('sha256', bytes, 'base64url').slice(0, ETAG_LENGTH)}"`

const sentHashes = (files: Record<string, ReceivedFile> = {}) =>
  Object.fromEntries(Object.entries(files).map(([name, { sentHash }]) => [name, sentHash]))

/** Steps of a call that belong to features which this module does not import. */
type FeatureSteps = {
  onStolen: OnStolen
  /** Writes the access record of what an officer viewed. */
  onAccess: OnAccess
  /** Answers a test submit that the portal sent to itself. Undefined for any other caller. */
  onProbe?: (deps: Deps, visitor: Visitor, body: unknown) => Promise<object | undefined>
  uploads?: Shares | undefined
}
/** What all calls of the API share. */
type Tools = FeatureSteps &
  CallerTools & {
    allowances: ReturnType<typeof allowances>
    cachedReplies: ReturnType<typeof replyCache>
    receiveForm: ReturnType<typeof formReceiver>
  }
/** One call of the API, which passes through the steps below. */
type Exchange = {
  deps: Deps
  route: Route
  endpoint: Endpoint
  request: CallRequest
  reply: FastifyReply
  visitor: Visitor
  tools: Tools
}

/** The endpoint's `searches` names the query parameter that has the words to search. */
const isSearch = ({ searches }: Endpoint, { query }: CallRequest) =>
  searches !== undefined && Boolean(query[searches])

async function respond(exchange: Exchange) {
  const { deps, endpoint, request, reply, visitor, tools } = exchange
  // A path with an empty part between two slashes is another address (J7).
  if (Object.values(request.params).includes('')) throw notHere(request, reply)
  if (endpoint.loadClass === 'submit') {
    const probed = await tools.onProbe?.(deps, visitor, request.body)
    if (probed) return reply.header('cache-control', 'no-store').send(probed)
  }
  const allowance = isSearch(endpoint, request) ? 'search' : endpoint.rateLimit
  const counted = tools.allowances.begin(visitor, allowance, () => someKnownDevice(deps.secrets, visitor))
  try {
    const sent = await respondCounted(exchange, counted)
    counted.succeeded()
    return sent
  } catch (error) {
    request.hasUnknownToken = asRefusal(error).kind === 'signed_out'
    throw counted.failed(error)
  }
}

/** A public reply as bytes. They are made once for all callers. */
const bytesOfReply = (endpoint: Endpoint, answered: unknown): CachedReply => {
  const bytes =
    answered instanceof Written
      ? answered.bytes()
      : Buffer.from(JSON.stringify(endpoint.reply.parse(answered)))
  return { ...encodingsOf(bytes), etag: etagOf(bytes) }
}

async function sendCached({ endpoint, request, reply }: Exchange, find: () => Promise<CachedReply>) {
  reply.header('cache-control', `public, max-age=${endpoint.publicCacheSeconds}`)
  const { etag, ...encodings } = await find()
  reply.header('etag', etag)
  return request.headers['if-none-match'] === etag
    ? reply.code(304).send()
    : sendCompressed(reply, request.headers['accept-encoding'], encodings)
}

/** Notes what a submit contained, so that it can get a ticket if it fails later. */
function noteSubmit({ endpoint, request }: Exchange, body: unknown, files?: Record<string, ReceivedFile>) {
  if (endpoint.loadClass !== 'submit') return
  request.parsedSubmit = { body, files: sentHashes(files) }
  request.onFormReceived?.()
}

const emailIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined

async function respondCounted(exchange: Exchange, counted: CountedCall) {
  const { deps, route, endpoint, request, reply, visitor, tools } = exchange
  if (WRITING_METHODS.has(endpoint.method)) guardUnsafe(deps.config, deps.secrets, visitor, request.host)
  else if (endpoint.allowedFor === 'staff') guardFromElsewhere(visitor)
  const { applicant, staff } = await callerOf(deps, request, endpoint, visitor, counted, tools)
  if (endpoint.loadClass === 'submit') copyForm(request)
  const { body, files } =
    endpoint.files && applicant
      ? await tools.receiveForm(request, applicant.userId)
      : { body: request.body, files: undefined }
  // The caller's session may have ended while the files arrived.
  if (files && applicant && (await wasEnded(deps, applicant))) throw refuse('signed_out')
  noteSubmit(exchange, body, files)
  if (endpoint.body && !isPlainObject(body)) throw refuse('unparseable')
  const rawCall = { arrivedAt: request.arrivedAt ?? deps.now(), body, headers: request.headers }
  const received = parseInput(endpoint, { params: request.params, query: request.query, body }, deps.now())
  const gone = endpoint.sends === 'lines' ? goneSignal(reply) : undefined
  const handlerInput = { ...received, files, rawCall, applicant, staff, visitor, gone }
  // Count the try for the account too: even a correct password costs a hash, without being a failure.
  if (endpoint.rateLimit === 'account' && endpoint.allowedFor === 'anyone')
    counted.namesAccount(emailIn(handlerInput.body))
  reply.type('application/json; charset=utf-8')

  if (endpoint.ownWithToken) reply.header('vary', 'authorization')
  if (endpoint.publicCacheSeconds !== undefined && !applicant) {
    const cacheKey = `${route.key} ${JSON.stringify([handlerInput.params, handlerInput.query])}`
    const make = async () => bytesOfReply(endpoint, await route.handler(deps, handlerInput))
    return sendCached(exchange, () => tools.cachedReplies(cacheKey, make))
  }

  reply.header('cache-control', 'no-store')
  // Each write extends the session. The timers in the browser follow its new end (A12).
  if (applicant && WRITING_METHODS.has(endpoint.method))
    reply.header('x-session-expires', (await postponeExpiry(deps, applicant)).toISOString())
  const answered = await route.handler(deps, handlerInput)
  // An officer sees nothing unless the access record is written. A handler that threw, for instance
  // `not_found`, leaves no record.
  if (staff && endpoint.audit && 'entryPer15Minutes' in endpoint.audit)
    await tools.onAccess(deps.db, staff, accessOf(endpoint.audit, handlerInput), deps.now())
  return sendAnswer(exchange, answered)
}

function sendAnswer({ deps, endpoint, request, reply }: Exchange, answered: unknown) {
  if (endpoint.sends === 'file' && isFile(answered)) return sendFile(deps, reply, answered)
  if (endpoint.sends === 'lines' && isLines(answered))
    return sendLines(reply, answered, (line) => endpoint.reply.parse(line), errorLine(deps, request))
  const value = endpoint.reply.parse(answered instanceof Written ? answered.reply : answered)
  const bytes = Buffer.from(JSON.stringify(value))
  return sendCompressed(reply, request.headers['accept-encoding'], encodingsOf(bytes))
}

/** Serves one route, with and without the trailing slash (J7). */
function mountRoute(app: FastifyInstance, allDeps: Deps, route: Route, tools: Tools) {
  const endpoint: Endpoint = endpoints[route.key]
  const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  const isUrgent = endpoint.loadClass === 'submit' || endpoint.loadClass === 'save' || endpoint.neverShed
  // Calls that must not wait behind reads use the database connections for urgent work.
  const deps = isUrgent ? { ...allDeps, db: allDeps.db.urgent } : allDeps
  for (const url of [path, path.slice(0, -1)]) {
    app.route<CallTypes>({
      method: endpoint.method,
      url,
      config: {
        limit: endpoint.rateLimit,
        class: endpoint.loadClass,
        neverShed: endpoint.neverShed === true,
        ...(endpoint.files ? { files: endpoint.files } : {}),
      },
      bodyLimit: SHORT_FORMS.has(endpoint.rateLimit) ? BODY_BYTES.account : BODY_BYTES.any,
      handler: (request, reply) => {
        const visitor = visitorOf(deps.config, request, reply)
        const work = respond({ deps, route, endpoint, request, reply, visitor, tools })
        return request.orRefuseWhenOverdue?.(work) ?? work
      },
    })
  }
}

/** Lets pages call public endpoints without HTTP. */
function callHere(deps: Deps, routes: Route[]): CallHere {
  const routeByKey = new Map(routes.map((route) => [route.key, route]))
  return async (key, { params = {}, query = {}, body = {} } = {}) => {
    const route = routeByKey.get(key)
    if (!route) throw refuse('not_found')
    const endpoint: Endpoint = endpoints[key]
    if (endpoint.allowedFor !== 'anyone') throw refuse('signed_out')
    const answered = await route.handler(deps, {
      ...parseInput(endpoint, { params, query, body }, deps.now()),
      files: undefined,
      applicant: undefined,
      staff: undefined,
      visitor: anonymousVisitor,
    })
    return endpoint.reply.parse(answered instanceof Written ? answered.reply : answered)
  }
}

/**
 * Serves every route of the API: checks the caller, parses the input, calls the handler, sends its reply.
 * Returns the function with which pages call the same handlers without HTTP.
 */
export function serve(
  deps: Deps,
  app: FastifyInstance,
  routes: Route[],
  cachedReplies: ReturnType<typeof replyCache>,
  steps: FeatureSteps,
): CallHere {
  const tools: Tools = {
    allowances: allowances(deps.config.allowanceFactors),
    cachedReplies,
    receiveForm: formReceiver(deps, steps.uploads),
    resolveOfficer: officerSessions(),
    // `reserve: 0`: all uploaders are equally urgent, so no connection is reserved for some of them.
    uploaderSeats: seats(UPLOADER_SEATS, { reserve: 0, waitMs: UPLOADER_WAIT_MS }),
    ...steps,
  }
  for (const route of routes) mountRoute(app, deps, route, tools)
  return callHere(deps, routes)
}
