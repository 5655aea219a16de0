import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Level } from '#contract/brownout.ts'
import type { Allowance, Class } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import { isCall } from '../http/on-error.ts'
import { refuse } from '../http/refuse.ts'
import { isUpload } from '../http/uploads.ts'
import { someKnownDevice, visitorOf } from '../http/visitor.ts'
import { type Admission, type Arrival, createAdmission, TICK_MS } from './admission.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the contract says of the endpoint. */
    class?: Class
    neverShed?: boolean
    limit?: Allowance
  }
  interface FastifyRequest {
    arrival?: Arrival | undefined
    /** Gives back the slot of a call, once or more. */
    leave?: (() => void) | undefined
    /** The work on a submit, or its refusal when it takes too long; the work goes on, and so keeps its slot. */
    inTime?: <T>(work: Promise<T>) => Promise<T>
  }
}

const HASHING = new Set<Class | undefined>(['login', 'staff'])

// A device that somebody has logged in on cannot be invented. A token can, but whoever invents many is stopped by the allowance of its network.
const callerOf = (deps: Deps, request: FastifyRequest, reply: FastifyReply): string =>
  someKnownDevice(deps.secrets, visitorOf(deps.config, request, reply)) ?? request.headers.authorization ?? request.ip

/** The admission of this process. */
export const admissionOf = ({ config, db, now, secrets }: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>, level: () => Level): Admission => {
  const [wallClock, salt] = [() => now().getTime(), secrets.hmac('admission', '').readInt32LE()]
  return createAdmission({ wallClock, salt, databaseWaits: db.waits, level, slots: config.callsAtOnce })
}

/** Stands before every call: the threshold before its body is read; then, once the body is here, a slot until the answer is ready. */
export function mountAdmission(app: FastifyInstance, deps: Deps, admission: Admission) {
  const timer = setInterval(admission.tick, TICK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.decorateRequest('arrival')
  app.decorateRequest('leave')
  const busy = () => refuse('busy', { retryAfter: admission.retryAfter() })
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions
    if (!isCall(request) || config.neverShed) return done()
    const arrival: Arrival = {
      class: config.class ?? 'public',
      with: isUpload(request) ? 'files' : config.limit === 'account' && HASHING.has(config.class) ? 'hash' : undefined,
      caller: () => callerOf(deps, request, reply),
      headers: request.headers,
    }
    request.arrival = arrival
    done(admission.lets(arrival) ? undefined : busy())
  })
  // Whoever sends or reads slowly takes nobody's slot (T18).
  app.addHook('preHandler', (request, reply, done) => {
    // Of a thousand questions in one breath most are heard after their sender has gone. What was sent to be done is done.
    if (request.method === 'GET' && request.raw.socket.destroyed) return void reply.hijack()
    if (!request.arrival) return done()
    let told: boolean | undefined
    const go = () => done(told ? undefined : busy())
    const leave = admission.enter(request.arrival, (isIn) => {
      told = isIn
      // A call that waited begins by itself, not inside the end of the one that left its slot.
      if (request.leave) queueMicrotask(go)
    })
    reply.raw.once('close', leave)
    request.leave = leave
    const { arrival } = request
    if (arrival.class === 'submit') {
      request.inTime = (work) => {
        const overdue = new Promise<never>((_resolve, reject) => {
          arrival.overdue = () => {
            request.leave = undefined
            reply.raw.off('close', leave)
            void work.finally(leave).catch(() => {})
            reject(busy())
          }
        })
        return Promise.race([work, overdue])
      }
    }
    if (told !== undefined) go()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.leave?.()
    done()
  })
}
