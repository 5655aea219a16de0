import type { FastifyInstance } from 'fastify'
import type { Level } from '#contract/last-hour/brownout.ts'
import type { Deps } from '../deps.ts'
import { arrivalOf } from '../endpoints/arrival.ts'
import { hasTurn } from '../brownout/line-entrance.ts'
import { answerInTime } from '../http/in-time.ts'
import { isCall } from '../http/on-error.ts'
import { refuse } from '../http/refuse.ts'
import type { Shedder } from '../http/shed.ts'
import { isUpload } from '../http/uploads.ts'
import { callerOf, visitorOf } from '../http/visitor.ts'
import { Admission, TICK_MS } from './admission.ts'
import { CODEL } from './queue.ts'

/** The admission of this process. */
export function openAdmission(
  { config, db, now, secrets }: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>,
  level: () => Level,
): Admission {
  const [wallClock, salt] = [() => now().getTime(), secrets.hmac('admission', '').readInt32LE()]
  return new Admission({ wallClock, salt, databaseWaits: db.waits, level, slots: config.callsAtOnce })
}

/**
 * Runs before every call: the threshold before its body is read; then, once the body is here, a slot until
 * the reply is ready.
 */
export function mountAdmission(app: FastifyInstance, deps: Deps, admission: Admission, shed: Shedder) {
  const timer = setInterval(admission.tick, TICK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  const isOverloaded = () => admission.measured().threshold < 1
  const busy = () => refuse('busy', { retryAfter: admission.retryAfterSeconds() })
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions
    // A page with a class is a form without script. It does what a call does, and is answered with a page.
    const isForm = !isCall(request) && config.class !== undefined
    if (!(isCall(request) || isForm) || config.neverShed) return done()
    const isNext = () => config.class === 'login' && hasTurn(deps, visitorOf(deps.config, request, reply))
    const caller = () => (isNext() ? 0 : callerOf(deps, request, reply))
    const arrival = arrivalOf(request, isUpload(request), caller)
    request.arrival = arrival
    if (admission.admits(arrival)) done()
    // The error handler gives a shed submit its ticket, and a shed form a page.
    else if (arrival.class === 'submit' || isForm) done(busy())
    else void shed(request, reply, admission.retryAfterSeconds())
  })
  // A caller who sends or reads slowly holds no slot (T18).
  app.addHook('preHandler', (request, reply, done) => {
    // In a rush many senders have left before their request is read. Only reads are dropped: a write that was
    // sent is done.
    if (request.method === 'GET' && request.raw.socket.destroyed) return void reply.hijack()
    if (!request.arrival) return done()
    // Undefined while the call waits in the queue.
    let isAdmitted: boolean | undefined
    const go = () => done(isAdmitted ? undefined : busy())
    const releaseSlot = admission.enter(request.arrival, (isIn) => {
      isAdmitted = isIn
      // `releaseSlot` is set once `enter` has returned, so this call has waited.
      // A call that waited starts by itself, not inside the end of the call that released its slot.
      if (request.releaseSlot) queueMicrotask(go)
    })
    reply.raw.once('close', releaseSlot)
    request.releaseSlot = releaseSlot
    if (request.arrival.class === 'submit')
      answerInTime(request, reply, { releaseSlot, refusal: busy, isOverloaded, afterMs: CODEL.targetMs })
    if (isAdmitted !== undefined) go()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.releaseSlot?.()
    done()
  })
}
