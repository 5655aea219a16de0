import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { UNDO_RESET, VERIFICATION } from '../../contract/accounts/limits.ts'
import { NEWSLETTER_RETENTION } from '../../contract/newsletter/limits.ts'
import { FAILED_EMAIL_DAYS } from '../../contract/outbox/limits.ts'
import { markVerified } from '../../server/accounts/store.ts'
import { sql } from '../../server/database/connect.ts'
import { sweep } from '../../server/housekeeping.ts'
import { member } from '../support/accounts.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// The privacy page promises how long data is stored. These tests check that it is deleted then.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

const MINUTE = 60_000
const DAY = 86_400_000

const COUNT_OF = {
  newsletter_subscribers: sql`select count(*)::int as n from newsletter_subscribers`,
  outbox: sql`select count(*)::int as n from outbox`,
  users: sql`select count(*)::int as n from users`,
  reset_codes: sql`select count(*)::int as n from reset_codes`,
  password_resets: sql`select count(*)::int as n from password_resets`,
}
const count = async (table: keyof typeof COUNT_OF) => (await portal.db.row<{ n: number }>(COUNT_OF[table]))?.n

/**
 * Deletes expired data twice: a minute before the moment `days` after `from`, and a minute after it. Returns
 * the number of rows that were left each time.
 */
const leftAround = async (table: keyof typeof COUNT_OF, from: Date, days: number) => {
  const left: (number | undefined)[] = []
  for (const offset of [-MINUTE, MINUTE]) {
    portal.clock.set(new Date(from.getTime() + days * DAY + offset))
    await sweep(portal.deps)
    left.push(await count(table))
  }
  return left
}

test('J13 an address that no one confirmed is deleted after its days', async () => {
  const from = portal.clock.now()
  await portal.db.run(
    sql`insert into newsletter_subscribers (email, requested_at) values ('unconfirmed@example.com', ${from})`,
  )
  assert.deepEqual(
    await leftAround('newsletter_subscribers', from, NEWSLETTER_RETENTION.unconfirmedDays),
    [1, 0],
  )
})

test('J13 a confirmed address stays; once stopped it goes after its days, unless it has asked again', async () => {
  const from = portal.clock.now()
  await portal.db.run(
    sql`insert into newsletter_subscribers (email, requested_at, confirmed_at) values ('confirmed@example.com', ${from}, ${from})`,
  )
  assert.deepEqual(await leftAround('newsletter_subscribers', from, 1_000), [1, 1])
  const stopped = portal.clock.now()
  await portal.db.run(sql`update newsletter_subscribers set stopped_at = ${stopped}`)
  await portal.db.run(sql`insert into newsletter_subscribers (email, requested_at, confirmed_at, stopped_at)
    values ('back@example.com', ${new Date(stopped.getTime() + DAY)}, ${from}, ${stopped})`)
  assert.deepEqual(
    await leftAround('newsletter_subscribers', stopped, NEWSLETTER_RETENTION.stoppedDays),
    [2, 1],
  )
  await portal.db.run(sql`delete from newsletter_subscribers`)
})

test('R4 an email that no server accepted is kept for its days; one that is still tried stays', async () => {
  const from = portal.clock.now()
  const insertEmail = (deadAt: Date | null) =>
    sql`insert into outbox (topic, payload, run_at, created_at, dead_at) values ('accounts.exists', '{}', ${from}, ${from}, ${deadAt})`
  await portal.db.run(insertEmail(from))
  await portal.db.run(insertEmail(null))
  assert.deepEqual(await leftAround('outbox', from, FAILED_EMAIL_DAYS), [2, 1])
})

test('T38 C3 A3 an unverified account goes with all it has; a used-up reset leaves no old hash behind', async () => {
  const from = portal.clock.now()
  /** Inserts an account and returns its id. */
  const user = async (email: string, number: string, verified: Date | null) =>
    (
      await portal.db.row<{ id: number }>(sql`
      insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code,
        constituency_code, ward_code, phone, is_pwd, email_verified_at, created_at)
      select ${email}, 'x', 'Achieng', 'Odhiambo', 'ID Card', ${number}, 'F', '1999-05-06', counties.code, constituencies.code, wards.code,
        '+254712345678', false, ${verified}, ${from}
      from wards join constituencies on constituencies.code = constituency_code join counties on counties.code = county_code limit 1
      returning id`)
    )?.id
  const verified = await user('verified@example.com', '12345678', from)
  const unverified = await user('unverified@example.com', '12345679', null)
  for (const id of [verified, unverified]) {
    await portal.db.run(sql`insert into password_resets (id, user_id, old_hash, expires_at)
      values (gen_random_uuid(), ${id}, 'old', ${new Date(from.getTime() + UNDO_RESET.hours * 3_600_000)})`)
    await portal.db.run(
      sql`insert into reset_codes (user_id, nonce, created_at, expires_at) values (${id}, gen_random_uuid(), ${from}, ${from})`,
    )
  }
  assert.deepEqual(await leftAround('password_resets', from, UNDO_RESET.hours / 24), [2, 0])
  assert.equal(await count('reset_codes'), 0)
  assert.deepEqual(await leftAround('users', from, VERIFICATION.unverifiedDays), [2, 1])
})

const MANY = 2_500
test('T38 C3 A3 everything that expired goes in one pass, however much an attack has left', async () => {
  const from = portal.clock.now()
  await portal.db.run(sql`
    insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code,
      constituency_code, ward_code, phone, is_pwd, created_at)
    select 'attack' || number || '@example.com', 'x', 'Achieng', 'Odhiambo', 'ID Card', (30000000 + number)::text, 'F', '1999-05-06',
      place.county_code, place.constituency_code, place.ward_code, '+254712345678', false, ${from}
    from generate_series(1, ${MANY}::int) number, (
      select counties.code as county_code, constituencies.code as constituency_code, wards.code as ward_code
      from wards join constituencies on constituencies.code = constituency_code join counties on counties.code = county_code limit 1) place`)
  await portal.db.run(sql`update users set email_verified_at = ${from} where email = 'attack1@example.com'`)
  const userId = sql`(select id from users where email = 'attack1@example.com')`
  const rows = sql`from generate_series(1, ${MANY}::int) number`
  for (const insert of [
    sql`insert into captcha_used (solution, expires_at) select number::text, ${from} ${rows}`,
    sql`insert into counters (key, count, window_ends) select number::text, 1, ${from} ${rows}`,
    sql`insert into login_failures (account, source, failures, since) select 'account', number::text, 1, ${from} ${rows}`,
    sql`insert into reset_codes (user_id, nonce, created_at, expires_at, ended_at) select ${userId}, gen_random_uuid(), ${from}, ${from}, ${from} ${rows}`,
    sql`insert into password_resets (id, user_id, old_hash, expires_at) select gen_random_uuid(), ${userId}, 'old', ${from} ${rows}`,
    sql`insert into email_changes (id, user_id, asked_in, old_email, new_email, asked_at, ended_at, expires_at)
      select gen_random_uuid(), ${userId}, gen_random_uuid(), 'old@example.com', 'new@example.com', ${from}, ${from}, ${from} ${rows}`,
  ])
    await portal.db.run(insert)
  portal.clock.set(new Date(from.getTime() + VERIFICATION.unverifiedDays * DAY + MINUTE))
  await sweep(portal.deps)
  const left = await portal.db.row(sql`
    select (select count(*)::int from captcha_used) as captchas, (select count(*)::int from counters) as counters,
      (select count(*)::int from login_failures) as login_failures, (select count(*)::int from reset_codes) as reset_codes,
      (select count(*)::int from password_resets) as password_resets, (select count(*)::int from email_changes) as email_changes,
      (select count(*)::int from users where email like 'attack%') as users`)
  assert.deepEqual(left, {
    captchas: 0,
    counters: 0,
    login_failures: 0,
    reset_codes: 0,
    password_resets: 0,
    email_changes: 0,
    users: 1,
  })
})

test('T38 an account that is verified while old accounts are deleted stays', async () => {
  const { id } = await member(portal)
  await portal.db.run(sql`update users set email_verified_at = null where id = ${id}`)
  portal.clock.advance(VERIFICATION.unverifiedDays * DAY + MINUTE)
  let swept: Promise<void> | undefined
  await portal.db.tx(async (tx) => {
    await markVerified(tx, id, portal.clock.now())
    swept = sweep(portal.deps)
    await until(
      'the deletion waits for the account',
      () =>
        portal.db.rows(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      (waiting) => waiting.length > 0,
    )
  })
  await swept
  assert.equal((await portal.db.row(sql`select from users where id = ${id}`)) !== undefined, true)
})
