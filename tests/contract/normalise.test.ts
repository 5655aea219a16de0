import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { normaliseAnswer, normaliseEmail, normaliseName, normalisePhone } from '#contract/normalise.ts'
import { anyText } from '../support/any-text.ts'

// Typed text in its stored form. S1 is docs/spec/public-area.md; A17, C3 and T38 are rules of
// docs/spec/decisions.md and security.md.
test('S1 §5 email is trimmed and lower-cased', () => {
  assert.equal(normaliseEmail('  Wanjiku.Kamau@Example.CO.KE\n'), 'wanjiku.kamau@example.co.ke')
})

test('T38 an accented character in an email is one character, whether a device sends it whole or as a character and its accent', () => {
  assert.equal(normaliseEmail('Rene\u0301@example.com'), normaliseEmail('ren\u00e9@example.com'))
})

describe('S1 §5 names: trimmed, lower-cased, a capital after a space, hyphen, apostrophe or period', () => {
  for (const [typed, stored] of [
    ['  wanjiku ', 'Wanjiku'],
    ['WANJIKU', 'Wanjiku'],
    ['mary anne', 'Mary Anne'],
    ['mary-anne', 'Mary-Anne'],
    ["o'brien", "O'Brien"],
    ["O'BRIEN", "O'Brien"],
    ['o’brien', 'O’Brien'],
    ['o‘brien', 'O‘Brien'],
    ['o`brien', 'O`Brien'],
    ['o´brien', 'O´Brien'],
    ['j.r. otieno', 'J.R. Otieno'],
    ["d'souza-o'neil", "D'Souza-O'Neil"],
    ['élodie', 'Élodie'],
    ['muhammad  ali', 'Muhammad  Ali'],
    ['عمر', 'عمر'],
    ['😀 emoji', '😀 Emoji'],
    ['', ''],
  ] as const) {
    test(`${JSON.stringify(typed)} becomes ${JSON.stringify(stored)}`, () =>
      assert.equal(normaliseName(typed), stored))
  }
})

describe("A17 names: no capital after the digraph ng'", () => {
  for (const [typed, stored] of [
    ["ng'ang'a", "Ng'ang'a"],
    ["NG'ANG'A", "Ng'ang'a"],
    ['ng’ang’a', 'Ng’ang’a'],
    ['ng`ang´a', 'Ng`ang´a'],
    ["ong'ondo", "Ong'ondo"],
    ["wang'ombe-o'brien", "Wang'ombe-O'Brien"],
    ["ng'eno ng'etich", "Ng'eno Ng'etich"],
    ["n'gara", "N'Gara"],
    ["g'ang", "G'Ang"],
  ] as const) {
    test(`${typed} becomes ${stored}`, () => assert.equal(normaliseName(typed), stored))
  }
})

test('C3: an answer is compared without case, spacing or ways of typing', () => {
  assert.equal(normaliseAnswer('  Mwalimu   WAFULA '), 'mwalimu wafula')
  assert.equal(normaliseAnswer('ｍｗａｌｉｍｕ'), 'mwalimu')
  assert.equal(normaliseAnswer('Cafe\u0301'), normaliseAnswer('CAF\u00c9'))
  assert.notEqual(normaliseAnswer('Wafula'), normaliseAnswer('Wafule'))
})

test('what is normalised stays itself when normalised again', () => {
  const names = fc.string({ unit: fc.constantFrom(..."abnogNG '’-.éÉøwW"), maxLength: 30 })
  for (const [normalise, typed] of [
    [normaliseEmail, anyText()],
    [normaliseName, names],
    [normalisePhone, fc.string({ unit: fc.constantFrom(...'+0125479 -') })],
    [normaliseAnswer, fc.string({ unit: 'grapheme-composite' })],
  ] as const) {
    fc.assert(
      fc.property(typed, (text) => {
        const once = normalise(text)
        assert.equal(normalise(once), once)
      }),
    )
  }
})
