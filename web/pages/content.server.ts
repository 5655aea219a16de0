import { DEAD_LETTER_DAYS, LOGIN_LOCK, NEWSLETTER_KEPT, PASSWORD, PERSON, RESET_CODE, SESSION, UNDO_RESET, VERIFICATION } from '#contract/limits.ts'
import type { Organisation } from '#contract/site.ts'
import type { Call } from '../call.ts'
import { type Document, readDocument } from './markdown.server.ts'

// One Markdown file a page: whoever runs the portal edits them there.
const FILES = import.meta.glob<string>('/content/*.md', { query: '?raw', import: 'default', eager: true })

const UNCONFIRMED = 'This is a self-hosted installation. Its operator has not yet confirmed who runs it, so check these particulars before you rely on them.'
const OWN_CAPTCHA =
  'The check that you are not a robot is a sum that your own device works out for this portal. No other company takes part in it, and no page holds a script of another company.'
const foreignCaptcha = (provider: string) =>
  `The check that you are not a robot, on the page where you create an account, comes from another company (${provider}). It sees your internet address and may keep cookies of its own, by its own rules. No other page holds a script of another company.`

// Pages name a rule's number by its name, so that they stay true when the rule changes.
const LIMITS = {
  min_age: PERSON.minAge,
  password_length: PASSWORD.minLength,
  session_minutes: SESSION.endAfterMs / 60_000,
  session_hours: SESSION.absoluteMs / 3_600_000,
  verify_hours: VERIFICATION.hours,
  unverified_days: VERIFICATION.unverifiedDays,
  lock_failures: LOGIN_LOCK.failures,
  lock_minutes: LOGIN_LOCK.minutes,
  code_minutes: RESET_CODE.minutes,
  code_tries: RESET_CODE.tries,
  undo_hours: UNDO_RESET.hours,
  newsletter_unconfirmed_days: NEWSLETTER_KEPT.unconfirmedDays,
  newsletter_stopped_days: NEWSLETTER_KEPT.stoppedDays,
  dead_letter_days: DEAD_LETTER_DAYS,
}

const particulars = (organisation: Organisation) => ({
  ...organisation,
  phone_digits: organisation.phone.replace(/[^\d+]/g, ''),
  unconfirmed: organisation.confirmed ? '' : UNCONFIRMED,
})

// A name with a star or an angle bracket in it stays a name.
const asWritten = (value: unknown) => String(value).replace(/[!-/:-@[-`{-~]/g, '\\$&')

const fill = (source: string, values: Record<string, unknown>) =>
  source.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in values ? asWritten(values[name]) : whole))

/** A page of `content/`, with what is so on this portal in its places; undefined when there is no such page. */
export async function contentOf(name: string, call: Call): Promise<(Document & { address: string }) | undefined> {
  const source = FILES[`/content/${name}.md`]
  if (source === undefined) return undefined
  const { organisation, public_url } = await call('GET /api/site/')
  const provider = source.includes('{{captcha}}') ? (await call('GET /api/captcha/')).provider : 'altcha'
  const captcha = provider === 'altcha' ? OWN_CAPTCHA : foreignCaptcha(provider)
  const page = readDocument(fill(source, { ...LIMITS, ...particulars(organisation), captcha, address_bar: public_url }))
  return { ...page, address: `${public_url.replace(/^https?:\/\//, '')}/${name}` }
}
