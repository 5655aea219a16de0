import { SUPPORT } from '#contract/support/limits.ts'
import { SUPPORT_WORDS } from '#contract/support/words.ts'
import type { Deps } from '../deps.ts'
import { sameBytes } from '../http/visitor.ts'
import { refuse } from '../http/refuse.ts'

type HandleDeps = Pick<Deps, 'secrets' | 'now'>
/** The purposes of two keyed hashes. They differ, so that neither hash is valid as the other. */
const PURPOSE = { signature: 'support-handle', mask: 'support-handle-mask' } as const
const SIGNATURE_BYTES = 16
/**
 * The content of a handle is two numbers of this length: the person's id, and the time in ms when the handle
 * expires.
 */
const NUMBER_BYTES = 6
const CONTENT_BYTES = 2 * NUMBER_BYTES

const signatureOf = ({ secrets }: HandleDeps, staffId: number, content: Buffer) =>
  secrets.hmac(PURPOSE.signature, `${staffId} ${content.toString('hex')}`).subarray(0, SIGNATURE_BYTES)

// Encrypts or decrypts a handle's content by XOR with a mask. The mask is derived from the signature of the
// content. So one mask never covers two different contents. It has more bytes than the content: the 0 is only
// for the type.
const applyMask = ({ secrets }: HandleDeps, signature: Buffer, content: Buffer) => {
  const mask = secrets.hmac(PURPOSE.mask, signature.toString('hex'))
  return Buffer.from(content.map((byte, index) => byte ^ (mask[index] ?? 0)))
}

/**
 * A handle identifies a person, for an hour, to the officer who found them. No one can read it, guess it or
 * derive it from another.
 */
export function handleFor(deps: HandleDeps, staffId: number, userId: number): string {
  const content = Buffer.alloc(CONTENT_BYTES)
  content.writeUIntBE(userId, 0, NUMBER_BYTES)
  content.writeUIntBE(deps.now().getTime() + SUPPORT.handleMinutes * 60_000, NUMBER_BYTES, NUMBER_BYTES)
  const signature = signatureOf(deps, staffId, content)
  return Buffer.concat([signature, applyMask(deps, signature, content)]).toString('base64url')
}

/** Reads the id of a handle's person; undefined when the handle is too old, invalid or another officer's. */
const userIdIn = (deps: HandleDeps, staffId: number, handle: string): number | undefined => {
  const bytes = Buffer.from(handle, 'base64url')
  if (bytes.length !== SIGNATURE_BYTES + CONTENT_BYTES) return undefined
  const signature = bytes.subarray(0, SIGNATURE_BYTES)
  const content = applyMask(deps, signature, bytes.subarray(SIGNATURE_BYTES))
  if (!sameBytes(signature, signatureOf(deps, staffId, content))) return undefined
  const expiresAtMs = content.readUIntBE(NUMBER_BYTES, NUMBER_BYTES)
  return expiresAtMs > deps.now().getTime() ? content.readUIntBE(0, NUMBER_BYTES) : undefined
}

/** The refusal for a handle that is not valid any more: the officer must search again. */
export const searchAgain = () => refuse('not_found', { message: SUPPORT_WORDS.searchAgain })

/**
 * Finds the person of a handle.
 * @throws refuse `not_found` when it is too old, belongs to another officer, or is invalid
 */
export function requirePerson(deps: HandleDeps, officer: { id: number }, handle: string): number {
  const userId = userIdIn(deps, officer.id, handle)
  if (userId === undefined) throw searchAgain()
  return userId
}
