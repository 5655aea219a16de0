import { solveChallengeWorkers } from 'altcha-lib'
import workerUrl from './worker.ts?worker&url'
import type { Reply } from '#contract/endpoints.ts'
import { trustedScript } from '../html.ts'

type Challenge = NonNullable<Reply<'GET /api/captcha/'>['challenge']>
type Options = Parameters<typeof solveChallengeWorkers>[0]

/** Does the work of a challenge beside the page, on half of the phone's cores. Resolves with what goes into `recaptchaToken`. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge: challenge as unknown as Options['challenge'],
    concurrency: Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) >> 1)),
    createWorker: () => new Worker(trustedScript(workerUrl), { type: 'module' }),
  })
  if (!solution) throw new Error('the work was not finished')
  return btoa(JSON.stringify({ challenge, solution }))
}
