import { SUPPORT } from '#contract/support/limits.ts'
import { SUPPORT_WORDS } from '#contract/support/words.ts'
import type { Deps } from '../deps.ts'
import { sameBytes } from '../http/visitor.ts'
import { refuse } from '../http/refuse.ts'

type Bound = Pick<Deps, 'secrets' | 'now'>
const PURPOSE = { seal: 'support-handle', mask: 'support-handle-mask' } as const
const SEAL_BYTES = 16
const PART_BYTES = 6

const sealOf = ({ secrets }: Bound, staffId: number, content: Buffer) =>
  secrets.hmac(PURPOSE.seal, `${staffId} ${content.toString('hex')}`).subarray(0, SEAL_BYTES)

// `signature` is the nonce of the mask. Equal signatures mean equal contents, so one mask never covers two
// contents.
const masked = ({ secrets }: Bound, signature: Buffer, content: Buffer) => {
  const mask = secrets.hmac(PURPOSE.mask, signature.toString('hex'))
  return Buffer.from(content.map((byte, index) => byte ^ (mask[index] ?? 0)))
}

/**
 * A handle names a person to the one officer who found them, for an hour. It cannot be read, guessed or
 * derived from another.
 */
export function handleFor(deps: Bound, staffId: number, userId: number): string {
  const content = Buffer.alloc(2 * PART_BYTES)
  content.writeUIntBE(userId, 0, PART_BYTES)
  content.writeUIntBE(deps.now().getTime() + SUPPORT.handleMinutes * 60_000, PART_BYTES, PART_BYTES)
  const signature = sealOf(deps, staffId, content)
  return Buffer.concat([signature, masked(deps, signature, content)]).toString('base64url')
}

const personBehind = (deps: Bound, staffId: number, handle: string): number | undefined => {
  const bytes = Buffer.from(handle, 'base64url')
  if (bytes.length !== SEAL_BYTES + 2 * PART_BYTES) return undefined
  const signature = bytes.subarray(0, SEAL_BYTES)
  const content = masked(deps, signature, bytes.subarray(SEAL_BYTES))
  if (!sameBytes(signature, sealOf(deps, staffId, content))) return undefined
  return content.readUIntBE(PART_BYTES, PART_BYTES) > deps.now().getTime()
    ? content.readUIntBE(0, PART_BYTES)
    : undefined
}

export const searchAgain = () => refuse('not_found', { message: SUPPORT_WORDS.searchAgain })

/**
 * The person that a handle names.
 * @throws not_found when it is too old, belongs to another officer, or is invalid
 */
export function requirePerson(deps: Bound, { id }: { id: number }, handle: string): number {
  const userId = personBehind(deps, id, handle)
  if (userId === undefined) throw searchAgain()
  return userId
}
