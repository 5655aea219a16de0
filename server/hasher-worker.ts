import { hashSync, verifySync } from '@node-rs/argon2'

/** A secret to hash. With `hash`, the task only checks whether the secret matches it. */
export type HashTask = { secret: string; memoryKib: number; passes: number; hash?: string }

/** A new hash, or for a check whether the secret matches. */
export type Answer = string | boolean

/**
 * Hashes with argon2id and blocks this thread, which does nothing else (D4). Returns a new hash, or whether
 * `secret` matches `hash`.
 */
function work({ secret, hash, memoryKib, passes }: HashTask): Answer {
  if (hash !== undefined) return verifySync(hash, secret)
  // The number 2 is Algorithm.Argon2id: that const enum does not exist at run time.
  return hashSync(secret, { algorithm: 2, memoryCost: memoryKib, timeCost: passes, parallelism: 1 })
}

/** Runs several hash tasks. For a task that fails, the list of results holds its error. */
export default (tasks: HashTask[]): (Answer | Error)[] =>
  tasks.map((task) => {
    try {
      return work(task)
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  })
