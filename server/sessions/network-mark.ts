import { SESSION } from '#contract/accounts/session-limits.ts'
import { sql, type Sql } from '../database/connect.ts'
import type { Secrets } from '../secrets.ts'
import type { Visitor } from '../http/visitor.ts'

const MARK_BYTES = 9

/**
 * A mark by which the portal recognises a person's network at the next login. The network is the wide range
 * of addresses of the internet provider, because a phone gets another address each time. The hash is keyed,
 * and differs for two people on one network. So it tells no one else anything.
 */
export const networkMark = (secrets: Secrets, userId: number, visitor: Visitor): Buffer =>
  secrets.hmac('own-network', `${userId} ${visitor.provider}`).subarray(0, MARK_BYTES)

/** The new value of `users.network_marks`: this network first, then the last few others. */
export const withMark = (mark: Buffer): Sql =>
  sql`(array[${mark}::bytea] || array_remove(users.network_marks, ${mark}::bytea))[1:${SESSION.storedNetworks}::int]`

/** Whether the person used this network before; null at their very first login. */
export const isKnownMark = (mark: Buffer): Sql =>
  sql`case when cardinality(network_marks) > 0 then ${mark}::bytea = any(network_marks) end`
