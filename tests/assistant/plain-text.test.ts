import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ASSISTANT } from '../../contract/assistant/limits.ts'
import { numbersIn, plainWords } from '../../server/assistant/providers/numbers.ts'
import { plainText } from '../../server/assistant/providers/plain-text.ts'

const KNOWN = { text: 'Write to info@iebc.or.ke, call +254 20 2877000.', origin: 'https://jobs.example' }
const PIECES = [
  '"',
  '-.ªª',
  '![',
  '[](',
  '](',
  '0\n\t',
  '\u2028\t',
  'nª',
  '!',
  '0.0-',
  '<svg>a',
  'A+',
  '1.',
  '[\n',
  ']:\n',
  '.”',
  '  ',
  'a@',
  '(+2',
]

test('T26 the longest answer of a provider is made plain in no time, whatever it is made of', () => {
  for (const piece of PIECES) {
    // Four times the maximum length of an answer, so that quadratic time would show.
    const text = piece.repeat(4 * ASSISTANT.shown).slice(0, 4 * ASSISTANT.shown)
    const started = process.cpuUsage()
    plainText(text, KNOWN)
    const { user } = process.cpuUsage(started)
    assert.ok(user < 200_000, `${JSON.stringify(piece)}: ${user} µs`)
  }
})

test('T25 Markdown is removed with the addresses in it, and so is a sentence with an unknown address', () => {
  for (const [written, plain] of [
    ['See [the page](https://evil.example/a) now.', 'See the page now.'],
    ['See ![a picture](https://evil.example/a.png) now.', 'See now.'],
    ['[a]: https://evil.example/a\nGood day.', '\nGood day.'],
    ['Write to **info@iebc.or.ke**.', 'Write to info@iebc.or.ke.'],
    ['Look at jobs.evil.example/x today.', ''],
    ['Look at éé.evil.com today. Thank you.', ' Thank you.'],
    ['She said “go.” Then he went.', 'She said “go.” Then he went.'],
  ] as const)
    assert.equal(plainText(written, KNOWN), plain)
})

test('T25 a number in words is the same as in digits, also the tens after twenty', () => {
  for (const [words, digits] of [
    ['nineteen days', '19 days'],
    ['twenty days', '20 days'],
    ['thirty days', '30 days'],
    ['siku arobaini', 'siku 40'],
    ['ninety percent', '90 percent'],
  ] as const)
    assert.deepEqual(numbersIn(plainWords(words)), numbersIn(plainWords(digits)), words)
})
