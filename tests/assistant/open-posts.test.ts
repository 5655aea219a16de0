import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ask } from '../support/assistant.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// The assistant finds open jobs, whatever words people use for them.
let portal: Portal
before(async () => {
  portal = await openPortal()
  const inDays = (days: number) => new Date(portal.clock.now().getTime() + days * 86_400_000).toISOString()
  await postJobs(
    portal,
    {
      title: 'Presiding Officer (By-Elections)',
      department: 'Electoral Operations',
      location: '24 by-election areas',
      expiry_date: inDays(9),
      remuneration: 'KES 2,345 per day',
      min_age: 22,
      min_qualification_level_id: 5,
    },
    {
      title: 'Polling Clerk (By-Elections)',
      department: 'Electoral Operations',
      location: '24 by-election areas',
      expiry_date: inDays(8),
      min_qualification_level_id: 2,
    },
    {
      title: 'Voter Registration Clerk (Huduma Centres)',
      department: 'Registration',
      location: 'Countrywide',
      job_type_id: 3,
      expiry_date: inDays(5),
    },
    {
      title: 'Logistics Officer',
      department: 'Supply Chain',
      location: 'Nairobi',
      county_code: 47,
      expiry_date: inDays(6),
      min_qualification_level_id: 6,
    },
  )
})
after(() => portal.close())

/** Asks the assistant a question. Returns the answer's text, source and first link. */
const answerTo = async (question: string) => {
  // The clock advances, so that the questions stay below their limit a minute.
  portal.clock.advance(5_000)
  const { answerText: text, last } = await ask(portal.visitor(), question)
  assert.ok(last && 'done' in last)
  return { text, source: last.source, url: last.links[0]?.url ?? '' }
}
const DENIED = /No job is open|Hakuna kazi/

describe('N2 a kind of post of which one is open is never denied', () => {
  test('whatever else the question says: the post is found, with its closing time', async () => {
    for (const question of [
      'when does presiding officer close exactly, is it midnight or 5pm',
      'closing presiding officer date please i am stressed',
      'officer presiding deadline my cousin in the village asks',
    ]) {
      const { text } = await answerTo(question)
      assert.doesNotMatch(text, DENIED, question)
      assert.match(text, /Presiding Officer/, question)
      assert.match(text, /closes/, question)
    }
  })
  test('several titles in one question are each found', async () => {
    const { text } = await answerTo('are there jobs for clerk and presiding officer')
    for (const title of ['Presiding Officer', 'Polling Clerk', 'Voter Registration Clerk'])
      assert.ok(text.includes(title), text)
  })
  test('a post is found by its Kiswahili name too', async () => {
    const { text } = await answerTo('Kazi ya afisa msimamizi wa kituo inahitaji elimu gani')
    assert.match(text, /Presiding Officer[\s\S]*Diploma/)
    assert.match(
      (await answerTo('Mwisho wa kutuma maombi ya ukarani ni tarehe ngapi na saa ngapi?')).text,
      /Clerk/,
    )
  })
  test('if no title fits completely, the answer lists the nearest ones and says that it is unsure', async () => {
    for (const question of [
      'is there a registration assistant job at huduma centre',
      'are you hiring a legal clerk',
      'kuna kazi ya afisa wa sheria',
    ]) {
      const { text } = await answerTo(question)
      assert.doesNotMatch(text, DENIED, question)
      assert.match(text, /Clerk|Officer/, question)
    }
  })
  test('the answer to a question that names nothing does not say that nothing is open', async () => {
    for (const question of [
      'deadline ni tarehe ngapi na saa ngapi jamani',
      'kuna job gani saa hii ya mtu hana degree',
    ]) {
      const { text } = await answerTo(question)
      assert.doesNotMatch(text, DENIED, question)
    }
  })
  test('a person who has less than a level gets jobs that ask for less', async () => {
    const { text } = await answerTo('jobs for a person without a degree')
    assert.match(text, /Polling Clerk/)
    assert.doesNotMatch(text, /Logistics Officer/)
  })
  test('questions about duties, the difference of two posts or interview dates are not taken for questions about open jobs', async () => {
    for (const [question, url] of [
      [
        'clerk na presiding officer difference ni gani mi sielewi',
        '/resources/openings#what-will-i-do-in-this-job',
      ],
      [
        'what is the work of a registration clerk at huduma center, what will i be doing daily',
        '/resources/openings#what-will-i-do-in-this-job',
      ],
      ['interview date for ICT clerk Turkana Central', '/resources/status#when-are-the-interviews'],
      ['lini interview ya polling clerk', '/resources/status#when-are-the-interviews'],
    ] as const) {
      const answer = await answerTo(question)
      assert.equal(answer.url, url, question)
      assert.equal(answer.source, 'help', question)
    }
  })
  test('the answer still says so when a post really is not open', async () => {
    assert.match((await answerTo('are there any jobs for drivers')).text, /^No job is open for “drivers”/)
  })
})
