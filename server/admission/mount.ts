import type { FastifyInstance } from 'fastify'
import type { Level } from '#contract/last-hour/brownout.ts'
import type { Deps } from '../deps.ts'
import { arrivalOf } from '../endpoints/arrival.ts'
import { hasTurn } from '../brownout/line-entrance.ts'
import { answerInTime } from '../http/in-time.ts'
import { isCall } from '../http/on-error.ts'
import { busyRetrySeconds, refuse } from '../http/refuse.ts'
import type { Shedder } from '../http/shed.ts'
import { isUpload } from '../http/uploads.ts'
import { callerKeyOf, visitorOf } from '../http/visitor.ts'
import { Admission, TICK_MS } from './admission.ts'
import { CODEL } from './queue.ts'

/** Creates the admission of this process, which decides which calls are answered. */
export function openAdmission(
  { config, db, now, secrets }: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>,
  level: () => Level,
): Admission {
  const [wallClock, salt] = [() => now().getTime(), secrets.hmac('admission', '').readInt32LE()]
  return new Admission({ wallClock, salt, databaseWaits: db.waits, level, slots: config.callsAtOnce })
}

/**
 * Adds admission before every call. The threshold decides before the call's body is read. After that, the
 * call needs a slot until its reply is ready.
 */
export function mountAdmission(app: FastifyInstance, deps: Deps, admission: Admission, shed: Shedder) {
  const timer = setInterval(admission.tick, TICK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  const isOverloaded = () => admission.measured().threshold < 1
  const busy = () => refuse('busy')
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions
    // A page that has a class handles a form without JavaScript. It does what a call does, and answers with a
    // page.
    const isForm = !isCall(request) && config.class !== undefined
    if (!(isCall(request) || isForm) || config.neverShed) return done()
    const isNext = () => config.class === 'login' && hasTurn(deps, visitorOf(deps.config, request, reply))
    // 0 stands for a caller whose turn in the waiting line has come: they are refused last.
    const caller = () => (isNext() ? 0 : callerKeyOf(deps, request, reply))
    const arrival = arrivalOf(request, isUpload(request), caller)
    request.arrival = arrival
    if (admission.admits(arrival)) done()
    // The error handler gives a refused submit its ticket, and answers a refused form with a page.
    else if (arrival.class === 'submit' || isForm) done(busy())
    else void shed(request, reply, busyRetrySeconds())
  })
  // A call gets its slot after its body is read: a caller who sends or reads slowly holds no slot (T18).
  app.addHook('preHandler', (request, reply, done) => {
    // In a rush many callers have left before their request is handled. Only a GET request is dropped then: a
    // change that a caller has sent is still made.
    if (request.method === 'GET' && request.raw.socket.destroyed) return void reply.hijack()
    if (!request.arrival) return done()
    // Whether the call got a slot; undefined while it waits in the queue.
    let isAdmitted: boolean | undefined
    const go = () => done(isAdmitted ? undefined : busy())
    const releaseSlot = admission.enter(request.arrival, (hasSlot) => {
      isAdmitted = hasSlot
      // If `releaseSlot` is set, `enter` has returned, so this call has waited. It then starts by itself, not
      // inside the end of the call that released its slot.
      if (request.releaseSlot) queueMicrotask(go)
    })
    reply.raw.once('close', releaseSlot)
    request.releaseSlot = releaseSlot
    if (request.arrival.class === 'submit')
      answerInTime(request, reply, { releaseSlot, refusal: busy, isOverloaded, afterMs: CODEL.targetMs })
    // The call did not wait: it got a slot or was refused while `enter` ran.
    if (isAdmitted !== undefined) go()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.releaseSlot?.()
    done()
  })
}
