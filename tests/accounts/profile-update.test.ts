import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { count, member, loggedIn } from '../support/accounts.ts'
import { applicationOf } from '../support/applications.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'

const FIXED = 'We compare this with your documents. To change it, write to us.'

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

const patch = (visitor: Visitor, body: unknown) => visitor.request('PATCH', '/api/user/profile/', { body })
/** Expects these error sentences at the fields of the profile, and an unchanged profile. */
const refused = async (
  visitor: Visitor,
  body: Record<string, unknown>,
  sentences: Record<string, string>,
) => {
  const before = (await visitor.get('/api/user/profile/')).json
  const { status, json } = await patch(visitor, body)
  assert.equal(status, 422, JSON.stringify(json))
  for (const [field, sentence] of Object.entries(sentences)) assert.deepEqual(json[field], [sentence], field)
  const after = (await visitor.get('/api/user/profile/')).json
  assert.deepEqual({ ...after, expires_at: '' }, { ...before, expires_at: '' })
}

describe('W12 what may be changed', () => {
  test('phone, address and place; the reply has the new values, also in its `profile` (A14)', async () => {
    const { visitor } = await loggedIn(portal)
    const { status, json } = await patch(visitor, {
      phone: '0712 440 918',
      address: ' P.O. Box 7, Kasipul ',
      county: 43,
      constituency: 250,
      ward: 1246,
    })
    assert.equal(status, 200, JSON.stringify(json))
    for (const where of [json, json.profile]) {
      assert.deepEqual(
        [where.phone, where.address, where.county, where.constituency, where.ward],
        ['+254712440918', 'P.O. Box 7, Kasipul', 43, 250, 1246],
      )
    }
    assert.deepEqual((await visitor.get('/api/user/profile/')).json, json)
  })

  test('a field that is not sent stays as it is, and equal values change nothing', async () => {
    const { visitor } = await loggedIn(portal)
    const before = (await patch(visitor, { address: 'Here' })).json
    for (const body of [{}, { phone: before.phone }, { first_name: 'WANJIKU', last_name: " ng'ang'a " }]) {
      assert.deepEqual((await patch(visitor, body)).json, before)
    }
    assert.equal((await patch(visitor, { address: '' })).json.address, '')
  })

  test('W25: a phone is kept as +254; one that is none is refused in the words of S1 §5', async () => {
    const { visitor } = await loggedIn(portal)
    assert.equal((await patch(visitor, { phone: '0110 123 456' })).json.phone, '+254110123456')
    for (const phone of ['', '12345', 'call me'])
      await refused(
        visitor,
        { phone },
        { phone: 'Please enter a valid phone number with country code (e.g., +254XXXXXXXXX)' },
      )
  })

  test('A15: after a No no type of disability is stored, and a Yes needs its type', async () => {
    const { id, visitor } = await loggedIn(portal)
    await refused(visitor, { is_pwd: 'Yes' }, { disability_type: 'Please specify the type of disability' })
    const stored = () => portal.db.row(sql`select is_pwd, disability_type from users where id = ${id}`)
    const { text } = await patch(visitor, { is_pwd: 'Yes', disability_type: 'Hearing' })
    assert.deepEqual(await stored(), { is_pwd: true, disability_type: 'Hearing' })
    assert.doesNotMatch(text, /hearing|pwd/i)
    await patch(visitor, { disability_type: 'Visual' })
    assert.deepEqual(await stored(), { is_pwd: true, disability_type: 'Visual' })
    await patch(visitor, { is_pwd: false, disability_type: 'Visual' })
    assert.deepEqual(await stored(), { is_pwd: false, disability_type: '' })
  })
})

describe('W12 what is compared with documents', () => {
  for (const [field, value] of [
    ['first_name', 'Achieng'],
    ['last_name', 'Otieno'],
    ['idno', '23456789'],
    ['date_of_birth', '1990-01-01'],
    ['first_name', ''],
    ['idno', ''],
  ] as const) {
    test(`${field} to '${value}' is refused at the field, once it is there`, async () => {
      const { visitor } = await loggedIn(portal)
      await refused(visitor, { [field]: value, address: 'not kept either' }, { [field]: FIXED })
    })
  }

  test('an empty field may be filled in once, by the rules of registration', async () => {
    const { id, visitor } = await loggedIn(portal)
    await portal.db.run(
      sql`update users set first_name = '', middle_name = '', id_number = ${`?${id}`} where id = ${id}`,
    )
    await portal.db.run(sql`update users set id_number = '' where id = ${id}`)
    await refused(visitor, { first_name: 'a' }, { first_name: 'Name must be at least 2 characters long' })
    await refused(visitor, { idno: '1234' }, { idno: 'ID Card number must be 8 or 9 digits' })
    const { json } = await patch(visitor, { first_name: 'achieng', middle_name: 'mercy', idno: ' 31415926 ' })
    assert.deepEqual([json.user.first_name, json.idno], ['Achieng', '31415926'])
    await refused(visitor, { middle_name: 'Akinyi' }, { middle_name: FIXED })
    await refused(visitor, { idno: '31415927' }, { idno: FIXED })
  })

  test('T38: an ID number that someone else has is refused at the field', async () => {
    const { id, visitor } = await loggedIn(portal)
    const other = await member(portal)
    const theirs = await portal.db.row<{ id_number: string }>(
      sql`select id_number from users where id = ${other.id}`,
    )
    await portal.db.run(sql`update users set id_number = '' where id = ${id}`)
    await refused(
      visitor,
      { idno: theirs?.id_number },
      { idno: 'An account with this email or ID number already exists' },
    )
  })
})

describe('W12 county, constituency and ward change together', () => {
  const county = 'Please select a county'
  const constituency = 'Please select a constituency'
  const ward = 'Please select a ward'
  // Ward 1246 is in constituency 250 of county 43. Ward 1366 is elsewhere, and no county has the number 99.
  for (const [body, sentences] of [
    [{ county: 43 }, { constituency, ward }],
    [{ ward: 1246 }, { county, constituency }],
    [{ county: 43, constituency: 250, ward: 1366 }, { ward }],
    [{ county: 47, constituency: 250, ward: 1246 }, { constituency }],
    [{ county: 99, constituency: 250, ward: 1246 }, { county }],
    [{ county: 43, constituency: 250, ward: 999999 }, { ward }],
  ] as [Record<string, unknown>, Record<string, string>][]) {
    test(`${JSON.stringify(body)} is refused, and the person must choose again`, async () => {
      const { visitor } = await loggedIn(portal)
      await refused(visitor, body, sentences)
    })
  }
})

test('W12: a change is in the log by the names of its columns, and without what they hold (T29)', async () => {
  const { id, visitor } = await loggedIn(portal)
  portal.log.length = 0
  await patch(visitor, { phone: '+254799000111', address: 'Ward 7' })
  await patch(visitor, { phone: '+254799000111' })
  const lines = portal.log.filter(({ event }) => event === 'profile.changed')
  assert.deepEqual(
    lines.map(({ fields }) => fields),
    [{ id, kind: 'phone address' }],
  )
  assert.doesNotMatch(JSON.stringify(portal.log), /799000111|Ward 7/)
})

test('T10: no one can change another person’s profile by sending an id', async () => {
  const [me, other] = [await loggedIn(portal), await loggedIn(portal)]
  assert.equal(
    (await patch(me.visitor, { id: other.id, user_id: other.id, email: 'x@example.com', address: 'Mine' }))
      .status,
    200,
  )
  assert.equal(await count(portal, sql`select from users where address = 'Mine' and id = ${me.id}`), 1)
  assert.equal(
    await count(portal, sql`select from users where address = 'Mine' or email = 'x@example.com'`),
    1,
  )
  assert.equal((await patch(portal.visitor(), { address: 'Nobody' })).status, 401)
})

test('S2 §3: the profile offers the lists of the application that was written last', async () => {
  const { id, visitor } = await loggedIn(portal)
  const [first = 0, second = 0, third = 0] = await postJobs(portal, {}, {}, {})
  const minutesLater = (minute: number) => new Date(portal.clock.now().getTime() + minute * 60_000)
  const older = await applicationOf(portal, id, first, { status: 'Pending', at: minutesLater(0) })
  const newer = await applicationOf(portal, id, second, { at: minutesLater(1) })
  // The third application is the newest, but its lists of referees and the like are empty.
  await applicationOf(portal, id, third, { at: minutesLater(2) })
  const referee = (name: string) =>
    JSON.stringify([
      { name, position: 'Head', organization: 'School', email: 'h@example.com', phone: '+254700000000' },
    ])
  await portal.db.run(
    sql`update job_applications set referees = ${referee('Older')}::jsonb where id = ${older}`,
  )
  await portal.db.run(
    sql`update job_applications set referees = ${referee('Newer')}::jsonb where id = ${newer}`,
  )
  const { profile } = (await visitor.get('/api/user/profile/')).json
  assert.deepEqual(
    [profile.education, profile.experience, profile.referees.map((entry: { name: string }) => entry.name)],
    [[], [], ['Newer']],
  )
})
