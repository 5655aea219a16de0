import assert from 'node:assert/strict'
import { test } from 'node:test'
import { all, server } from '../support/code.ts'
import { namesOfSheet } from '../support/names.ts'
import { sources } from '../support/source.ts'

const isShort = (name: string) => /^[a-z][a-z\d]?$/i.test(name)
/** The class names in the markup of a file, where they are written out. */
const namesOfMarkup = (text: string) =>
  [...text.matchAll(/\bclass(?:Name)?="([^"$]*)/g)].flatMap(([, names = '']) => names.split(' '))
/**
 * The class names in the style sheets that a file holds as text. These sheets have no space after a colon, so
 * they differ from objects.
 */
const namesOfInlineSheet = (text: string) =>
  [...text.matchAll(/\.([a-z][\w-]*)(?=[^{}()='"`;]*\{[a-z-]+:\S)/gi)].map(([, name = '']) => name)

test('a class has a word for its name, in web and in the sheets and markup of server', () => {
  const named = [
    ...sources('web/**/*.css')
      .flatMap(namesOfSheet)
      .map(({ path, name }) => ({ path, name })),
    ...all.flatMap(({ path, text }) => namesOfMarkup(text).map((name) => ({ path, name }))),
    ...server.flatMap(({ path, text }) => namesOfInlineSheet(text).map((name) => ({ path, name }))),
  ]
  // Each of the three kinds of places has names.
  for (const [path, name] of [
    ['web/last-hour/last-hour.css', 'lh-steps'],
    ['server/accounts/verify-without-script.ts', 'paper'],
    ['server/http/form-html.ts', 'errors'],
    ['server/locations/county-map.ts', 'country'],
  ])
    assert.ok(
      named.some((found) => found.path === path && found.name === name),
      `${path}: ${name}`,
    )
  assert.deepEqual(
    named.filter(({ name }) => isShort(name)).map(({ path, name }) => `${path}: ${name}`),
    [],
  )
})
