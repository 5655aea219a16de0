import { CAPTCHA } from '#contract/accounts/registration-rules.ts'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { verifyWork } from './altcha.ts'
import { askProvider } from './siteverify.ts'

const FIELD = 'recaptchaToken'
const refuseCaptcha = (kind: 'required' | 'expired' | 'failed') => refuse(`captcha_${kind}`, { faults: { [FIELD]: CAPTCHA[kind] } })

/** Passes when `token` is a captcha solved, in time, and never used before (T38); else refuses in S1's three sentences. */
export async function requireCaptcha(deps: Deps, token: string, ip: string): Promise<void> {
  if (!token) throw refuseCaptcha('required')
  if (deps.config.captcha.provider !== 'altcha') {
    const answer = await askProvider(deps, token, ip)
    if (answer?.good) return
    if (answer) throw refuseCaptcha(answer.expired ? 'expired' : 'failed')
    // C10: the provider is down. Whoever did our own work instead is let in.
  }
  await requireWork(deps, token)
}

/**
 * As `requireCaptcha`, and always with our own work: where a captcha is asked for only when there are too many tries,
 * on pages that no other company's scripts are let into (T8).
 */
export async function requireWork(deps: Deps, token: string): Promise<void> {
  if (!token) throw refuseCaptcha('required')
  const verdict = await verifyWork(deps, token)
  if (verdict.kind !== 'good') throw refuseCaptcha(verdict.kind)
  const spent = await deps.db.run(sql`
    insert into captcha_used (solution, expires_at) values (${verdict.solution}, ${verdict.until}) on conflict do nothing`)
  if (spent === 0) throw refuseCaptcha('failed')
}
