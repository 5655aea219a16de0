import { hashSync, verifySync } from '@node-rs/argon2'

export type HashTask = { secret: string; memoryKib: number; passes: number; hash?: string }

/** argon2id, synchronously: this thread does nothing else (D4). Answers a hash, or whether `secret` fits `hash`. */
export default function work({ secret, hash, memoryKib, passes }: HashTask): string | boolean {
  if (hash !== undefined) return verifySync(hash, secret)
  // 2 is Algorithm.Argon2id, a const enum that does not exist at run time.
  return hashSync(secret, { algorithm: 2, memoryCost: memoryKib, timeCost: passes, parallelism: 1 })
}
