import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Job } from '#contract/jobs/endpoints.ts'
import { WIRE } from '#contract/wire.ts'
import { sql } from '../../server/database/connect.ts'
import { exportJobs, importJobs } from '../../server/jobs/import.ts'
import { ImportProblem } from '../../server/jobs/import-file.ts'
import { nextMinute, loggedIn } from '../support/accounts.ts'
import { sentByHand } from '../support/decisions.ts'
import { jobRow, postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type JobStaff, jobContent, jobStaff, KISWAHILI } from '../support/staff-jobs.ts'

let portal: Portal
/** A recruiter writes jobs, an approver decides about them. KISWAHILI has texts of a job. */
let staff: JobStaff
before(async () => {
  portal = await openPortal()
  staff = await jobStaff(portal)
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

const read = async (path: string): Promise<Job> => (await portal.visitor().get(path)).json
/** The job as a visitor reads it in English, and in Kiswahili. */
const inBoth = async (id: number) => [
  await read(`/api/jobs/${id}/`),
  await read(`/api/jobs/${id}/?language=sw`),
]
const titlesFor = async (query: string) => {
  const { results } = (await portal.visitor().get(`/api/jobs/${query}`)).json
  return (results as Job[]).map(({ title }) => title)
}
const refusedFields = ({ status, json }: { status: number; json: Record<string, unknown> }) => [
  status,
  ...['title_sw', 'terms_sw', 'remuneration_sw', 'description_sw'].map(
    (field) => (json[field] as string[] | undefined)?.[0],
  ),
]

describe('J14 a job in Kiswahili', () => {
  test('people who ask for Kiswahili read it; no one else gets a byte of it', async () => {
    const id = await staff.published(KISWAHILI)
    const [english, kiswahili] = await inBoth(id)
    assert.deepEqual(
      [kiswahili?.title, kiswahili?.terms, kiswahili?.remuneration, kiswahili?.description],
      ['Karani wa Ghala', 'Miezi mitatu', 'KES 1,200 kwa siku', '<p>Utatunza maghala ya kaunti.</p>'],
    )
    assert.equal(kiswahili?.qualification, '<ul><li>Cheti cha KCSE</li></ul>')
    assert.equal(kiswahili?.preview, 'Utatunza maghala ya kaunti.')
    assert.deepEqual(kiswahili?.in_kiswahili, [
      'title',
      'description',
      'qualification',
      'terms',
      'remuneration',
    ])
    assert.doesNotMatch(JSON.stringify(english), /Karani|maghala|cheti|kiswahili|_sw/i)
    // Jobs are not written in this language, so the parameter is ignored, like a wrong filter.
    assert.deepEqual(await read(`/api/jobs/${id}/?language=fr`), english)
    const list = await portal.visitor().get('/api/jobs/list/')
    assert.doesNotMatch(list.text, /Karani wa Ghala|in_kiswahili|_sw/)
    assert.ok((await titlesFor('list/?language=sw')).includes('Karani wa Ghala'))
  })

  test('a text without a Kiswahili version is in English, and the reply names the texts that are in Kiswahili', async () => {
    const id = await staff.published({ title_sw: KISWAHILI.title_sw, description_sw: '<p> </p>' })
    const [english, kiswahili] = await inBoth(id)
    assert.deepEqual([kiswahili?.title, kiswahili?.in_kiswahili], [KISWAHILI.title_sw, ['title']])
    assert.deepEqual(
      { ...kiswahili, title: english?.title, in_kiswahili: undefined },
      {
        ...english,
        in_kiswahili: undefined,
      },
    )
    const [, untranslated] = await inBoth(await staff.published())
    assert.deepEqual(untranslated?.in_kiswahili, [])
  })

  test('J12 its rich text is sanitised like the English one, for the second officer too', async () => {
    const hostile = '<h1>Kazi</h1><p onclick="alert(1)">Habari<script>alert(1)</script></p>'
    const id = await staff.draft({ description_sw: hostile, qualification_sw: hostile })
    const clean = '<h3>Kazi</h3><p>Habari</p>'
    assert.equal((await staff.detail(id)).json.content.description_sw, clean)
    const { json } = await staff.propose(id, {
      kind: 'publish',
      content: jobContent({ qualification_sw: hostile }),
    })
    assert.equal(json.changes[0].content.qualification_sw, clean)
    const preview = await staff.author.visitor.post('/api/staff/jobs/preview/', { description_sw: hostile })
    assert.deepEqual([preview.json.description_sw, preview.json.preview_sw], [clean, 'Kazi Habari'])
  })

  test('the limits are those of the English texts, refused at their fields', async () => {
    const long = {
      title_sw: 'k'.repeat(201),
      terms_sw: 'k'.repeat(301),
      remuneration_sw: 'k\u0000',
      description_sw: 'k'.repeat(100_001),
    }
    assert.deepEqual(refusedFields(await staff.write(long)), [
      422,
      WIRE.tooLong(200),
      WIRE.tooLong(300),
      WIRE.unstorable,
      WIRE.tooLong(100_000),
    ])
    const longest = {
      title_sw: '𝒌'.repeat(100),
      terms_sw: 'k'.repeat(300),
      description_sw: 'k'.repeat(100_000),
    }
    assert.equal((await staff.write(longest)).status, 200)
    // When the text is sanitised, each `&` becomes `&amp;`, which is five times as long.
    const grown = '&'.repeat(30_000)
    const { status, json } = await staff.write({ description_html: grown, description_sw: grown })
    assert.deepEqual(
      [status, json.description_html, json.description_sw],
      [422, [WIRE.tooLong(100_000)], [WIRE.tooLong(100_000)]],
    )
  })

  test('an edit waits for a second officer; a copy has the texts too', async () => {
    const id = await staff.published()
    const { json } = await staff.detail(id)
    const change = await staff.proposed(id, {
      kind: 'edit',
      content: { ...json.content, ...KISWAHILI },
      updated_at: json.updated_at,
    })
    assert.deepEqual((await read(`/api/jobs/${id}/?language=sw`)).in_kiswahili, [])
    const decided = (await staff.decide(id, change)).json
    assert.equal(decided.changes[0].content.title_sw, KISWAHILI.title_sw)
    const copy = (await staff.author.visitor.post('/api/staff/jobs/', { copy_of: id })).json
    const { title_sw, terms_sw, remuneration_sw, description_sw, qualification_sw } = copy.content
    assert.deepEqual({ title_sw, terms_sw, remuneration_sw, description_sw, qualification_sw }, KISWAHILI)
    // An old proposal lacks the Kiswahili texts, because jobs did not have them at that time.
    await portal.db.run(
      sql`update job_changes set content = content - array['title_sw', 'description_sw', 'terms_sw'] where id = ${change}`,
    )
    assert.equal((await staff.detail(id)).json.changes[0].content.title_sw, '')
  })

  test('J5 a search in Kiswahili finds both titles; the list in English stays as it is', async () => {
    const id = await staff.published({ title: 'Store Keeper of Wajir', title_sw: 'Mtunza Bohari wa Wajir' })
    assert.deepEqual(await titlesFor('list/?search=bohari&language=sw'), ['Mtunza Bohari wa Wajir'])
    assert.deepEqual(await titlesFor('list/?search=keeper%20of&language=sw'), ['Mtunza Bohari wa Wajir'])
    assert.deepEqual(await titlesFor('list/?search=bohari'), [])
    // The search finds words in any order, and a job by its words in either language.
    assert.deepEqual(await titlesFor('wider/?search=wajir%20mtunza&language=sw'), ['Mtunza Bohari wa Wajir'])
    assert.deepEqual(await titlesFor('wider/?search=bohari'), ['Store Keeper of Wajir'])
    await staff.changed(id, { kind: 'archive' })
    assert.deepEqual(await titlesFor('list/?search=bohari&language=sw'), [])
  })

  test('an import file may have the texts, and an export has them', async () => {
    await importJobs(portal.deps, JSON.stringify([jobRow({ reference: 'SW/1', ...KISWAHILI })]))
    const exported = (JSON.parse(await exportJobs(portal.deps)) as Record<string, unknown>[]).find(
      ({ reference }) => reference === 'SW/1',
    )
    for (const [field, text] of Object.entries(KISWAHILI)) assert.equal(exported?.[field], text)
    const problem = await importJobs(
      portal.deps,
      JSON.stringify([jobRow({ title_sw: 'k'.repeat(201) })]),
    ).then(
      () => undefined,
      (error: unknown) => error,
    )
    assert.ok(problem instanceof ImportProblem)
    assert.match(problem.message, /title_sw: must be 200 characters at most/)
  })
})

describe('J14 what a person sees of a job in Kiswahili', () => {
  const reader = async () => {
    const person = await loggedIn(portal)
    person.visitor.language = 'sw'
    return person
  }

  test('applications and notifications name it in the language of the page', async () => {
    const [job = 0, english = 0] = await postJobs(portal, KISWAHILI, { title: 'Driver' })
    const { visitor } = await reader()
    for (const id of [job, english]) await visitor.post('/api/job-applications/', { job: id })
    const list = (await visitor.get('/api/job-applications/')).json as { job: Job }[]
    const languages = Object.fromEntries(
      list.map(({ job: { title, in_kiswahili } }) => [title, in_kiswahili]),
    )
    assert.deepEqual(languages, { Driver: [], [KISWAHILI.title_sw]: ['title'] })
    const notifications = (await visitor.get('/api/notifications/')).json as Record<string, unknown>[]
    const titles = notifications.map(({ message, english_title }) => [message, english_title] as const)
    assert.deepEqual(Object.fromEntries(titles), {
      'You started an application for Driver.': 'Driver',
      [`You started an application for ${KISWAHILI.title_sw}.`]: undefined,
    })
    visitor.language = undefined
    const again = await visitor.get('/api/notifications/')
    assert.doesNotMatch(again.text, /Karani|english_title/)
    assert.doesNotMatch((await visitor.get('/api/job-applications/')).text, /Karani|in_kiswahili/)
  })

  test('L8 a sent application of a job that was renamed keeps its frozen English title', async () => {
    const sent = await sentByHand(portal, { ...KISWAHILI, title: 'Clerk of the Store' })
    const { visitor, jobId, applicationId } = sent
    visitor.language = 'sw'
    const detail = async () => (await visitor.get(`/api/job-applications/${applicationId}/`)).json.job
    assert.deepEqual(
      [(await detail()).title, (await detail()).in_kiswahili],
      [KISWAHILI.title_sw, ['title', 'qualification']],
    )
    await portal.db.run(sql`update jobs set title = 'Clerk', title_sw = 'Karani' where id = ${jobId}`)
    assert.deepEqual(
      [(await detail()).title, (await detail()).in_kiswahili],
      ['Clerk of the Store', ['qualification']],
    )
  })
})
