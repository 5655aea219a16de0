import { type Solution, solveChallengeWorkers } from 'altcha-lib'
import workerUrl from './worker.ts?worker&url'
import type { Reply } from '#contract/endpoints.ts'
import { trustedScript } from '../html.ts'
import { loadChunk } from '../load-chunk.ts'

type Challenge = NonNullable<Reply<'GET /api/captcha/'>['challenge']>
type LibraryChallenge = Parameters<typeof solveChallengeWorkers>[0]['challenge']

// The contract says only that a challenge is an object, because the captcha library defines its format.
const isLibraryChallenge = (challenge: object): challenge is LibraryChallenge => 'parameters' in challenge

const MAX_WORKERS = 4
/** Some browsers do not say how many cores the processor has. */
const ASSUMED_CORES = 2

const solveInWorkers = (challenge: LibraryChallenge): Promise<Solution | null> => {
  // The workers use half of the processor's cores, so that the page stays fast.
  const halfOfCores = Math.floor((navigator.hardwareConcurrency || ASSUMED_CORES) / 2)
  return solveChallengeWorkers({
    challenge,
    concurrency: Math.max(1, Math.min(MAX_WORKERS, halfOfCores)),
    createWorker: () => new Worker(trustedScript(workerUrl), { type: 'module' }),
  })
}

/**
 * Solves a challenge of our own captcha, a proof of work, in workers beside the page. Resolves with the value
 * that a form sends as `recaptchaToken`.
 */
export async function solve(challenge: Challenge): Promise<string> {
  if (!isLibraryChallenge(challenge)) throw new Error('the challenge cannot be read')
  // If the browser refuses workers, the page itself solves the challenge.
  const solution = await solveInWorkers(challenge).catch(async () => {
    const { solveHere } = await loadChunk(() => import('./solve-here.ts'))
    return solveHere(challenge)
  })
  if (!solution) throw new Error('the work was not finished')
  return btoa(JSON.stringify({ challenge, solution }))
}
