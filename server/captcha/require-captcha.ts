import { CAPTCHA } from '#contract/accounts/registration-rules.ts'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { verifyWork } from './altcha.ts'
import { askProvider } from './siteverify.ts'

/** The form shows the error at this field. */
const FIELD = 'recaptchaToken'
const refuseCaptcha = (kind: 'required' | 'expired' | 'failed') =>
  refuse(`captcha_${kind}`, { fieldErrors: { [FIELD]: CAPTCHA[kind] } })

/**
 * Requires a captcha: `token` was solved in time and never used before (T38). Otherwise refuses with one of
 * three sentences of the specification: required, expired or failed.
 */
export async function requireCaptcha(deps: Deps, token: string, ip: string): Promise<void> {
  if (!token) throw refuseCaptcha('required')
  if (deps.config.captcha.provider !== 'altcha') {
    const answer = await askProvider(deps, token, ip)
    if (answer?.isSolved) return
    if (answer) throw refuseCaptcha(answer.isExpired ? 'expired' : 'failed')
    // The captcha provider is down, so our own proof of work is accepted instead (C10).
  }
  await requireProofOfWork(deps, token)
}

/**
 * Requires our own proof of work as the captcha, whatever the operator's provider is. It is for pages that
 * ask for a captcha only after too many tries and load no other company's scripts (T8).
 */
export async function requireProofOfWork(deps: Deps, token: string): Promise<void> {
  if (!token) throw refuseCaptcha('required')
  const verdict = await verifyWork(deps, token)
  if (verdict.kind !== 'good') throw refuseCaptcha(verdict.kind)
  // When no row is inserted, this solution was used before.
  const inserted = await deps.db.run(sql`
    insert into captcha_used (solution, expires_at) values (${verdict.solution}, ${verdict.until}) on conflict do nothing`)
  if (inserted === 0) throw refuseCaptcha('failed')
}
