import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockTimeInFull } from '#contract/dates.ts'
import { referenceAloud } from '#contract/job-applications/reference-aloud.ts'
import { REFERENCE_CHARACTERS } from '#contract/job-applications/reference-numbers.ts'

test('a reference number is read aloud character by character, with a dash between its groups', () => {
  assert.equal(
    referenceAloud('K7-4TR9XM-P'),
    'K for Kisumu, seven – four, T for Turkana, R for Ruiru, nine, X for X-ray, M for Mombasa – P for Pokot',
  )
})

test('each character is read as a digit, or as a word of its own that starts with it', () => {
  const words = Array.from(REFERENCE_CHARACTERS, (character) => referenceAloud(character))
  assert.equal(new Set(words).size, REFERENCE_CHARACTERS.length)
  for (const [index, character] of Array.from(REFERENCE_CHARACTERS).entries())
    assert.match(
      words[index] ?? '',
      /\d/.test(character) ? /^[a-z]+$/ : new RegExp(`^${character} for ${character}[a-zA-Z -]+$`),
    )
})

test('the time of a receipt has seconds and is that of Nairobi, also around noon and midnight', () => {
  for (const [instant, words] of [
    ['2026-11-24T11:31:07Z', '2:31:07 p.m.'],
    ['2026-11-24T08:59:59Z', '11:59:59 a.m.'],
    ['2026-11-24T21:00:00Z', '12:00:00 a.m.'],
    ['2026-11-24T09:00:09Z', '12:00:09 p.m.'],
  ] as const)
    assert.equal(clockTimeInFull(new Date(instant)), words)
})
