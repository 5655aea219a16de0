import { NEWSLETTER } from '#contract/newsletter/endpoints.ts'
import { EMAILS_PER_HOUR } from '#contract/accounts/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import { sql } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import { type Handler, answer, type Route } from '../endpoints/serve.ts'
import { countInWindow } from '../counters.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { subscriberIn } from './emails.ts'

const HOUR_SECONDS = 3_600

/**
 * Subscribes an address. All addresses get the same answer, so no one learns who subscribes. Only the link in
 * the email confirms a subscription (J13). A subscriber who asks again gets the email again and stays
 * subscribed. Anyone can type any address, so a confirmed subscriber's language changes only through that
 * link.
 */
const subscribe: Handler<'POST /api/newsletter/'> = async (deps, { body, visitor }) => {
  const email = normaliseEmail(body.email)
  const now = deps.now()
  await deps.db.tx(async (tx) => {
    const { count } = await countInWindow(
      tx,
      `newsletter ${deps.secrets.hmac('account', email).toString('base64url')}`,
      HOUR_SECONDS,
      now,
    )
    // There is no refusal here: it would show that someone has asked for this address before.
    if (count > EMAILS_PER_HOUR) return
    const row = await tx.row<{ id: number }>(sql`
      insert into newsletter_subscribers as stored (email, language, requested_at) values (${email}, ${visitor.language}, ${now})
      on conflict (email) do update set requested_at = excluded.requested_at,
        language = case when stored.confirmed_at is null then excluded.language else stored.language end
      returning id`)
    if (row) await enqueueEmail(tx, { topic: 'newsletter.confirm', payload: { subscriberId: row.id }, now })
  })
  return { message: NEWSLETTER.asked }
}

const confirm: Handler<'POST /api/newsletter/confirm/{token}/'> = async (deps, { params, visitor }) => {
  const id = subscriberIn(deps.secrets, 'confirm', params.token)
  const updated =
    id &&
    (await deps.db.run(sql`
    update newsletter_subscribers set confirmed_at = coalesce(confirmed_at, ${deps.now()}), stopped_at = null, language = ${visitor.language}
    where id = ${id}`))
  if (!updated) throw refuse('not_found', { message: NEWSLETTER.linkInvalid })
  return { message: NEWSLETTER.confirmed }
}

const unsubscribe: Handler<'POST /api/newsletter/stop/{token}/'> = async (deps, { params }) => {
  const id = subscriberIn(deps.secrets, 'stop', params.token)
  const updated =
    id &&
    (await deps.db.run(sql`
    update newsletter_subscribers set stopped_at = coalesce(stopped_at, ${deps.now()}) where id = ${id}`))
  if (!updated) throw refuse('not_found', { message: NEWSLETTER.stopInvalid })
  return { message: NEWSLETTER.stopped }
}

export const newsletterRoutes: Route[] = [
  answer('POST /api/newsletter/', subscribe),
  answer('POST /api/newsletter/confirm/{token}/', confirm),
  answer('POST /api/newsletter/stop/{token}/', unsubscribe),
]
