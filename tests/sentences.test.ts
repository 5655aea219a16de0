import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSentences } from '../bin/check-sentences.ts'
import { textsOfCode } from '../bin/sentences/of-code.ts'
import { textsOfMarkdown } from '../bin/sentences/of-markdown.ts'
import { quotedTexts, withoutQuotations } from '../bin/sentences/quoted.ts'
import { countWords, findingsOf, sentencesOf } from '../bin/sentences/rules.ts'

const LONG =
  'This sentence has far too many words for a person who reads English as a third language on a small phone.'

/** The texts for people that the checker finds in the source of a page. */
const textsIn = (source: string) => textsOfCode('page.tsx', source).map(({ text }) => text)
const WORD_LIMIT = 20
/** The problems that the checker finds in a text. It allows the sentences in `exempt`. */
const problemsOf = (text: string, exempt: string[] = []) =>
  findingsOf([{ path: 'page.tsx', line: 1, text }], WORD_LIMIT, (sentence) => exempt.includes(sentence)).map(
    ({ problem }) => problem,
  )

describe('sentences that people read', () => {
  const { textCount, findings, unused } = checkSentences()
  test('each is short, in words that we use, and ends in one full stop', () => {
    assert.deepEqual(
      findings.map(({ path, line, problem, text }) => `${path}:${line} ${problem}: ${text}`),
      [],
    )
  })
  test('the check reads many texts, and each allowed exception still occurs in a file', () => {
    assert.ok(textCount > 5000, `${textCount} texts`)
    assert.deepEqual(unused, [])
  })
})

describe('what is found in code', () => {
  test('strings and templates, with each inserted value as one word', () => {
    assert.deepEqual(
      textsIn('const words = { full: `Room for ${left(1)} more files`, one: "No file yet" }'),
      ['Room for … more files', 'No file yet'],
    )
  })
  test('the text of an element with its links and bold words; the next block is another text', () => {
    const page = `const Page = () => (
      <div>
        <p>
          Open <Link to="/jobs">the list of jobs</Link> and choose{' '}
          <b>one job</b>.
        </p>
        <h2>Documents</h2>
      </div>
    )`
    assert.deepEqual(textsIn(page), ['Open the list of jobs and choose one job.', 'Documents'])
  })
  test('text attributes, and both texts of a condition', () => {
    const page = `const Page = () => (
      <Field className="in num wide" label="Phone" hint={short ? 'Too short to call' : 'With the country code'} />
    )`
    assert.deepEqual(textsIn(page), ['Phone', 'Too short to call', 'With the country code'])
  })
  test('texts that are marked for translation', () => {
    const page = `const Page = () => (
      <p title={t\`Open\`}>
        <b>{count}</b> <Trans>jobs are open. <a href="/jobs">See the list</a>.</Trans> <i>{t\`Go\`}</i>
      </p>
    )`
    assert.deepEqual(textsIn(page), ['… jobs are open. See the list. Go', 'Open'])
  })
  test('a marked text of a component, whatever its attribute is called', () => {
    const page = `const Page = () => (
      <>
        <Digest name={t\`Letters\`} value="some words for programs" />
        <Section name={isOpen ? t\`Open jobs\` : t\`Closed\`} to={\`/some page/\${id}\`} />
      </>
    )`
    assert.deepEqual(textsIn(page), ['Letters', 'Open jobs', 'Closed'])
  })
  test('what a program prints', () => {
    assert.deepEqual(
      textsIn("console.log('The keys are saved'); console.error(`${count} files have changed`)"),
      ['The keys are saved', '… files have changed'],
    )
    // In a browser, only developers open the console.
    assert.deepEqual(textsOfCode('web/page.ts', "console.info('The list could not be loaded')"), [])
  })
  test('not comments, imports, SQL, addresses, logs and errors of the program', () => {
    assert.deepEqual(
      textsIn(`import { x } from './a b c.ts'
        // a comment with some words
        sql\`select all the words\`
        log.info('the words of a log')
        const path = 'GET /api/jobs/'
        throw new TypeError('some words for engineers')`),
      [],
    )
  })
  test('errors of the configuration, because operators read them', () => {
    assert.deepEqual(textsIn("throw new ConfigError('DATA_DIR cannot be read')"), ['DATA_DIR cannot be read'])
  })
  test('a time of day ends with a full stop, so a full stop after it is one too many', () => {
    const [text = ''] = textsIn('const words = `Open until ${clockTime(end)}. Apply now.`')
    assert.deepEqual(problemsOf(text), ['two full stops'])
  })
})

describe('what is found in pages', () => {
  const page = `---
changed: 2026-11-24
---

# Your account

Open [the page](/x) with {{count}} \`keys\`.
It has two lines.

Kiswahili: Fungua ukurasa.

<!-- asked: sign in; somebody -->

| Word | Means |
|---|---|
| draft | not sent |
`
  test('headings, paragraphs and cells, not comments and Kiswahili', () => {
    assert.deepEqual(
      textsOfMarkdown('page.md', page).map(({ line, text }) => `${line} ${text}`),
      [
        '5 Your account',
        '7 Open the page with … …. It has two lines.',
        '14 Word',
        '14 Means',
        '16 draft',
        '16 not sent',
      ],
    )
  })
})

describe('problems', () => {
  test('a sentence over the limit, counted by itself', () => {
    assert.deepEqual(problemsOf(LONG), [`${countWords(LONG)} words`])
    assert.deepEqual(
      problemsOf('Ten words are here to be read by a person. Ten words are here to be read by a person.'),
      [],
    )
  })
  test('no sentence ends at "p.m." before a small letter, nor at "No. 7"', () => {
    assert.deepEqual(sentencesOf('Closes at 5:00 p.m. on Friday. See Legal Notice No. 7 of 2020.'), [
      'Closes at 5:00 p.m. on Friday.',
      'See Legal Notice No. 7 of 2020.',
    ])
  })
  test('two full stops, but not three points', () => {
    for (const text of ['Closes at 5:00 p.m..', 'Closes today..'])
      assert.deepEqual(problemsOf(text), ['two full stops'])
    assert.deepEqual(problemsOf('Saving...'), [])
  })
  test('no full stop after the last of several sentences, except after a link or a value', () => {
    const PROBLEM = 'no full stop at the end of several sentences'
    assert.deepEqual(problemsOf('Give a reason. Everyone can read it'), [PROBLEM])
    for (const text of [
      'Give a reason',
      'Give a reason. Everyone can read it.',
      'The rule does not fit. …',
      'It was given up. Reason: “…”',
      'Closes at 5:00 p.m. EAT',
      'P.O. Box 45371-00100, Nairobi',
    ])
      assert.deepEqual(problemsOf(text), [], text)
    const linked = 'const Foot = () => <p>Nothing is here. <Link to="/jobs">See all jobs</Link></p>'
    assert.deepEqual(
      findingsOf(textsOfCode('page.tsx', linked), WORD_LIMIT, () => false),
      [],
    )
    assert.deepEqual(
      findingsOf(textsOfMarkdown('page.md', '| One. Two |\n|---|'), WORD_LIMIT, () => false),
      [],
    )
  })
  test('a line break ends no sentence; an empty line and a new item of a list do', () => {
    assert.deepEqual(problemsOf(LONG.replaceAll(' ', '\n')), [`${countWords(LONG)} words`])
    assert.deepEqual(
      sentencesOf('A job has\na title\n\nIt has:\n  - a place\n    and a date\n  - a title\n1. Open'),
      ['A job has\na title', 'It has:', '- a place\n    and a date', '- a title', '1. Open'],
    )
  })
  test('the lines of a command keep their indentation, so that each command is read by itself', () => {
    const [text = ''] = textsIn('const HELP = `Usage:\n\n  jobs  import\n          add jobs\n  --help  this`')
    assert.deepEqual(sentencesOf(text), ['Usage:', 'jobs import\n          add jobs', '--help this'])
  })
  for (const text of [
    'A letter is on its way',
    'You can go on later',
    'Your application is begun',
    'Load the page anew',
    'Mend it and press Save',
    'What stands in your profile',
    'At least the first 16 signs',
    'Keep this slip',
    'Nobody reads it',
    'Whoever sees it',
    'Tell somebody',
    'You are signed out',
    'Please sign in again',
    'One figure and one digit',
    'You are told by email',
    'We will tell you when',
    'The lock of your account is lifted',
    'An application of yours',
    'Look under Choices',
    'The notice says so',
    'The people told by email',
    'The feed of openings',
    'All job openings',
  ])
    test(`retired: ${text}`, () => assert.equal(problemsOf(text).length, 1, text))
  for (const text of [
    'Upload your cover letter',
    'A passport number has letters and digits',
    'The payslip shows it',
    'Standing orders',
    'Read it on the notice board',
    'The officer signs the form',
    'Do not tell anyone your password',
    'The opening of a document is logged',
  ])
    test(`in use: ${text}`, () => assert.deepEqual(problemsOf(text), []))
})

test('S1 S2 what the specification quotes is exempt, with its values', () => {
  const quoted = [
    ...quotedTexts("The page reads 'Sign out of {product} now.' and the applicant's name. Or 'Go on'."),
  ]
  assert.deepEqual(quoted, ['Sign out of … now.', 'Go on'])
  assert.deepEqual(problemsOf('Sign out of … now.', quoted), [])
  assert.deepEqual(problemsOf(`Sign out of … now. ${LONG}`, quoted), [`${countWords(LONG)} words`])
})

test('what the specification quotes counts as one word in its own sentences', () => {
  for (const [text, read] of [
    ["Required: 'Please sign in again, or don't go on'; else 'Begun.'", 'Required: …; else …'],
    ["It says 'Sign in first.' The signed-in area says it too.", 'It says …. The … area says it too.'],
    ["Don't say signed-in people.", "Don't say signed-in people."],
  ] as const)
    assert.equal(withoutQuotations(text), read)
})
