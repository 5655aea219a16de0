import { UPLOADS } from '#contract/documents.ts'
import { gate } from './admission.ts'

const DOOR = { slots: 64, queue: 512, waitMs: 2_000 } as const

/**
 * Calls that wait for a hash have a door of their own: a flood of logins shuts nobody else out (T27). An upload takes minutes on a poor
 * link: it holds a place among uploads, not one of those that answer at once (T18). At that door are twice as many as may send: the others are
 * only asked who they are.
 */
export const openDoors = () => ({ account: gate(DOOR), others: gate(DOOR), uploads: gate({ ...DOOR, slots: UPLOADS.atOnce * 2 }) })

export type Doors = ReturnType<typeof openDoors>

/** Resolves when no call is being answered; who sends a file is not waited for. */
export async function quietAt({ account, others }: Doors): Promise<void> {
  while (account.state().inFlight + others.state().inFlight > 0) await Promise.all([account.empty(), others.empty()])
}
