import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { server, web } from '../support/code.ts'

describe('T12 T8 what the content policy rests on', () => {
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
    // The files that import the database library itself. All others use `sql` of connect.ts.
    const tag = server
      .filter(({ imports }) => imports.some(({ to }) => to === 'sql-template-tag'))
      .map(({ path }) => path)
    assert.deepEqual(tag, [
      'server/database/connect.ts',
      'server/jobs/store.ts',
      'server/review/filter.ts',
      'server/review/table-store.ts',
      'server/staff-jobs/jobs-store.ts',
      'server/transparency/record.ts',
    ])
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
  test('T19 only eight files use the database driver itself, and insert only constants and quoted values into a query', () => {
    const speaking = server.filter(
      ({ text, imports }) => /\.query(?:<[^(]*>)?\(/.test(text) || imports.some(({ to }) => to === 'pg'),
    )
    assert.deepEqual(
      speaking.map(({ path }) => path),
      [
        'server/database/connect.ts',
        'server/database/copy-session.ts',
        'server/database/leases.ts',
        'server/database/listen.ts',
        'server/database/migrate.ts',
        'server/database/pool.ts',
        'server/database/role.ts',
        'server/database/servers.ts',
      ],
    )
    // The first argument of each call of the function `query`.
    const given = speaking.flatMap(({ text }) =>
      [...text.matchAll(/\.query(?:<[^(]*>)?\(\s*(`[^`]*`|'[^']*'|"[^"]*"|[^'"`,)]+)/g)].map(
        ([, first = '']) => first,
      ),
    )
    assert.ok(given.length > 15)
    // The parts of such an argument: the values inside a text, or otherwise the name of a variable.
    const inserted = given.flatMap((first) =>
      /^['"`]/.test(first) ? (first.match(/\$\{[^}]*\}/g) ?? []) : [first],
    )
    // The tag `sql` made `query`, `text` is a migration file, and `CHECK` is constant. The other values are
    // constants or quoted, which the checks below confirm.
    assert.deepEqual([...new Set(inserted)].sort(), [
      '${LOCK}',
      '${database}',
      '${name}',
      '${pg.escapeIdentifier(channel)}',
      'CHECK',
      'begin',
      'query',
      'text',
      'within(statementMs',
    ])
    const textAt = (name: string) => speaking.find(({ path }) => path.endsWith(`/${name}.ts`))?.text
    const [connect, migrate, role] = ['connect', 'migrate', 'role'].map(textAt)
    assert.match(
      connect ?? '',
      /`set local \$\{pg\.escapeIdentifier\(name\)\} = \$\{pg\.escapeLiteral\(value\)\}`/,
    )
    assert.equal(connect?.match(/\bbegin = /g)?.length, 1)
    assert.match(migrate ?? '', /^const LOCK = "hashtext\('portal-migrate'\)"$/m)
    for (const name of ['name', 'database'])
      assert.deepEqual(role?.match(new RegExp(`const ${name} = .*`, 'g'))?.length, 1)
    assert.match(role ?? '', /const name = pg\.escapeIdentifier\(role\)\n/)
    assert.match(role ?? '', /const database = pg\.escapeIdentifier\(/)
  })
})
