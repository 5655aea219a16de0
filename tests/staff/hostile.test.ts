import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { sanitiseRichText } from '../../server/jobs/rich-text.ts'
import { nextMinute } from '../support/accounts.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { codeOf, invited, type Officer, officer, STAFF_PASSWORD, withCsrf } from '../support/staff.ts'
import { type JobStaff, jobContent, jobStaff } from '../support/staff-jobs.ts'
import { assertHarmless, XSS } from '../support/xss.ts'

let portal: Portal
let staff: JobStaff
let boss: Officer
before(async () => {
  portal = await openPortal()
  staff = await jobStaff(portal)
  boss = await officer(portal, 'administrator')
})
beforeEach(() => nextMinute())
after(() => portal.close())

/** Values that an attacker may send in place of a text or a number. The portal must store none of them. */
const STRANGE: unknown[] = [
  'x'.repeat(10_000),
  'a\u0000b',
  '\ud800',
  '\u202eevil',
  null,
  5,
  1.5,
  -1,
  2 ** 53,
  true,
  [],
  ['x'],
  {},
  { a: 1 },
  '1e9',
  ' ',
  '9'.repeat(30),
]
const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 30)
/** A snapshot of all officers, invitations, changes, passkeys and areas, to compare later. */
const snapshot = async () =>
  JSON.stringify(
    await portal.db.row(sql`
      select (select count(*) from staff) as staff, (select count(*) from staff_invitations) as invitations, (select count(*) from job_changes) as changes,
        (select count(*) from staff_passkeys) as passkeys, (select count(*) from staff_areas) as areas`),
  )

describe('T11 staff: what is written for a job is made harmless before anyone sees it', () => {
  test(`${XSS.length} texts with hidden scripts: harmless in the preview, in the draft, in the proposal, on the public page`, async () => {
    const { visitor } = staff.author
    for (const [index, payload] of XSS.entries()) {
      // A network may make some forty calls a minute, so a new minute starts.
      if (index % 40 === 0) nextMinute()
      // The characters for which the portal refuses a text are left out.
      const html = `<p>Work</p>${payload.replaceAll('\u0000', '').replaceAll('\u0001', '').replaceAll('\u000b', '').replaceAll('\u000c', '').replaceAll('\u202e', '')}`
      const clean = sanitiseRichText(html)
      const seen = (
        await visitor.post('/api/staff/jobs/preview/', { description_html: html, qualification_html: html })
      ).json
      assert.deepEqual([seen.description, seen.qualification], [clean, clean])
      assertHarmless(clean)
    }
    const whole = XSS.map((payload) => payload.replace(/[^\t\n\r\u0020-\u007e]/g, '')).join('\n<p>')
    const rich = { description_html: `<p>Work</p>${whole}`, qualification_html: `<p>KCSE</p>${whole}` }
    const made = (await staff.write(rich)).json
    const proposal = (
      await staff.propose(made.id, {
        kind: 'publish',
        content: jobContent({ ...rich, reference: made.reference }),
      })
    ).json
    const approved = (await staff.decide(made.id, proposal.changes[0].id)).json
    const job = (await portal.visitor().get(`/api/jobs/${made.id}/`)).json
    const edit = await staff.propose(made.id, { kind: 'edit', content: { ...approved.content, ...rich } })
    const texts = [
      made.content,
      proposal.content,
      proposal.changes[0].content,
      approved.content,
      edit.json.changes[0].content,
    ]
    for (const { description_html, qualification_html } of texts)
      for (const html of [description_html, qualification_html]) assertHarmless(html)
    for (const html of [job.description, job.qualification]) assertHarmless(html)
    assert.equal(sanitiseRichText(job.description), job.description)
  })
  test('titles and reasons are plain text: they come back unchanged, with markup and emoji', async () => {
    const title = '<b>Clerk</b> & "Keeper" 🗳️ Ng’ang’a'
    const id = await staff.published({ title, department: title, location: title, terms: title })
    await staff.changed(id, { kind: 'edit', reason: title })
    const page = (await portal.visitor().get(`/api/jobs/${id}/?x`)).json
    assert.deepEqual([page.title, page.location, page.change_reason], [title, title, title])
    const [auditEntry] = (await boss.visitor.get('/api/staff/audit-log/')).json.results.filter(
      (entry: { act: string }) => entry.act === 'job.change_proposed',
    )
    assert.equal(auditEntry.reason, title)
  })
})

describe('T15, T20 staff: odd values in any field never cause an error of the server, and are never stored', () => {
  const never5xx = (status: number, what: string) => assert.ok(status < 500, `${status} ${what}`)
  test('of a job', async () => {
    const { json } = await staff.write()
    for (const field of Object.keys(json.content)) {
      nextMinute()
      for (const value of STRANGE) {
        const content = { ...jobContent(), [field]: value }
        const made = await staff.author.visitor.post('/api/staff/jobs/', { content })
        never5xx(made.status, `${field} ${shown(value)}`)
        never5xx(
          (await staff.put(json.id, { ...json.content, [field]: value }, 'x')).status,
          `${field} ${shown(value)} edited`,
        )
      }
    }
    let id = await staff.draft()
    for (const field of [
      'kind',
      'content',
      'expiry_date',
      'publish_at',
      'reason',
      'updated_at',
      'copy_of',
      'note',
      'approve',
    ]) {
      nextMinute()
      for (const value of STRANGE) {
        const proposed = await staff.author.visitor.post(`/api/staff/jobs/${id}/changes/`, {
          kind: 'publish',
          [field]: value,
        })
        never5xx(proposed.status, `${field} ${shown(value)} proposed`)
        const change = proposed.json.changes?.[0]?.id ?? 1
        never5xx(
          (await staff.decide(id, change, { approve: false, note: 'x', [field]: value })).status,
          `${field} ${shown(value)} decided`,
        )
        // A job with a proposal would refuse the next one for that reason alone.
        if (proposed.status === 200) id = await staff.draft()
        never5xx(
          (await staff.author.visitor.post('/api/staff/jobs/', { [field]: value })).status,
          `${field} ${shown(value)} written`,
        )
      }
    }
  })
  test('of a person, an invitation, a door', async () => {
    const { id } = await officer(portal, 'reviewer')
    const { token } = await invited(portal)
    const before = await snapshot()
    const anyone = await withCsrf(portal.visitor())
    const calls: [Officer['visitor'], string, string, Record<string, unknown>][] = [
      [
        boss.visitor,
        'POST',
        '/api/staff/invitations/',
        { email: 'x', name: '', role: 'reviewer', areas: {} },
      ],
      [
        boss.visitor,
        'PATCH',
        `/api/staff/people/${id}/`,
        { role: '', areas: '', disabled: '', renew_access: '', reason: '' },
      ],
      [anyone, 'POST', '/api/staff/login/', { email: '', password: '' }],
      [anyone, 'POST', '/api/staff/login/totp/', { ticket: '', totp_code: '' }],
      [anyone, 'POST', '/api/staff/login/passkey/', { ticket: '', response: {} }],
      [anyone, 'POST', '/api/staff/enrol/totp/confirm/', { ticket: '', totp_code: '' }],
      [anyone, 'POST', '/api/staff/enrol/passkey/', { ticket: '', response: {} }],
      [anyone, 'POST', '/api/staff/invitation/', { token: '' }],
      [anyone, 'POST', '/api/staff/join/', { token, name: '', password: '' }],
    ]
    for (const [visitor, method, path, body] of calls)
      for (const field of Object.keys(body)) {
        nextMinute()
        for (const value of STRANGE)
          never5xx(
            (await visitor.request(method, path, { body: { ...body, [field]: value } })).status,
            `${path} ${field} ${shown(value)}`,
          )
      }
    assert.equal(await snapshot(), before)
  })
  test('unknown counties and constituencies are refused, and so are odd ids of invitations', async () => {
    const areas = { counties: [47, 999], constituencies: [] }
    for (const wrong of [
      areas,
      { counties: [], constituencies: [99_999] },
      { counties: [2_147_483_647], constituencies: [1] },
    ]) {
      const invitation = await boss.visitor.post('/api/staff/invitations/', {
        email: 'area@iebc.example',
        role: 'reviewer',
        areas: wrong,
      })
      assert.deepEqual([invitation.status, invitation.json.areas], [422, [STAFF_WORDS.noSuchArea]])
      const { id } = await officer(portal, 'reviewer')
      const changed = await boss.visitor.request('PATCH', `/api/staff/people/${id}/`, {
        body: { areas: wrong, reason: 'x' },
      })
      assert.deepEqual([changed.status, changed.json.areas], [422, [STAFF_WORDS.noSuchArea]])
    }
    for (const id of ['-'.repeat(36), 'a'.repeat(36), '0', '%00', "'"]) {
      assert.equal(
        (await boss.visitor.request('DELETE', `/api/staff/invitations/${encodeURIComponent(id)}/`)).status,
        404,
        id,
      )
    }
  })
  test('T20 columns of the table in a body make no one an administrator', async () => {
    const { email, token } = await invited(portal, { role: 'reviewer' })
    const visitor = await withCsrf(portal.visitor())
    const extra = {
      role: 'administrator',
      id: 1,
      email: 'other@iebc.example',
      password_hash: 'x',
      totp_nonce: 'x',
      created_at: '2020-01-01',
      areas: { counties: [1] },
    }
    const { ticket } = (
      await visitor.post('/api/staff/join/', { ...extra, token, name: 'Amina', password: STAFF_PASSWORD })
    ).json
    const { secret } = (await visitor.post('/api/staff/enrol/totp/', { ticket, ...extra })).json
    const { json } = await visitor.post('/api/staff/enrol/totp/confirm/', {
      ...extra,
      ticket,
      totp_code: codeOf(portal, secret),
    })
    assert.deepEqual(
      [json.role, json.email, json.areas],
      ['reviewer', email, { counties: [], constituencies: [] }],
    )
    const moved = await boss.visitor.request('PATCH', `/api/staff/people/${json.id}/`, {
      body: { ...extra, role: undefined, areas: undefined, email: undefined, reason: 'x' },
    })
    assert.equal(moved.status, 409, 'nothing of it may be changed here, so nothing is')
    assert.deepEqual(await portal.db.row(sql`select id, role, email from staff where id = ${json.id}`), {
      id: json.id,
      role: 'reviewer',
      email,
    })
  })
})

describe('T1, T29 staff: neither the login nor the log shows a stranger anything', () => {
  test('an unknown address costs the same work as a known one', async () => {
    /** For each password check of the hasher, whether the account exists. */
    const verified: boolean[] = []
    const { deps } = portal
    const { verify } = deps.hasher
    deps.hasher.verify = (hash, password) => {
      verified.push(hash !== undefined)
      return verify(hash, password)
    }
    try {
      for (const email of ['nobody@iebc.example', boss.email])
        assert.equal(
          (await portal.visitor().post('/api/staff/login/', { email, password: 'wrong' })).status,
          401,
        )
    } finally {
      deps.hasher.verify = verify
    }
    assert.deepEqual(verified, [false, true])
  })
  test('CANARY no password, code, secret, ticket, token or name is in the log', async () => {
    const staffMember = await officer(portal, 'reviewer')
    portal.clock.advance(60_000)
    const { ticket } = (
      await staffMember.visitor.post('/api/staff/login/', {
        email: staffMember.email,
        password: STAFF_PASSWORD,
      })
    ).json
    const code = codeOf(portal, staffMember.secret)
    await staffMember.visitor.post('/api/staff/login/totp/', { ticket, totp_code: code })
    await staffMember.visitor.post('/api/staff/login/', {
      email: staffMember.email,
      password: 'canary-wrong-password',
    })
    const log = JSON.stringify(portal.log)
    for (const word of [
      STAFF_PASSWORD,
      'canary-wrong-password',
      staffMember.secret,
      ticket,
      staffMember.email,
      staffMember.visitor.cookies.get('staff') ?? '?',
    ])
      assert.ok(word.length > 8 && !log.includes(word), word.slice(0, 12))
    assert.equal(portal.log.filter(({ level }) => level === 'error').length, 0, log.slice(0, 500))
  })
})
