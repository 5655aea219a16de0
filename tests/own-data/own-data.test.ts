import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { SUGGESTED_QUESTIONS } from '#contract/accounts/words.ts'
import { sayReason } from '#contract/decisions/reasons.ts'
import { OWN_DATA, OWN_DATA_WORDS as WORDS } from '#contract/own-data/words.ts'
import { sql } from '../../server/database/connect.ts'
import { LABELS, TECHNICAL } from '../../server/own-data/page-words.ts'
import { nextMinute, PASSWORD } from '../support/accounts.ts'
import { PARTIAL, readyToSend, SUBMIT } from '../support/answers.ts'
import { correct, reopen } from '../support/corrections.ts'
import { decisionStaff, good, sentByHand } from '../support/decisions.ts'
import { emailsTo } from '../support/emails.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { officer } from '../support/staff.ts'
import { form, send } from '../support/uploads.ts'
import { unzip } from '../support/xlsx.ts'

const DAY_MS = 86_400_000

// People download all data about themselves as a ZIP. It has a page to read, the same data as JSON, receipts
// and documents.

let portal: Portal
before(async () => {
  portal = await openPortal()
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

type Person = Awaited<ReturnType<typeof readyToSend>>

/** Downloads a copy of a person's data. `files` has the ZIP's files by name, or none after a refusal. */
async function take({ visitor }: Person, password = PASSWORD) {
  const answer = await fetch(`${portal.url}/api/own-data/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Token ${visitor.token}` },
    body: JSON.stringify({ password }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { answer, files: answer.status === 200 ? unzip(bytes) : new Map<string, Buffer>(), bytes }
}
async function addDocument({ visitor, applicationId }: Person, data: Buffer) {
  const { body, type } = form([{ name: 'file', file: "ng'ang'a/../cv.pdf", data }])
  const { status, text } = await send(`${portal.url}/api/job-applications/${applicationId}/documents/cv/`, {
    token: visitor.token,
    headers: { 'content-type': type, 'content-length': body.length },
    body,
  })
  assert.equal(status, 200, text)
}

/** Names in the JSON of a copy for which people get no word. Technical names are left out. */
function namesWithoutWord(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesWithoutWord)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(LABELS[name] === undefined && !TECHNICAL.has(name) ? [name] : []),
    ...namesWithoutWord(member),
  ])
}

/** The stored documents that the portal holds open. It runs in this process, so /proc/self lists them. */
const openDocuments = () =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(`${portal.deps.config.dataDir}/files/`)
    } catch {
      // The portal closed this file after the folder was read.
      return false
    }
  })

describe('T35 a person takes a copy of everything about them', () => {
  test('account, application, receipt, document and lists, readable and as JSON; nothing of anyone else, no secret', async () => {
    const person = await readyToSend(portal, { over: { address: 'CANARY-ADDRESS' } })
    const other = await readyToSend(portal, { over: { address: 'OTHER-ADDRESS' } })
    const file = pdf()
    await addDocument(person, file)
    const sent = good(await person.visitor.post(SUBMIT, { job_id: person.jobId }))
    const draft = await readyToSend(portal)
    // The test moves the draft of a second account to this person.
    await portal.db.run({
      text: 'update job_applications set user_id = $1 where id = $2',
      values: [person.id, draft.applicationId],
    } as never)

    const { answer, files } = await take(person)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/zip')
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="my-data-\d{4}-/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const folder = `applications/${sent.reference_number}`
    assert.deepEqual([...files.keys()].map((name) => name.replace(/cv-.*/, 'cv')).sort(), [
      `${folder}/cv`,
      `${folder}/receipt.json`,
      'my-data.html',
      'my-data.json',
    ])
    const document = [...files].find(([name]) => name.includes('/cv-'))
    assert.ok(document?.[1].equals(file))
    assert.doesNotMatch(document?.[0] ?? '', /\.\.\//)
    const json = JSON.parse(files.get('my-data.json')?.toString() ?? '')
    assert.equal(json.account.email, person.email)
    assert.deepEqual(
      json.applications.map(({ id, is_completed }: { id: number; is_completed: boolean }) => [
        id,
        is_completed,
      ]),
      [
        [person.applicationId, true],
        [draft.applicationId, false],
      ],
    )
    assert.ok(json.notifications.length > 0 && json.logged_in.length > 0)
    for (const name of ['my-data.html', 'my-data.json']) {
      const text = files.get(name)?.toString() ?? ''
      for (const own of ['CANARY-ADDRESS', person.email, sent.reference_number, 'Moi University'])
        assert.ok(text.includes(own), `${own} in ${name}`)
      for (const foreign of [
        'OTHER-ADDRESS',
        other.email,
        'password_hash',
        'security_answer_hash',
        '$argon2',
      ])
        assert.ok(!text.includes(foreign), `${foreign} in ${name}`)
    }
    assert.deepEqual(namesWithoutWord(json), [])
    const page = files.get('my-data.html')?.toString() ?? ''
    // The database returns JSON fields in an order of its own. The page must have this order.
    const order = ['First name', 'Email', 'Date of birth', 'County', 'Ward'].map((word) =>
      page.indexOf(`<dt>${word}<`),
    )
    assert.ok(
      order.every((position, index) => position > (order[index - 1] ?? 0)),
      String(order),
    )
    assert.ok(page.includes('<dt>Kind of document</dt><dd>CV</dd>'))
    const emails = await emailsTo(portal, person.email)
    assert.equal(emails.filter(({ subject }) => subject === 'A copy of your data was taken').length, 1)
  })
  test('the page is in the language of the account, in words, without technical values', async () => {
    const person = await readyToSend(portal)
    good(await person.visitor.post(SUBMIT, { job_id: person.jobId }))
    const pageIn = async (language: string) => {
      await portal.db.run(sql`update users set language = ${language} where id = ${person.id}`)
      nextMinute()
      return (await take(person)).files.get('my-data.html')?.toString() ?? ''
    }
    const [english, kiswahili] = [await pageIn('en'), await pageIn('sw')]
    for (const [page, words] of [
      [
        english,
        [
          'lang="en-KE"',
          'Date of birth',
          '>6 May 1999<',
          '>Female<',
          'Logged in on',
          'at 2:02 p.m. EAT',
          'We have received your application',
        ],
      ],
      [kiswahili, ['lang="sw-KE"', 'Taarifa zangu', 'Tarehe ya kuzaliwa', '>Mwanamke<', 'saa 8:02 mchana']],
    ] as const)
      for (const word of words) assert.ok(page.includes(word), word)
    for (const page of [english, kiswahili])
      assert.doesNotMatch(page, /Signature|Salt|_|undefined|\d{4}-\d\d-\d\dT/)
    for (const word of ['Date of birth', 'Female', 'Education', 'Received'])
      assert.ok(!kiswahili.includes(word), word)
  })
  test('in Kiswahili, the page has the portal’s reason for a decision and a suggested question in Kiswahili; a reason that the person typed stays as typed', async () => {
    const person = await sentByHand(portal)
    const staff = await decisionStaff(portal)
    const reason = { reason: '', reason_kind: 'others_stronger' }
    await staff.applied(person.jobId, 'rejected', [person.applicationId], reason)
    const question = { security_question: SUGGESTED_QUESTIONS[0], security_answer: 'Mwalimu Wafula' }
    nextMinute()
    assert.equal((await person.visitor.post('/api/security/set/', question)).status, 200)
    // The person types a sentence of the portal.
    const typed = sayReason({ kind: 'others_stronger', values: {}, words: '' })
    await portal.db.run(sql`
      insert into corrections (user_id, old_values, new_values, reason, asked_at)
      values (${person.id}, '{}', '{}', ${typed}, ${portal.clock.now()})`)
    await portal.db.run(sql`update users set language = 'sw' where id = ${person.id}`)
    const page = (await take(person)).files.get('my-data.html')?.toString() ?? ''
    for (const text of [
      'Waombaji wengine walitimiza masharti ya kazi hii vizuri zaidi.',
      'Mwalimu wako wa kwanza wa darasa aliitwa nani?',
      typed,
    ])
      assert.equal(page.split(`<dd>${text}</dd>`).length, 2, text)
  })
  test('a typed text that only looks like a date stays as typed', async () => {
    const typed = ['2026-13-45', '2026-99-99T99:99:99 Box 4', '2026-12-03T14:00:00, Box 4']
    for (const address of typed) {
      const person = await readyToSend(portal, { over: { address } })
      const { answer, files } = await take(person)
      assert.equal(answer.status, 200)
      assert.ok(files.get('my-data.html')?.toString().includes(`<dd>${address}</dd>`), address)
      nextMinute()
    }
  })
  test('W15 all versions of a corrected application, each with its receipt and its files', async () => {
    const person = await readyToSend(portal, { over: { address: 'CANARY-FIRST' } })
    const [first, second] = [pdf('(first)'), pdf('(second)')]
    await addDocument(person, first)
    const sent = good(await person.visitor.post(SUBMIT, { job_id: person.jobId }))
    good(await reopen(person))
    await addDocument(person, second)
    const { receipt } = good(await correct(person, 'second', { address: 'CANARY-SECOND' }))
    good(await reopen(person))
    good(await person.visitor.post(PARTIAL, { job_id: person.jobId, address: 'CANARY-THIRD' }))
    const { files } = await take(person)
    assert.deepEqual(namesWithoutWord(JSON.parse(files.get('my-data.json')?.toString() ?? '')), [])
    const folder = `applications/${sent.reference_number}`
    const found = (start: string) => [...files].find(([name]) => name.startsWith(`${folder}/${start}`))?.[1]
    // The folder itself has the version that was sent last, the second. `version-1` has the first version.
    // `version-3` has the correction that is not sent yet, with the document of the second version.
    assert.deepEqual(JSON.parse(String(found('receipt.json'))), receipt)
    assert.deepEqual(JSON.parse(String(found('version-1/receipt.json'))), sent.receipt)
    assert.ok(found('version-1/cv-')?.equals(first))
    assert.ok(found('cv-')?.equals(second) && found('version-3/cv-')?.equals(second))
    const text = String(files.get('my-data.json'))
    for (const word of ['CANARY-FIRST', 'CANARY-SECOND', 'CANARY-THIRD']) assert.ok(text.includes(word), word)
  })
  test('replaced and refused texts of a draft, and a corrected name, are part of the copy too', async () => {
    const person = await readyToSend(portal, { over: { address: 'CANARY-REPLACED' } })
    const { version } = good(
      await person.visitor.post(PARTIAL, { job_id: person.jobId, address: 'CANARY-NEWER' }),
    )
    const late = { job_id: person.jobId, address: 'CANARY-REFUSED', version: version - 1 }
    assert.equal((await person.visitor.post(PARTIAL, late)).status, 409)
    const { id: staffId } = await officer(portal, 'administrator')
    await portal.db.run(sql`
      insert into name_corrections (user_id, staff_id, corrected_at, old_first_name, old_middle_name, old_last_name, new_first_name,
        new_middle_name, new_last_name, reason)
      values (${person.id}, ${staffId}, ${portal.clock.now()}, 'Canaryold', '', '', 'Canarynew', '', '', 'CANARY-REASON')`)
    const { files } = await take(person)
    for (const name of ['my-data.html', 'my-data.json'])
      for (const word of ['CANARY-NEWER', 'CANARY-REFUSED', 'Canaryold', 'Canarynew', 'CANARY-REASON'])
        assert.ok(files.get(name)?.toString().includes(word), `${word} in ${name}`)
  })
  test('R2 a stored document that has changed cuts the download at once, and the log says why', {
    timeout: 20_000,
  }, async () => {
    const person = await readyToSend(portal)
    const file = pdf('% changed')
    await addDocument(person, file)
    const hash = createHash('sha256').update(file).digest('hex')
    const changed = Buffer.from(file.map((byte, index) => (index === file.length >> 1 ? byte ^ 1 : byte)))
    writeFileSync(join(portal.deps.config.dataDir, 'files', hash.slice(0, 2), hash), changed)
    await assert.rejects(take(person), { message: 'terminated' })
    const failures = portal.log.filter(({ event }) => event === 'own_data.failed')
    assert.deepEqual(
      failures.map(({ level, fields }) => [level, fields?.code]),
      [['error', 'FILE_DAMAGED']],
    )
    assert.deepEqual(openDocuments(), [])
  })
  test('a download that ends early leaves no document open', async () => {
    const person = await readyToSend(portal)
    for (let documents = 0; documents < 4; documents++) {
      nextMinute()
      const other = documents === 0 ? person : await readyToSend(portal)
      // The document is too large for the buffers of a connection, so the portal is still reading it below.
      await addDocument(other, Buffer.concat([pdf(), randomBytes(4_800_000)]))
      await portal.db.run(
        sql`update job_applications set user_id = ${person.id} where id = ${other.applicationId}`,
      )
    }
    nextMinute()
    const call = request(`${portal.url}/api/own-data/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Token ${person.visitor.token}` },
    })
    call.on('error', () => {})
    call.end(JSON.stringify({ password: PASSWORD }))
    const [answer] = await once(call, 'response')
    answer.on('error', () => {})
    await once(answer, 'readable')
    await until(
      'a document is being read',
      async () => openDocuments(),
      (open) => open.length > 0,
    )
    call.destroy()
    await until(
      'no document is open',
      async () => openDocuments(),
      (open) => open.length === 0,
    )
  })
  test('the password is needed; wrong ones are counted as at a login and lock', async () => {
    const person = await readyToSend(portal)
    const missing = await person.visitor.post('/api/own-data/', { password: '' })
    assert.deepEqual([missing.status, missing.json.password], [422, [WORDS.passwordRequired]])
    for (let tries = 0; tries < 5; tries++) {
      const wrong = await person.visitor.post('/api/own-data/', { password: 'not this one' })
      assert.deepEqual([wrong.status, wrong.json.password], [422, [WORDS.wrongPassword]])
    }
    const locked = await person.visitor.post('/api/own-data/', { password: PASSWORD })
    assert.deepEqual([locked.status, locked.json.code], [429, 'locked'])
  })
  test('of ten copies requested in a day, only as many as are allowed are given', async () => {
    const person = await readyToSend(portal)
    const statuses: number[] = []
    for (let times = 0; times < 10; times++) {
      nextMinute()
      statuses.push((await take(person)).answer.status)
    }
    assert.deepEqual(
      statuses,
      Array.from({ length: 10 }, (_, index) => (index < OWN_DATA.perDay ? 200 : 429)),
    )
    const refused = await person.visitor.post('/api/own-data/', { password: PASSWORD })
    assert.deepEqual([refused.json.non_field_errors], [[WORDS.tooMany]])
    assert.ok(Number(refused.headers.get('retry-after')) * 1_000 <= DAY_MS)
  })
})
