import { createHash, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import type { VerifySolutionOptions } from 'altcha-lib/types'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { CAPTCHA_LIFETIME_MS } from '#contract/captcha/limits.ts'
import type { Deps } from '../deps.ts'

// The difficulty of a challenge. It takes about 0.6 s of one core here and 1 to 3 s on a cheap phone. With
// the library's default a phone would need eight times as long. The browser searches for `counter`. Each try
// derives a key with `cost` iterations.
const randomCost = () => ({ cost: 5_000, counter: randomInt(500, 1_000) })

const secretsFor = ({ secrets }: Deps) => ({
  hmacSignatureSecret: secrets.hmac('captcha', 'challenge').toString('hex'),
  hmacKeySignatureSecret: secrets.hmac('captcha', 'key').toString('hex'),
})

/** A proof-of-work challenge for the browser. Its content is signed, so the server does not store it. */
export const newChallenge = (deps: Deps, cost = randomCost()) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    ...cost,
    deriveKey,
    data: { until: deps.now().getTime() + CAPTCHA_LIFETIME_MS },
    ...secretsFor(deps),
  })

type SolvedChallenge = Pick<VerifySolutionOptions, 'challenge' | 'solution'>
const decodeToken = (token: string): SolvedChallenge | undefined => {
  try {
    // The token's parts need no check here: the library verifies the signature over all of them, and throws
    // on malformed ones.
    const solved: SolvedChallenge = JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
    return solved
  } catch {
    return undefined
  }
}

type Verdict = { kind: 'good'; solution: string; until: Date } | { kind: 'expired' | 'failed' }

/**
 * Verifies the token of a solved challenge: base64 of `{challenge, solution}`. The caller must record a good
 * solution, so that it works only once.
 */
export async function verifyWork(deps: Deps, token: string): Promise<Verdict> {
  const solved = decodeToken(token)
  const expiresAtMs = solved?.challenge?.parameters?.data?.until
  if (!solved || typeof expiresAtMs !== 'number') return { kind: 'failed' }
  // The library throws on malformed parts. That counts as a failed captcha.
  const result = await verifySolution({
    ...solved,
    deriveKey,
    ...secretsFor(deps),
  }).catch(() => undefined)
  if (!result?.verified) return { kind: 'failed' }
  if (expiresAtMs <= deps.now().getTime()) return { kind: 'expired' }
  // The signed nonce identifies the solution. Reordered or additional keys must not make it a new one.
  const solution = createHash('sha256').update(solved.challenge.parameters.nonce).digest('base64url')
  return { kind: 'good', solution, until: new Date(expiresAtMs) }
}
