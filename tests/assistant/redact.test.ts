import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { referenceFrom } from '#contract/job-applications/reference-numbers.ts'
import { redactor } from '../../server/assistant/redact.ts'

const redact = redactor(
  ['Wanjikũ', "Ng'ang'a", 'Wesonga-Otenyo', 'Ole Sankan', 'A1B2C', '+254712345678', 'w.o@my-office.co.ke'],
  'Human Resource Officer at the Independent Electoral and Boundaries Commission',
)

describe('N2 T25 what could show whose question it is', () => {
  for (const [typed, redacted] of [
    ['write to amina.juma+jobs@example.co.ke please', 'write to [email] please'],
    ['amina (at) example.com', '[email]'],
    ['amina at gmail dot com is mine', '[email] is mine'],
    ['call 0712345678', 'call [number]'],
    ['call +254 (712) 345-678 now', 'call [number] now'],
    ['my ID is 12345678.', 'my ID is [number].'],
    ['my ID is 12 34 56 78', 'my ID is [number]'],
    ['my ID is 1\u200b2\u200b3\u200b4\u200b5\u200b6\u200b7\u200b8', 'my ID is [number]'],
    ['my ID is １２３４５６７８', 'my ID is [number]'],
    ['ID one two three four five six seven eight', 'ID [number]'],
    ['kitambulisho moja mbili tatu nne tano sita', 'kitambulisho [number]'],
    ['passport AK0123456 expired', 'passport [reference] expired'],
    ['staff no IEBC/123/456', 'staff no IEBC/[number]'],
    ['born 21/11/1999', 'born [number]'],
    ['where is K7-4TR9XM-P now', 'where is [reference] now'],
    ['where is k7 4tr9xm p now', 'where is [reference] now'],
    ['my name is amina wa juma and I cannot log in', 'my name is [name] and I cannot log in'],
    ['jina langu ni Baraka Mwangi, naomba msaada', 'jina langu ni [name], naomba msaada'],
    ['naitwa otieno', 'naitwa [name]'],
    ['I am Peter Otieno', 'I am [name]'],
    ['Was Peter Otieno shortlisted?', 'Was [name] shortlisted?'],
    ['wanjiku ng’ang’a here', '[name] here'],
    ['WANJIKŨ, a1b2c', '[name], [name]'],
    ['hi, wesonga otenyo here, i cannot upload my cv', 'hi, [name] here, i cannot upload my cv'],
    ['wesongaotenyo or otenyo-wesonga or ole-sankan', '[name] or [name] or [name]'],
    ['nganga, or ng ang a, or ng`ang`a', '[name], or [name] a, or [name]`[name]`a'],
    ["Otenyo's CV and sankan.ole", '[name] CV and [name]'],
  ] as [string, string][]) {
    test(`N2 ${typed}`, () => assert.equal(redact(typed), redacted))
  }
  for (const stored of [
    'How do I apply for a job?',
    'Is there a Human Resource Officer job in Kisumu?',
    'How Do I Apply',
    'Je, naweza kuomba kazi ngapi?',
    'Is 5 MB the limit for a PDF in 2026?',
    'I am a student in form 4, can I apply?',
    'to upload a file',
  ])
    test(`N2 stays: ${stored}`, () => assert.equal(redact(stored), stored))
})

test('N2 T25 every number, email and reference of the portal is removed, whatever is around it', () => {
  const filler = fc.string({ maxLength: 20 }).map((text) => text.replace(/[\p{L}\p{Nd}]/gu, ''))
  const digits = fc.integer({ min: 10_000_000, max: 999_999_999 }).map(String)
  fc.assert(
    fc.property(
      filler,
      digits,
      filler,
      (before, number, after) => !redact(`${before} ${number} ${after}`).includes(number),
    ),
    { numRuns: 500 },
  )
  for (let n = 0; n < 500; n++) {
    const reference = referenceFrom(randomBytes(8))
    for (const written of [
      reference,
      reference.toLowerCase(),
      reference.replaceAll('-', ' '),
      reference.replaceAll('-', ''),
    ])
      assert.ok(!redact(`status of ${written} please`).includes(written), written)
  }
})

test('T26 the longest question is redacted in no time, whatever it is made of', () => {
  for (const piece of [
    'a',
    '1 ',
    'a1',
    'Aa ',
    '@',
    'a.',
    '(at)',
    'my name is ',
    '\u200b',
    'K7-',
    '<<',
    "'",
  ]) {
    const started = process.cpuUsage()
    redact(piece.repeat(2_000).slice(0, 2_000))
    const { user } = process.cpuUsage(started)
    assert.ok(user < 1_000_000, `${JSON.stringify(piece)}: ${user} µs`)
  }
})
