import type { Deps } from '../deps.ts'

const TIMEOUT_MS = 5_000
const MAX_ANSWER = 10_000

/** Asks the operator's captcha provider; undefined when it cannot be reached or does not make sense (T24). */
export async function askProvider({ config, log }: Deps, token: string, ip: string): Promise<{ good: boolean; expired: boolean } | undefined> {
  try {
    const answer = await fetch(config.captcha.verifyUrl, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: new URLSearchParams({ secret: config.captcha.secret, response: token, remoteip: ip }),
    })
    if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > MAX_ANSWER) return undefined
    const { success, 'error-codes': codes } = (await answer.json()) as { success?: unknown; 'error-codes'?: unknown }
    return { good: success === true, expired: Array.isArray(codes) && codes.includes('timeout-or-duplicate') }
  } catch (error) {
    log('warn', 'captcha.provider_away', { error: (error as Error).name })
    return undefined
  }
}
