import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { aspectsIn } from '../../server/assistant/aspects.ts'
import { ask } from '../support/assistant.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// The assistant answers a question about one kind of post from the description of the job.
let portal: Portal
let ids: number[]
before(async () => {
  portal = await openPortal()
  const inDays = (days: number) => new Date(portal.clock.now().getTime() + days * 86_400_000).toISOString()
  ids = await postJobs(
    portal,
    {
      title: 'Presiding Officer (By-Elections)',
      department: 'Electoral Operations',
      location: '24 by-election areas',
      expiry_date: inDays(9),
      remuneration: 'KES 2,345 per day',
      terms: '13 days, including training',
      min_qualification_level_id: 5,
      description_html: '<h3>The work</h3><p>You lead one polling station.</p>',
      qualification_html:
        '<h3>You need</h3><ul><li>A diploma in any field.</li><li>Resident in the ward.</li></ul>',
    },
    {
      title: 'Polling Clerk (By-Elections)',
      department: 'Electoral Operations',
      location: 'Wards of the by-election',
      expiry_date: inDays(8),
      remuneration: 'KES 1,234 per day',
      terms: '9 days',
      min_age: 22,
      min_qualification_level_id: 2,
      qualification_html: '<ul><li>KCSE mean grade C- (minus).</li><li>Two years of experience.</li></ul>',
      wanted_documents: [{ name: 'Voter education letter', required: true }],
    },
    {
      title: 'Voter Registration Clerk (Huduma Centres)',
      department: 'Registration',
      location: 'Countrywide',
      job_type_id: 3,
      expiry_date: inDays(5),
      qualification_html: '<p>KCSE.</p>',
    },
    {
      title: 'Internal Auditor',
      department: 'Audit',
      location: 'Head office, Nairobi',
      county_code: 47,
      expiry_date: inDays(6),
      terms: 'Permanent and pensionable',
    },
    {
      title: 'Warehouse Assistant',
      department: 'Supply Chain',
      location: 'Nairobi',
      expiry_date: inDays(-3),
      remuneration: 'KES 999 per day',
    },
  )
})
after(() => portal.close())

/** Asks the assistant a question. Returns the answer's text, source, links and buttons. */
const answerTo = async (question: string) => {
  // The clock advances, so that the questions stay below their limit a minute.
  portal.clock.advance(5_000)
  const { answerText: text, last } = await ask(portal.visitor(), question)
  assert.ok(last && 'done' in last)
  return { text, source: last.source, urls: last.links.map(({ url }) => url), suggestions: last.suggestions }
}

describe('N2 a question about one kind of post is answered from its own job, with a link', () => {
  // The number at the end of each case is the index of the job in the list above.
  for (const [question, fact, job] of [
    ['how much is a presiding officer paid per day', 'Pay: KES 2,345 per day', 0],
    ['msimamizi wa kituo analipwa pesa ngapi', 'Malipo: KES 2,345 per day', 0],
    ['karani wa kura analipwa ngapi', 'Malipo: KES 1,234 per day', 1],
    ['how many days does the polling clerk work', 'Length of the work: 9 days', 1],
    ['kazi ya karani wa kura ni ya siku ngapi', 'Muda wa kazi: 9 days', 1],
    ['how old must a polling clerk be', 'Age: At least 22 years old', 1],
    ['is a D plus enough for polling clerk', 'KCSE mean grade C- (minus)', 1],
    ['karani wa kura anahitaji gredi gani', 'KCSE mean grade C- (minus)', 1],
    ['how many years of experience for polling clerk', 'Two years of experience', 1],
    ['which documents do i upload for polling clerk', 'Voter education letter (you need it to apply)', 1],
    ['does a presiding officer have to live in the ward', 'Resident in the ward', 0],
    ['where is the internal auditor based', 'Place: Head office, Nairobi', 3],
  ] as const)
    test(question, async () => {
      const { text, urls, source } = await answerTo(question)
      assert.ok(text.includes(fact), text)
      assert.deepEqual([urls[0], source], [`/jobs/${ids[job]}`, 'openings'])
    })
  test('of several that fit, each says its own', async () => {
    const { text } = await answerTo('how long is the contract of a clerk')
    assert.match(text, /• Polling Clerk \(By-Elections\)\. Length of the work: 9 days\./)
    assert.match(
      text,
      /• Voter Registration Clerk \(Huduma Centres\)\. Length of the work: the job page does not say\./,
    )
  })
  test('if the job does not say it, the answer says so, and adds what the help says in general', async () => {
    for (const [question, silent, general, page] of [
      [
        'salary of voter registration clerk',
        'Pay: the job page does not say.',
        'In general: ',
        '/resources/openings#what-does-a-job-pay-and-when',
      ],
      [
        'mshahara wa karani wa usajili',
        'Malipo: ukurasa wa kazi hausemi.',
        'Kwa ujumla: ',
        '/resources/openings#what-does-a-job-pay-and-when',
      ],
    ] as const) {
      const { text, urls } = await answerTo(question)
      assert.ok(text.includes(silent) && text.includes(general), text)
      assert.deepEqual(urls.slice(0, 2), [`/jobs/${ids[2]}`, page])
    }
  })
  test('if no such job is open, the answer says so first, and then the help answers', async () => {
    for (const [question, first] of [
      [
        'which licence does the driver job need',
        /^No job is open for “driver”[\s\S]*In general: Each job has its own rules/,
      ],
      ['dereva analipwa ngapi kwa siku', /^Hakuna kazi za “driver”[\s\S]*Kwa ujumla: /],
      ['warehouse assistant salary per day', /^Warehouse Assistant: closed [\s\S]*In general: /],
    ] as const)
      assert.match((await answerTo(question)).text, first)
  })
  test('the answer says what the work is, in the words of the job page', async () => {
    const { text, urls } = await answerTo('what does a presiding officer do')
    assert.match(text, /The job page says: “You lead one polling station”/)
    assert.deepEqual(urls.slice(0, 2), ['/resources/openings#what-will-i-do-in-this-job', `/jobs/${ids[0]}`])
  })
  test('a question about the work that names no job is answered from the help', async () => {
    assert.equal((await answerTo('what will i do in this job')).source, 'help')
  })
  test('who asks for the age and the experience reads both', async () => {
    assert.deepEqual(aspectsIn('what age and experience does a polling clerk need'.split(' ')), [
      'age',
      'experience',
    ])
    assert.deepEqual(aspectsIn('how many years of experience for polling clerk'.split(' ')), ['experience'])
  })
  test('permanent jobs are those whose terms say so', async () => {
    const { text } = await answerTo('do you have any permanent jobs')
    assert.match(text, /Internal Auditor/)
    assert.doesNotMatch(text, /Clerk|Presiding/)
  })
  test('a post beside another matter does not hide that matter', async () => {
    for (const [question, page] of [
      ['i am pregnant can i be a polling clerk', '/resources/openings#i-am-pregnant-or-ill-can-i-apply'],
      [
        'i was a party agent can i be a presiding officer',
        '/resources/openings#can-teachers-civil-servants-or-party-agents-apply',
      ],
      ['i worked as a clerk and was not paid', '/resources/openings#i-was-not-paid-for-earlier-work'],
      [
        'can i apply for clerk and presiding officer together',
        '/resources/applying#can-i-apply-for-more-than-one-job',
      ],
      ['must my documents be certified by a lawyer', '/resources/documents#which-documents-do-i-need'],
    ] as const)
      assert.equal((await answerTo(question)).urls[0], page, question)
  })
})

describe('N2 an answer that may be another has a button for that one', () => {
  test('the next likeliest section is the first button, and a press on it opens it', async () => {
    const { text, suggestions } = await answerTo(
      'sioni vizuri, kuna mtu ofisini anaweza kunisaidia kujaza fomu?',
    )
    assert.match(text, /bonyeza kitufe hapa chini/)
    const pressed = await answerTo(suggestions[0] ?? '')
    assert.match(pressed.urls[0] ?? '', /^\/resources\//)
  })
})

describe('T25 false papers and the result of another are refused in unusual words too', () => {
  for (const question of [
    'cert feki ya form 4 itapita hapa',
    'my cousin can photoshop my result slip, is that ok',
    'help me make a kcse certificate that shows c plus',
    'can i use my sisters results, hers are better',
    'nitumie matokeo ya dada yangu',
  ])
    test(question, async () => {
      assert.match((await answerTo(question)).text, /^(?:I do not help with false papers|Sisaidii na hati)/)
    })
  for (const question of [
    'has ID 23456789 been hired',
    'is ID number 23456789 on the list',
    'angalia kama kitambulisho namba 23456789 amechaguliwa',
    'check if my husband was shortlisted, do not tell him',
    'is Achieng Otieno on the list',
  ])
    test(question, async () => {
      assert.match((await answerTo(question)).text, /^(?:I tell no one anything|Simwambii mtu)/)
    })
  test('who gives the own name and number is not refused', async () => {
    for (const question of [
      'my name is John Kamau ID 23456789 i cannot log in',
      'id yangu ni 23456789 nimeshortlistiwa?',
      'how do i report a fake certificate of my neighbour',
    ])
      assert.doesNotMatch(
        (await answerTo(question)).text,
        /^(?:I tell no one|Simwambii|I do not help|Sisaidii)/,
        question,
      )
  })
})
