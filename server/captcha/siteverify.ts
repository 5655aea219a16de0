import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'

const TIMEOUT_MS = 5_000
const MAX_ANSWER = 10_000

// Read piece by piece, at most MAX_ANSWER bytes: a stranger's response must not fill the memory.
async function readShort(answer: Response): Promise<string | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of answer.body ?? []) {
    length += piece.length
    if (length > MAX_ANSWER) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/**
 * Asks the operator's captcha provider. Undefined when it cannot be reached or its response is not valid
 * (T24).
 */
export async function askProvider(
  { config, log }: Deps,
  token: string,
  ip: string,
): Promise<{ good: boolean; expired: boolean } | undefined> {
  try {
    const answer = await fetch(config.captcha.verifyUrl, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: new URLSearchParams({ secret: config.captcha.secret, response: token, remoteip: ip }),
    })
    const text = answer.ok ? await readShort(answer) : undefined
    if (text === undefined) return undefined
    const { success, 'error-codes': codes } = JSON.parse(text) as {
      success?: unknown
      'error-codes'?: unknown
    }
    return { good: success === true, expired: Array.isArray(codes) && codes.includes('timeout-or-duplicate') }
  } catch (error) {
    log('warn', 'captcha.provider_away', errorFields(error))
    return undefined
  }
}
