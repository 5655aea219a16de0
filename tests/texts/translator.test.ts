import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { longDeadline, NO_DEADLINE } from '#contract/dates.ts'
import { fingerprint, makeTranslator } from '#contract/language/translator.ts'
import { toKiswahili } from '../../server/language/kiswahili.ts'

// The translator turns the server's English sentences into Kiswahili, by whole texts and by patterns with
// values. It does not change unknown text, such as a name.

/** The translator's whole English texts, with their translations. */
const WHOLE = {
  'Login failed.': 'Kuingia kumeshindikana.',
  'Please try again.': 'Tafadhali jaribu tena.',
  'It was wrong. We corrected it.': 'Ilikuwa na kosa. Tumelirekebisha.',
  'Cover Letter': 'Barua ya maombi',
  May: 'Mei',
  Closed: 'Imefungwa',
}
const translate = makeTranslator({
  whole: Object.fromEntries(
    Object.entries(WHOLE).map(([english, kiswahili]) => [fingerprint(english), kiswahili]),
  ),
  // An English text in parts around its values, then the Kiswahili sentence with the values as {0}, {1}.
  patterns: [
    [['The reason is “', '”.'], 'Sababu ni “{0}”.'],
    [['', ' is missing: ', '.'], 'Hakuna {0}: {1}.'],
    [['Closes on ', ', by ', ''], '{1} inafunga {0}'],
    [['Dear ', ''], 'Mpendwa {0}'],
    [['It requires ', '. You have less.'], 'Inahitaji {0}. Unayo kidogo.'],
  ],
})

describe('the translator', () => {
  for (const [what, english, kiswahili] of [
    ['a known sentence', 'Login failed.', 'Kuingia kumeshindikana.'],
    [
      'several in one text',
      'Login failed. Please try again.',
      'Kuingia kumeshindikana. Tafadhali jaribu tena.',
    ],
    ['lines stay lines', 'Closed\n\nPlease try again.\nMay', 'Imefungwa\n\nTafadhali jaribu tena.\nMei'],
    ['the space around sentences', ' Closed. Please try again. ', ' Closed. Tafadhali jaribu tena. '],
    ['the space around a text', '\n Closed ', '\n Imefungwa '],
    ['an unknown sentence stays', 'Bring a pen. Please try again.', 'Bring a pen. Tafadhali jaribu tena.'],
    [
      'a text of two sentences between others',
      'Login failed. It was wrong. We corrected it. Bring a pen.',
      'Kuingia kumeshindikana. Ilikuwa na kosa. Tumelirekebisha. Bring a pen.',
    ],
    [
      'two sentences with a value before an officer’s words',
      'It requires a CV. You have less. Bring a pen. Then come.',
      'Inahitaji a CV. Unayo kidogo. Bring a pen. Then come.',
    ],
    [
      'two sentences as the value at the end',
      'Dear It was wrong. We corrected it.',
      'Mpendwa Ilikuwa na kosa. Tumelirekebisha.',
    ],
    ['a value that is a text', 'Cover Letter is missing: page 2.', 'Hakuna Barua ya maombi: page 2.'],
    ['values in another order', 'Closes on Thursday 3 December, by IEBC', 'IEBC inafunga Alhamisi 3 Desemba'],
    [
      'a sentence in a value',
      'The reason is “Cover Letter is missing: Closed.”.',
      'Sababu ni “Hakuna Barua ya maombi: Imefungwa.”.',
    ],
    [
      'several sentences in a value',
      'The reason is “Login failed. Closed”.',
      'Sababu ni “Kuingia kumeshindikana. Imefungwa”.',
    ],
    ['a date alone', 'Thursday 3 December 2026', 'Alhamisi 3 Desemba 2026'],
    ['signs of a replacement', 'Dear $& $1 {0} {1}', 'Mpendwa $& $1 {0} {1}'],
    ['nothing', '', ''],
    ['a space', ' ', ' '],
  ] as const)
    test(what, () => assert.equal(translate(english), kiswahili))

  test('a name that looks like an English text stays, also in a sentence', () => {
    // Names of people and places, which the translator must not change.
    const stored = new Set(['May', 'Closed', 'Login failed.', '3 May'])
    assert.equal(translate('May', stored), 'May')
    assert.equal(translate(' May ', stored), ' May ')
    assert.equal(translate('Dear May', stored), 'Mpendwa May')
    assert.equal(translate('Dear 3 May', stored), 'Mpendwa 3 May')
    assert.equal(translate('The reason is “Closed”.', stored), 'Sababu ni “Closed”.')
    assert.equal(translate('Dear May'), 'Mpendwa Mei')
  })

  for (const name of ['Achieng Ng’ang’a', 'April Sunday', 'constructor', '__proto__', 'toString'])
    test(`the name ${name} stays`, () => {
      assert.equal(translate(name), name)
      assert.equal(toKiswahili(name), name)
    })

  test('sentences in sentences end at the third', () => {
    const nested = (depth: number): string => (depth ? `Dear ${nested(depth - 1)}` : 'May')
    assert.equal(translate(nested(3)), 'Mpendwa Mpendwa Mpendwa Mei')
    assert.equal(translate(nested(4)), 'Mpendwa Mpendwa Mpendwa Mpendwa May')
  })

  test('a fingerprint is short, and another one for another text', () => {
    for (const text of ['', 'a', 'Login failed.', 'x'.repeat(10_000)])
      assert.match(fingerprint(text), /^[0-9a-z]{1,7}$/)
    assert.notEqual(fingerprint('ab'), fingerprint('ba'))
  })

  test('what is in no catalogue and is no date stays, whatever it is', () => {
    const quiet = makeTranslator({ whole: {}, patterns: [] })
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZ.?! \n'), maxLength: 300 }), (text) => {
        assert.equal(quiet(text), text)
      }),
    )
  })

  test('the texts of the contract', () => {
    assert.notEqual(toKiswahili(NO_DEADLINE), NO_DEADLINE)
    assert.equal(
      toKiswahili(longDeadline('2026-12-03T14:00:00Z')),
      'Alhamisi, 3 Desemba 2026, saa 11:00 jioni (17:00) EAT',
    )
  })
})

describe('a text of 100,000 characters takes less than 50 ms', () => {
  const LENGTH = 100_000
  // Translate once before measuring, because the first call reads the catalogues.
  toKiswahili('The catalogues are read before.')
  const LIMIT_MS = 50
  /**
   * The shortest processor time of several tries, in ms. The clock would also count waiting on a busy
   * machine. The first try is slow, because it compiles.
   */
  const shortestMs = (text: string, tries = 6): number => {
    const start = process.threadCpuUsage()
    toKiswahili(text)
    const { user, system } = process.threadCpuUsage(start)
    const took = (user + system) / 1_000
    return took < LIMIT_MS || tries === 1 ? took : Math.min(took, shortestMs(text, tries - 1))
  }
  // Texts with a repeated part, which a careless regular expression would match slowly.
  for (const part of [
    'a',
    ' ',
    '1',
    '.',
    '\n',
    'A. ',
    'A! ',
    '1:',
    '5:00 p',
    '2026 at ',
    'Mon, ',
    '3 May ',
    'Tuesday 24 November, 5:00 p.m. ',
    'today, ',
    ' and your ',
    ', of , ',
    'Your application for the job is. ',
    `Your application for ${'a, of '.repeat(230)}. `,
    `${'a and your '.repeat(130)}. `,
    `${', '.repeat(740)}. `,
  ])
    test(JSON.stringify(part.slice(0, 40)), () => {
      const text = part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)
      for (const whole of [text, `x${text}x`]) {
        const took = shortestMs(whole)
        assert.ok(took < LIMIT_MS, `${took.toFixed(1)} ms`)
      }
    })
})
