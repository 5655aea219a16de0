import { hashSync, verifySync } from '@node-rs/argon2'

export type HashTask = { secret: string; memoryKib: number; passes: number; hash?: string }

export type Answer = string | boolean

/**
 * argon2id, synchronously: this thread does nothing else (D4). Returns a hash, or whether `secret` matches
 * `hash`.
 */
function work({ secret, hash, memoryKib, passes }: HashTask): Answer {
  if (hash !== undefined) return verifySync(hash, secret)
  // 2 is Algorithm.Argon2id, a const enum that does not exist at run time.
  return hashSync(secret, { algorithm: 2, memoryCost: memoryKib, timeCost: passes, parallelism: 1 })
}

/** Several tasks at a time; a task that fails has its error in its place. */
export default (tasks: HashTask[]): (Answer | Error)[] =>
  tasks.map((task) => {
    try {
      return work(task)
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  })
