import assert from 'node:assert/strict'
import { test } from 'node:test'
import { all, server } from '../support/code.ts'
import { namesOfSheet } from '../support/names.ts'
import { sources } from '../support/source.ts'

/** Parts of one or two letters that are allowed, and why. A part of digits is a number and may stay. */
const ALLOWED: Record<string, string> = {
  by: 'an English word',
  is: 'the prefix of a state, such as `is-waiting`',
  js: '`needs-js`: what needs JavaScript',
  mb: 'a margin below: `mb4` is as wide as `--s4` in tokens.css',
  mt: 'a margin above: `mt4` is as wide as `--s4` in tokens.css',
  no: 'an English word',
  on: 'an English word',
  qr: 'a QR code',
  sr: '`sr-only`, the usual name of text that only screen readers read',
  st: 'the prefix of the officers’ area in the design, such as `st-head`',
  up: 'an English word',
}
/** The parts of a class that stand for a word, without the digits at their end: `btn-2` has only `btn`. */
const partsOf = (name: string) =>
  name.split(/[-_]/).flatMap((part) => part.replace(/\d+$/, '').toLowerCase() || [])
const shortPartsOf = (name: string) => partsOf(name).filter((part) => part.length <= 2)
/** The class names in the markup of a file, where they are written out. */
const namesOfMarkup = (text: string) =>
  [...text.matchAll(/\bclass(?:Name)?="([^"$]*)/g)].flatMap(([, names = '']) => names.split(' '))
/**
 * The class names in the style sheets that a file holds as text. These sheets have no space after a colon, so
 * they differ from objects.
 */
const namesOfInlineSheet = (text: string) =>
  [...text.matchAll(/\.([a-z][\w-]*)(?=[^{}()='"`;]*\{[a-z-]+:\S)/gi)].map(([, name = '']) => name)

test('a class has words for its name, in web and in the sheets and markup of server', () => {
  const named = [
    ...sources('web/**/*.css')
      .flatMap(namesOfSheet)
      .map(({ path, name }) => ({ path, name })),
    ...all.flatMap(({ path, text }) => namesOfMarkup(text).map((name) => ({ path, name }))),
    ...server.flatMap(({ path, text }) => namesOfInlineSheet(text).map((name) => ({ path, name }))),
  ]
  // Each of the three kinds of places has names.
  for (const [path, name] of [
    ['web/last-hour/last-hour.css', 'last-hour-steps'],
    ['server/accounts/verify-without-script.ts', 'paper'],
    ['server/http/form-html.ts', 'errors'],
    ['server/locations/county-map.ts', 'country'],
  ])
    assert.ok(
      named.some((found) => found.path === path && found.name === name),
      `${path}: ${name}`,
    )
  assert.deepEqual(
    named
      .filter(({ name }) => shortPartsOf(name).some((part) => !(part in ALLOWED)))
      .map(({ path, name }) => `${path}: ${name}`),
    [],
  )
  // Each allowed part must still be needed.
  const used = new Set(named.flatMap(({ name }) => shortPartsOf(name)))
  assert.deepEqual(
    Object.keys(ALLOWED).filter((part) => !used.has(part)),
    [],
  )
})

test('a part of one or two characters is found before and after a hyphen', () => {
  assert.deepEqual(
    ['rv-case', 'case-b', 'h3', 'btn-2', 'pop-up', 'icon_xs'].map((name) => shortPartsOf(name)),
    [['rv'], ['b'], ['h'], [], ['up'], ['xs']],
  )
})
