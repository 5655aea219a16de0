import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { server, web } from '../support/code.ts'

describe('T12 T8 T19 what the content policy and the queries rest on', () => {
  test('T12 a string becomes markup only through web/html.ts', () => {
    // All code that turns a string into markup or a program.
    const sinks = web.flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /dangerouslySetInnerHTML=\{.*|\.(?:inner|outer)HTML\b.*|insertAdjacentHTML.*|document\.write.*|\beval\(.*|new Function\(.*|javascript:.*|srcDoc=.*/g,
        ),
      ].map(([sink]) => `${path}: ${sink}`),
    )
    const others = sinks.filter((sink) => !/dangerouslySetInnerHTML=\{serverHtml\(/.test(sink))
    // Only one other place does so: it writes the portal's own style sheet, which the build made.
    assert.deepEqual(others, ['web/root.tsx: dangerouslySetInnerHTML={{ __html: styles }} />'])
  })
  test('T8 no style attribute, no inline handler in a string', () => {
    assert.deepEqual(
      web.flatMap(({ path, text }) =>
        [...text.matchAll(/\sstyle=.{0,20}|\.style\.\w+ ?=.*|setAttribute\('style'.*/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
      ),
      [],
    )
  })
  test('T19 SQL is written with the tag `sql`, which sends each input as a value; nothing turns a text into SQL', () => {
    // Only connect.ts has the tag itself. `empty` and `join` combine what the tag made.
    const imported = server.flatMap(({ path, text }) =>
      [...text.matchAll(/import (.+) from 'sql-template-tag'/g)].map(([, names = '']) => ({ path, names })),
    )
    assert.ok(imported.some(({ path }) => path === 'server/database/connect.ts'))
    // An import over several lines, at run time or as an export would escape the pattern above.
    assert.deepEqual(
      imported.map(({ path }) => path),
      server.flatMap(({ path, imports }) =>
        imports.filter(({ to }) => to === 'sql-template-tag').map(() => path),
      ),
    )
    assert.deepEqual(
      imported.filter(
        ({ path, names }) =>
          path !== 'server/database/connect.ts' && !/^\{ (?:(?:empty|join)(?:, )?)+ \}$/.test(names),
      ),
      [],
    )
    // Each of `raw`, `bulk`, `new Sql(` and `sql(` would use a text as SQL.
    assert.deepEqual(
      server.flatMap(({ path, text }) =>
        [...text.matchAll(/\b(?:raw|bulk)\b.*'sql-template-tag'|\bnew Sql\(.*|\bsql\(.*/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
      ),
      [],
    )
  })
  test('T19 only server/database uses the database driver itself, and inserts only constants and quoted values into a query', () => {
    const speaking = server.filter(
      ({ text, imports }) => /\.query(?:<[^(]*>)?\(/.test(text) || imports.some(({ to }) => to === 'pg'),
    )
    assert.deepEqual(
      speaking.flatMap(({ path }) => (path.startsWith('server/database/') ? [] : [path])),
      [],
    )
    // The first argument of each call of the function `query`.
    const calls = speaking.flatMap(({ path, text }) =>
      [...text.matchAll(/\.query(?:<[^(]*>)?\(\s*(`[^`]*`|'[^']*'|"[^"]*"|[^'"`,)]+)/g)].map(
        ([, first = '']) => ({ path, text, first }),
      ),
    )
    assert.ok(calls.length > 15)
    // A value inside a text is quoted there, or has one name in its file, which is a quoted value or a
    // constant.
    const isSafe = (text: string, value: string) => {
      const declarations = [...text.matchAll(/\b(\w+) = (.*)/g)].filter(([, name]) => name === value)
      const declared = declarations.length === 1 ? (declarations[0]?.[2] ?? '') : value
      return /^(?:pg\.escapeIdentifier\([^()]*\)|'[^']*'|"[^"]*")$/.test(declared)
    }
    const inserted = calls.flatMap(({ path, text, first }) =>
      first.startsWith('`')
        ? [...first.matchAll(/\$\{([^}]*)\}/g)].map(([, value = '']) => ({ path, text, value }))
        : [],
    )
    assert.ok(inserted.length > 5)
    assert.deepEqual(
      inserted
        .filter(({ text, value }) => !isSafe(text, value))
        .map(({ path, value }) => `${path}: ${value}`),
      [],
    )
    // These texts are handed over whole: the tag `sql` made `query`, `text` is a migration file, and `CHECK`
    // is constant. The check below confirms that `begin` is quoted.
    const whole = calls.map(({ first }) => first).filter((first) => !/^['"`]/.test(first))
    assert.deepEqual([...new Set(whole)].sort(), ['CHECK', 'begin', 'query', 'text', 'within(statementMs'])
    const connect = speaking.find(({ path }) => path === 'server/database/connect.ts')?.text
    assert.match(
      connect ?? '',
      /`set local \$\{pg\.escapeIdentifier\(name\)\} = \$\{pg\.escapeLiteral\(value\)\}`/,
    )
    assert.equal(connect?.match(/\bbegin = /g)?.length, 1)
  })
})
