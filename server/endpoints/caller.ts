import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { seats } from '../database/seats.ts'
import type { Deps } from '../deps.ts'
import type { CountedCall } from '../http/allowance.ts'
import { asRefusal } from '../http/on-error.ts'
import { refuse } from '../http/refuse.ts'
import { isUpload } from '../http/uploads.ts'
import type { Visitor } from '../http/visitor.ts'
import { type Applicant, type OnStolen, resolveApplicant } from '../sessions/session.ts'
import type { OfficerSessions } from './officers.ts'

// Finds who makes a call of the API: an applicant, an officer, or no one who is logged in.

/** If looking up a token takes longer than this, the call is answered as if it had no token. */
const MAX_LOOK_UP_MS = 1_000

/**
 * The applicant, for endpoints that also answer people who are not logged in. When the session has ended
 * (401) or the database is unavailable (503), the caller gets the public reply (L9, R5).
 */
const findApplicant = async (
  deps: Deps,
  visitor: Visitor,
  onStolen: OnStolen,
  counted: CountedCall,
): Promise<Applicant | undefined> => {
  // Most callers send no token. Then nothing is looked up.
  if (visitor.header('authorization') === undefined) return undefined
  return Promise.race([
    resolveApplicant(deps, visitor, onStolen).catch((error: unknown) => {
      const { status } = asRefusal(error)
      if (![401, 503].includes(status)) throw error
      if (status === 401) counted.unknownToken()
      return undefined
    }),
    wait(MAX_LOOK_UP_MS, undefined, { ref: false }),
  ])
}

/** What is needed to find the caller, in addition to the call itself. */
export type CallerTools = {
  /** Is called when a token comes without the cookie of its browser. The token may be stolen. */
  onStolen: OnStolen
  /** Finds the officer who makes a call. */
  resolveOfficer: OfficerSessions
  /**
   * Callers who upload are authenticated before their files arrive, and many never send them. So they wait
   * only for one another here, and no other caller waits for them.
   */
  uploaderSeats: ReturnType<typeof seats>
}

/** Finds who calls, as far as the endpoint needs to know, and counts the call against their allowance. */
export async function callerOf(
  deps: Deps,
  request: FastifyRequest,
  endpoint: Endpoint,
  visitor: Visitor,
  counted: CountedCall,
  { onStolen, resolveOfficer, uploaderSeats }: CallerTools,
) {
  let applicant: Applicant | undefined
  if (endpoint.allowedFor === 'applicant') {
    const resolve = () => resolveApplicant(deps, visitor, onStolen)
    const isUrgent = false
    applicant = await (isUpload(request) ? uploaderSeats.during(isUrgent, resolve) : resolve())
    if (!applicant) throw refuse('signed_out')
  } else if (endpoint.ownWithToken) {
    applicant = await findApplicant(deps, visitor, onStolen, counted)
  }
  const staff = endpoint.allowedFor === 'staff' ? await resolveOfficer(deps, visitor, endpoint) : undefined
  if (applicant) counted.account(`user ${applicant.userId}`)
  else if (staff) counted.account(`staff ${staff.id}`)
  else counted.anonymous()
  return { applicant, staff }
}
