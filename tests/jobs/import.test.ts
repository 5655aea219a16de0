import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { exportJobs, importJobs } from '../../server/jobs/import.ts'
import { ImportProblem } from '../../server/jobs/import-file.ts'
import { jobRow, postSample } from '../support/jobs.ts'
import { jobStaff } from '../support/staff-jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

// The portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())
beforeEach(() => portal.db.run(sql`delete from jobs`))

/** Imports a file of jobs. The argument is the file's text, or the content from which the text is made. */
const load = (file: unknown) =>
  importJobs(portal.deps, typeof file === 'string' ? file : JSON.stringify(file))
type Row = Record<string, unknown> & { expiry_date: Date; created_at: Date; updated_at: Date }
const rows = () => portal.db.rows<Row>(sql`select * from jobs order by id`)
/** The errors of a file of jobs. Expects that the import changed no job. */
async function problemsOf(file: unknown): Promise<string[]> {
  const before = await rows()
  const problem = await load(file).then(
    () => assert.fail('it was imported'),
    (error: unknown) => error,
  )
  assert.ok(problem instanceof ImportProblem, String(problem))
  assert.deepEqual(await rows(), before)
  return problem.message.split('\n')
}

describe('jobs import', () => {
  test('adds new jobs and updates existing ones, by their references', async () => {
    assert.deepEqual(await load([jobRow({ reference: 'A/1', title: 'One' }), jobRow({ reference: 'A/2' })]), {
      added: 2,
      updated: 0,
    })
    const [first] = await rows()
    portal.clock.advance(1_000)
    assert.deepEqual(
      await load([jobRow({ reference: ' A/1 ', title: 'Uno' }), jobRow({ reference: 'A/3' })]),
      { added: 1, updated: 1 },
    )
    const [again, , third] = await rows()
    assert.deepEqual([again?.id, again?.title, again?.created_at], [first?.id, 'Uno', first?.created_at])
    assert.ok(again && first && again.updated_at > first.updated_at)
    assert.equal(third?.reference, 'A/3')
    portal.clock.set(A_TUESDAY)
  })
  test('takes the shape of the samples: days from today close at 5 p.m. in Nairobi', async () => {
    await load([jobRow({ expires_in_days: 9, posted_days_ago: 3 })])
    const [row] = await rows()
    assert.equal(row?.expiry_date.toISOString(), '2026-12-03T14:00:00.000Z')
    assert.equal(row?.created_at.toISOString(), '2026-11-21T11:02:00.000Z')
    assert.equal(row?.is_active, true)
  })
  test('J3 takes is_active, expiry_date and created_at, which win over counted days', async () => {
    await load([
      jobRow({
        is_active: false,
        expiry_date: '2026-12-05',
        created_at: '2026-11-01T08:00:00+03:00',
        expires_in_days: 1,
        posted_days_ago: 1,
      }),
    ])
    const [row] = await rows()
    assert.equal(row?.is_active, false)
    assert.equal(row?.expiry_date.toISOString(), '2026-12-05T20:59:59.000Z')
    assert.equal(row?.created_at.toISOString(), '2026-11-01T05:00:00.000Z')
  })
  test('a created_at without a time means the start of that day, so a job of today is not published in the future', async () => {
    await load([jobRow({ created_at: '2026-11-24' })])
    assert.equal((await rows())[0]?.created_at.toISOString(), '2026-11-23T21:00:00.000Z')
  })
  test('a file cannot publish a job that officers keep from the public: the row is named, and nothing of the file is imported', async () => {
    await load([
      jobRow({ reference: 'S/1' }),
      jobRow({ reference: 'S/2' }),
      jobRow({ reference: 'S/3' }),
      jobRow({ reference: 'S/4', is_active: false }),
    ])
    await portal.db.run(sql`update jobs set is_active = false, state = 'draft' where reference = 'S/1'`)
    await portal.db.run(sql`update jobs set is_active = false, state = 'archived' where reference = 'S/2'`)
    await portal.db.run(
      sql`update jobs set is_active = false, publish_at = ${portal.clock.now()} where reference = 'S/3'`,
    )
    const file = ['S/1', 'S/2', 'S/3', 'S/4'].map((reference) => `  ${JSON.stringify(jobRow({ reference }))}`)
    const problems = await problemsOf(`[\n${file.join(',\n')}\n]`)
    assert.deepEqual(
      problems,
      [1, 2, 3].map(
        (n) =>
          `line ${n + 1}: is_active: S/${n} is a draft, scheduled or archived. Staff must publish it on its page, because a file cannot.`,
      ),
    )
    assert.deepEqual(
      await load(await exportJobs(portal.deps)),
      { added: 0, updated: 4 },
      'as they are they may stand in a file',
    )
    await load([jobRow({ reference: 'S/4' })])
    assert.deepEqual(
      (await rows()).map(({ state, is_active }) => [state, is_active]),
      [
        ['draft', false],
        ['archived', false],
        ['published', false],
        ['published', true],
      ],
    )
  })
  test('reads a file that starts with a byte order mark', async () => {
    assert.deepEqual(await load(`\ufeff${JSON.stringify([jobRow()])}`), { added: 1, updated: 0 })
  })
  test('export and import bring back every job as it was', async () => {
    await postSample(portal)
    await load([
      jobRow({ is_active: false, title: 'Ñandú “x” \\ "y" 🗳' }),
      jobRow({
        expiry_date: '2026-01-01',
        experience_required: false,
        min_referees: 3,
        documents: 'required',
        min_age: 19,
        county_code: 47,
      }),
    ])
    const file = await exportJobs(portal.deps)
    const withoutIdAndTime = (all: Record<string, unknown>[]) =>
      all.map(({ id: _id, updated_at: _updated, ...rest }) => rest)
    // The 24 sample jobs, and the two jobs that were added above.
    const jobsBefore = withoutIdAndTime(await rows())
    assert.deepEqual(await load(file), { added: 0, updated: 26 })
    assert.deepEqual(withoutIdAndTime(await rows()), jobsBefore)
    await portal.db.run(sql`delete from jobs`)
    assert.deepEqual(await load(file), { added: 26, updated: 0 })
    assert.deepEqual(withoutIdAndTime(await rows()), jobsBefore)
    assert.equal(await exportJobs(portal.deps), file)
  })
  test('an export with a draft that officers have yet to complete can be imported again, and the draft stays a draft', async () => {
    const staff = await jobStaff(portal)
    const empty = { department: '', location: '', description_html: '', qualification_html: '' }
    await staff.draft({ reference: 'D/1', ...empty })
    const file = await exportJobs(portal.deps)
    const drafts = async () =>
      (await rows()).map(({ state, is_active, ...row }) => [
        state,
        is_active,
        ...Object.keys(empty).map((field) => row[field]),
      ])
    const draft = ['draft', false, '', '', '', '']
    assert.deepEqual(await drafts(), [draft])
    assert.deepEqual(await load(file), { added: 0, updated: 1 })
    assert.deepEqual(await drafts(), [draft])
    await portal.db.run(sql`delete from jobs`)
    assert.deepEqual(await load(file), { added: 1, updated: 0 })
    assert.deepEqual(await drafts(), [draft])
    assert.equal(await exportJobs(portal.deps), file)
  })
  test('only a draft may leave texts empty: not a public job, and not a job that was public', async () => {
    await load([
      jobRow({ reference: 'E/1' }),
      jobRow({ reference: 'E/2', is_active: false }),
      jobRow({ reference: 'E/3', is_active: false }),
    ])
    await portal.db.run(sql`update jobs set state = 'archived' where reference = 'E/3'`)
    const file = [
      jobRow({ reference: 'E/1', is_active: false, location: ' ' }),
      jobRow({ reference: 'E/2', is_active: false, description_html: '' }),
      jobRow({ reference: 'E/3', is_active: false, qualification_html: '' }),
      jobRow({ reference: 'E/4', department: '' }),
    ]
    assert.deepEqual(
      await problemsOf(file),
      ['location', 'description_html', 'qualification_html', 'department'].map(
        (field) => `line 1: ${field}: must not be empty`,
      ),
    )
  })
  test('the documents that a job names: a renamed document keeps its kind, and the kind of a removed one is not used again', async () => {
    /** Imports the job with these wanted documents. Returns the wanted documents as they are stored. */
    const importWith = async (...wanted: Record<string, unknown>[]) => {
      await load([jobRow({ reference: 'N/1', wanted_documents: wanted })])
      return (await rows())[0]?.['wanted_documents']
    }
    assert.deepEqual(await importWith({ name: 'ID card', required: true }, { name: ' Certificate ' }), [
      { kind: 'document_1', name: 'ID card', required: true },
      { kind: 'document_2', name: 'Certificate', required: false },
    ])
    assert.deepEqual(await importWith({ name: 'Letter' }, { kind: 'document_1', name: 'Identity card' }), [
      { kind: 'document_3', name: 'Letter', required: false },
      { kind: 'document_1', name: 'Identity card', required: false },
    ])
    assert.deepEqual(await importWith(), [])
    const seven = [...'ABCDEFG'].map((entry) => ({ name: `Document ${entry}` }))
    for (const [wanted, reason] of [
      [seven, /^line 1: wanted_documents: This job has named 8 documents/],
      [[...seven, ...seven], /at most 8 documents/],
      [[{ name: 'cv' }], /Two documents have the same name/],
      [[{ name: 'x' }], /a name of 2 to 80 characters/],
      [[{ name: 'one\ntwo' }], /on one line/],
      [[{ name: 'ID card', kind: 'cv' }], /wanted_documents.0.kind: must be document_1 to document_8/],
      [[{ name: 'ID card', required: 'yes' }], /must be true or false/],
      [['ID card'], /must be an object with a name/],
      ['ID card', /must be a list of documents/],
    ] as const)
      assert.match(
        (await problemsOf([jobRow({ reference: 'N/1', wanted_documents: wanted })])).join(),
        reason,
      )
  })
  test('an empty list adds no job and is no error', async () => {
    assert.deepEqual(await load([]), { added: 0, updated: 0 })
    assert.equal(await exportJobs(portal.deps).then((text) => JSON.parse(text).length), 0)
  })
})

describe('a bad file: each bad row with its line and reason, and none is imported', () => {
  test('every bad row is named, whatever is wrong with it', async () => {
    const good = JSON.stringify(jobRow())
    const file = [
      '[',
      `${good},`,
      `${JSON.stringify(jobRow({ title: '' }))},`,
      `${JSON.stringify(jobRow({ job_type_id: 9 }))},`,
      '"a job",',
      '{',
      '  "reference": "X/{[\\"1",',
      '  "title": "no department"',
      '},',
      `${JSON.stringify(jobRow({ county_code: 48, min_qualification_level_id: 99 }))},`,
      `${JSON.stringify(jobRow({ reference: 'TWICE' }))}, ${JSON.stringify(jobRow({ reference: 'TWICE' }))}`,
      ']',
    ].join('\n')
    assert.deepEqual(
      (await problemsOf(file)).map((problem) =>
        problem.replace(/(department|location|job_type_id|description_html|qualification_html): .*/, '$1'),
      ),
      [
        'line 3: title: must not be empty',
        'line 4: job_type_id',
        'line 5: the row: must be an object',
        ...['department', 'location', 'job_type_id', 'description_html', 'qualification_html'].map(
          (field) => `line 6: ${field}`,
        ),
        'line 10: county_code: there is no such county',
        'line 10: min_qualification_level_id: there is no such level',
        'line 11: reference: TWICE appears twice in this file',
      ],
    )
  })
  for (const [field, value, reason] of [
    ['title', 'a'.repeat(201), /characters at most/],
    ['title', 'a\u0000b', /cannot be stored/],
    ['title', 'a\u202eb', /cannot be stored/],
    ['title', 7, /must be text/],
    ['job_type_id', '2', /whole number/],
    ['job_type_id', 3_000_000_000, /out of range/],
    ['county_code', -1, /no such county/],
    ['vacancies', 0, /at least 1/],
    ['vacancies', 1.5, /whole number/],
    ['vacancies', 1e12, /out of range/],
    ['is_active', 'yes', /true or false/],
    ['expires_in_days', 1e9, /out of range/],
    ['posted_days_ago', -1e9, /out of range/],
    ['expiry_date', '3/12/2026', /must be a date/],
    ['expiry_date', '2026-02-30', /must be a date/],
    ['expiry_date', '2026-13-01', /must be a date/],
    ['expiry_date', '2026-12-03T25:00:00', /must be a date/],
    ['expiry_date', 'tomorrow', /must be a date/],
    ['expiry_date', '1', /must be a date/],
    ['created_at', 20_261_203, /must be text/],
    ['documents', 'maybe', /asked, required or none/],
    ['min_referees', 9, /1 to 5/],
    ['min_age', 12, /18 to 100/],
    ['description_html', '', /must not be empty/],
    ['description_html', '<p>a\u0007b</p>', /cannot be stored/],
  ] as const) {
    test(`${field} ${JSON.stringify(value).slice(0, 30)}`, async () => {
      const [problem = ''] = await problemsOf([jobRow({ [field]: value })])
      assert.ok(problem.startsWith(`line 1: ${field}: `), problem)
      assert.match(problem, reason)
    })
  }
  for (const [what, file, expected] of [
    ['no JSON', '[\n{"reference": "A",\n}]', /^line 3: this is not JSON/],
    ['nothing', '', /^line 1: this is not JSON/],
    ['no list', '{"reference":"A"}', /^line 1: the file must hold a list of jobs/],
    ['a word', '"jobs"', /^line 1: the file must hold a list of jobs/],
  ] as const) {
    test(`a file with ${what}`, async () => {
      assert.match((await problemsOf(file)).join('\n'), expected)
    })
  }
  test('if the database refuses one row, none of the file’s rows is imported', async () => {
    await portal.db.run(sql`alter table jobs add constraint no_bears check (title <> 'Bear')`)
    await assert.rejects(load([jobRow(), jobRow({ title: 'Bear' })]))
    assert.deepEqual(await rows(), [])
  })
})
