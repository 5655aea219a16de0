import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { APPLICATION } from '../../contract/job-applications/limits.ts'
import { BODY_BYTES } from '../../server/endpoints/body-bytes.ts'
import { sql } from '../../server/database/connect.ts'
import { count } from '../support/accounts.ts'
import {
  detailPath,
  educationEntry,
  PARTIAL,
  put,
  readyToSend,
  refereeEntry,
  SUBMIT,
  updatePath,
} from '../support/answers.ts'
import { openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
let applicant: Awaited<ReturnType<typeof readyToSend>>
before(async () => {
  portal = await openPortal()
  applicant = await readyToSend(portal)
})
after(() => portal.close())

const rowOf = () => portal.db.row(sql`select * from job_applications where id = ${applicant.applicationId}`)
const long = (length: number) => 'x'.repeat(length)

describe('input that no form sends', () => {
  const faulty: [what: string, body: Record<string, unknown>, field: string][] = [
    ['a list that is no list', { education: { institution: 'x' } }, 'education'],
    ['JSON text that is no JSON', { experience: '[{' }, 'experience'],
    ['JSON text of another kind', { referees: '7' }, 'referees'],
    ['entries that are no entries', { education: [1, null] }, 'education'],
    ['a list in place of text', { address: ['a'] }, 'address'],
    ['an object in place of text', { employment_number: { a: 1 } }, 'employment_number'],
    ['text that is too long', { address: long(501) }, 'address'],
    [
      'a line that is too long',
      { education: [educationEntry({ institution: long(APPLICATION.maxLine + 1) })] },
      'education',
    ],
    [
      'too many entries',
      { referees: Array.from({ length: APPLICATION.maxReferees + 1 }, () => refereeEntry()) },
      'referees',
    ],
    ['a date that is none', { experience: [{ start_date: '3/4/2020' }] }, 'experience'],
    ['a NUL', { address: 'a\u0000b' }, 'address'],
    ['half a surrogate', { referees: [refereeEntry({ name: '\ud800' })] }, 'referees'],
    ['a mark that turns text around', { address: '\u202eevil' }, 'address'],
    ['a place that is no number', { huduma_centre: '1 or 1=1' }, 'huduma_centre'],
    ['a version below nought', { version: -1 }, 'version'],
  ]
  for (const [what, body, field] of faulty) {
    test(`${what} is 422 at ${field}, on every write, and changes nothing`, async () => {
      const before = await rowOf()
      for (const answer of [
        await applicant.visitor.post(PARTIAL, { job_id: applicant.jobId, ...body }),
        await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId, ...body }),
        await put(applicant.visitor, updatePath(applicant.applicationId), body),
      ]) {
        assert.equal(answer.status, 422, answer.text)
        assert.ok(Array.isArray(answer.json[field]), answer.text)
      }
      assert.deepEqual(await rowOf(), before)
    })
  }
  for (const raw of ['', '[]', '7', 'null', '{', '"x"']) {
    test(`a body of ${raw || 'nothing'} is 400`, async () => {
      for (const path of [PARTIAL, SUBMIT])
        assert.equal((await applicant.visitor.request('POST', path, { raw })).status, 400, path)
    })
  }
  test('T27 a body above the limit is 413', async () => {
    assert.equal(
      (await applicant.visitor.post(PARTIAL, { job_id: applicant.jobId, address: long(BODY_BYTES.any) }))
        .status,
      413,
    )
  })
  test('T19 quotes, backslashes, wildcards and dollar characters come back as they were', async () => {
    const odd = `'; drop table users; -- "\\" $1 %s % _ {} \u2019 \ud83c\uddf0\ud83c\uddea`
    assert.equal(
      (
        await applicant.visitor.post(PARTIAL, {
          job_id: applicant.jobId,
          address: odd,
          education: [educationEntry({ institution: odd })],
        })
      ).status,
      200,
    )
    const whole = (await applicant.visitor.get(detailPath(applicant.applicationId))).json
    assert.deepEqual([whole.address, whole.education[0].institution], [odd, odd])
  })
})

describe('T20 nothing else of a body is believed', () => {
  // Database columns that a request body must not set, and `__proto__`, which could change a JavaScript
  // object.
  const more = {
    id: 7,
    user_id: 1,
    user: 1,
    is_completed: true,
    reference_number: 'K7-4TR9XM-P',
    status: 'Hired',
    submitted_at: '2000-01-01',
    created_at: '2000-01-01',
    is_staff: true,
    flags: [],
    constructor: 1,
  }
  test('T20 columns of the row, at the top and in the entries; and what JSON can do to an object', async () => {
    const raw = JSON.stringify({
      job_id: applicant.jobId,
      ...more,
      education: [educationEntry({ ...more, is_valid: true })],
    }).replace('{', '{"__proto__":{"is_completed":true},')
    const answer = await applicant.visitor.request('POST', PARTIAL, { raw })
    // The status is 400 if the parser refuses `__proto__`, and 200 if it ignores it. Both are right.
    assert.ok([200, 400].includes(answer.status), answer.text)
    assert.equal(
      (
        await applicant.visitor.post(PARTIAL, {
          job_id: applicant.jobId,
          ...more,
          education: [educationEntry(more)],
        })
      ).status,
      200,
    )
    const row = await portal.db.row<Record<string, unknown>>(sql`
      select user_id, is_completed, reference_number, status, submitted_at, created_at, education from job_applications where id = ${applicant.applicationId}`)
    assert.deepEqual(row, {
      user_id: applicant.id,
      is_completed: false,
      reference_number: null,
      status: 'Pending',
      submitted_at: null,
      created_at: portal.clock.now(),
      education: [educationEntry({ qualification_level_name: '' })],
    })
    assert.equal(await count(portal, sql`select from job_applications`), 1)
  })
})

test('R13 none of it was an error of the server', () => {
  assert.deepEqual(
    portal.log.filter(({ level }) => level === 'error'),
    [],
  )
})
