import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { EARLIER_IDS } from '../../web/pages/earlier-ids.server.ts'
import { readDocument } from '../../web/pages/markdown.server.ts'

const CONTENT = join(import.meta.dirname, '../../content')
const LANGUAGES = { English: '', Kiswahili: 'sw' }
/** Help sections whose headings were reworded when links to them were already public, by page and id. */
const REWORDED = {
  complaints: ['somebody-asked-for-a-bribe-or-offered-one'],
  'help/account': ['somebody-changed-my-password'],
  'help/applying': ['can-i-save-and-go-on-later', 'can-somebody-else-apply-for-me'],
  'help/contacts': ['somebody-asked-me-for-money'],
  'help/documents': ['which-files-are-taken-and-how-large', 'my-file-is-refused'],
  'help/openings': ['the-notice-says-expired'],
  'help/status': ['how-are-selected-people-told'],
}

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
const documentAt = (path: string) => readDocument(readFileSync(path, 'utf8'))

for (const [language, folder] of Object.entries(LANGUAGES))
  describe(`J13 earlier links to a section, in ${language}`, () => {
    const pages = globSync(folder ? '**/*.md' : '{*,help/*}.md', { cwd: join(CONTENT, folder) }).map((name) =>
      join(CONTENT, folder, name),
    )
    for (const [name, ids] of Object.entries(REWORDED))
      test(`${name}: each earlier id is inside the heading of its section`, () => {
        const { body } = documentAt(join(CONTENT, folder, `${name}.md`))
        for (const id of ids) assert.match(body, new RegExp(`<h2 id="[^"]+"><span id="${id}"></span>`))
      })
    test('no page has an id twice', () => {
      for (const path of pages) {
        const ids = idsOf(documentAt(path).body)
        assert.deepEqual(ids, [...new Set(ids)], path)
      }
    })
    test('each listed section still exists', () => {
      const ids = new Set(pages.flatMap((path) => idsOf(documentAt(path).body)))
      assert.deepEqual(
        Object.keys(EARLIER_IDS).filter((id) => !ids.has(id)),
        [],
      )
    })
  })
