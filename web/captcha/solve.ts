import { type Solution, solveChallenge, solveChallengeWorkers } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import workerUrl from './worker.ts?worker&url'
import type { Reply } from '#contract/endpoints.ts'
import { trustedScript } from '../html.ts'

type Challenge = NonNullable<Reply<'GET /api/captcha/'>['challenge']>
type LibraryChallenge = Parameters<typeof solveChallengeWorkers>[0]['challenge']

// The contract leaves the parts of a challenge to the library.
const isLibraryChallenge = (challenge: object): challenge is LibraryChallenge => 'parameters' in challenge

const solveInWorkers = (challenge: LibraryChallenge): Promise<Solution | null> =>
  solveChallengeWorkers({
    challenge,
    concurrency: Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) >> 1)),
    createWorker: () => new Worker(trustedScript(workerUrl), { type: 'module' }),
  })

/**
 * Solves a challenge in workers, on half of the phone's cores. Resolves with the value of `recaptchaToken`.
 */
export async function solve(challenge: Challenge): Promise<string> {
  if (!isLibraryChallenge(challenge)) throw new Error('the challenge cannot be read')
  // A browser that refuses the worker can still solve it on the page: each key is derived off the main
  // thread, so the page responds between two keys.
  const solution = await solveInWorkers(challenge).catch(() => solveChallenge({ challenge, deriveKey }))
  if (!solution) throw new Error('the work was not finished')
  return btoa(JSON.stringify({ challenge, solution }))
}
