import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type Source, sources } from './support/source.ts'

const contract = sources('contract/**/*.ts')
const server = sources('server/**/*.ts')
const web = sources('web/**/*.{ts,tsx}').filter(({ path }) => !path.endsWith('.d.ts'))
const all = [...contract, ...server, ...web]

/** `server/jobs/store.ts` is in the room `jobs`, `server/app.ts` is the room `app`. */
const roomOf = (path: string) =>
  (path.split('/')[2] ? path.split('/')[1] : path.split('/')[1]?.replace(/\.tsx?$/, '')) ?? ''
const floorOf = (path: string) => path.split('/')[0] ?? ''

describe('who may import whom', () => {
  test('1: contract imports zod and itself', () => {
    const faults = contract.flatMap(({ path, imports }) =>
      imports
        .filter(({ to, own }) => (own ? floorOf(to) !== 'contract' : to !== 'zod/mini'))
        .map(({ to }) => `${path}: ${to}`),
    )
    assert.deepEqual(faults, [])
  })
  test('1: server and web import contract and themselves, never each other, and never the tests', () => {
    const faults = [...server, ...web].flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ to, own }) =>
            own && !['contract', floorOf(path)].includes(floorOf(to)) && !to.startsWith('build/'),
        )
        .map(({ to }) => `${path}: ${to}`),
    )
    assert.deepEqual(faults, [])
  })
  test('1: a path to the contract is written #contract, in server and web alike', () => {
    assert.deepEqual(
      [...server, ...web]
        .filter(({ text }) => /from '(?:\.\.\/)+contract\//.test(text))
        .map(({ path }) => path),
      [],
    )
  })

  const inOrder = (
    files: Source[],
    rooms: string[],
    allowed: (from: string, to: string, typeOnly: boolean) => boolean,
  ) => {
    const place = new Map(rooms.map((room, at) => [room, at]))
    const unknown = [...new Set(files.map(({ path }) => roomOf(path)))].filter((room) => !place.has(room))
    assert.deepEqual(unknown, [], 'a new room needs a place in the order')
    return files.flatMap(({ path, imports }) =>
      imports
        .filter(({ to, own }) => own && floorOf(to) === floorOf(path) && roomOf(to) !== roomOf(path))
        .filter(
          ({ to, typeOnly }) =>
            (place.get(roomOf(to)) ?? 0) > (place.get(roomOf(path)) ?? 0) &&
            !allowed(roomOf(path), roomOf(to), typeOnly),
        )
        .map(({ to }) => `${path}: ${to}`),
    )
  }
  const FEATURES = [
    'captcha',
    'transparency',
    'tickets',
    'notifications',
    'accounts',
    'locations',
    'site',
    'status',
    'jobs',
    'job-applications',
    'probe',
    'dashboard',
    'newsletter',
    'assistant',
    'staff',
    'staff-jobs',
    'review',
    'decisions',
    'messages',
    'exports',
    'reports',
    'last-hour',
    'support',
    'reference-data',
    'audit-log',
    'shares',
    'start',
  ]
  test('2: in server, a room imports only rooms that stand before it', () => {
    const ground = [
      'private-networks',
      'assistant-settings',
      'config',
      'new-file',
      'secrets',
      'urgency',
      'roster',
      'deps',
      'log',
      'database',
      'clock',
      'files',
      'http',
      'sessions',
      'endpoints',
      'page-cache',
      'line',
      'brownout',
      'admission',
      'mail',
      'outbox',
      'hasher-worker',
      'hasher',
      'pid-lock',
    ]
    const rooms = [
      ...ground,
      ...FEATURES,
      'openapi',
      'emails',
      'housekeeping',
      'dev-pages',
      'app',
      'portal',
      'main',
    ]
    // `deps` is the list of what acts are given: it names types of later rooms and nothing else.
    assert.deepEqual(
      inOrder(server, rooms, (from, _to, typeOnly) => from === 'deps' && typeOnly),
      [],
    )
  })
  test("2: a feature uses another's acts, never its routes or its store", () => {
    const faults = server
      .filter(({ path }) => FEATURES.includes(roomOf(path)))
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            ({ to, own }) =>
              own &&
              to.startsWith('server/') &&
              roomOf(to) !== roomOf(path) &&
              FEATURES.includes(roomOf(to)) &&
              /\/(?:routes|store)\.ts$/.test(to),
          )
          .map(({ to }) => `${path}: ${to}`),
      )
    assert.deepEqual(faults, [])
  })
  test('3: in web, the bottom, then session, form and layout, then features, which do not import features', () => {
    const bottom = [
      'call',
      'busy',
      'nonce',
      'paths',
      'api',
      'html',
      'save-file',
      'page-meta',
      'load-chunk',
      'use-answer',
      'loaded',
      'offline',
      'on-the-way',
      'ui',
    ]
    const features = [
      'jobs',
      'accounts',
      'dashboard',
      'job-applications',
      'newsletter',
      'transparency',
      'status',
      'pages',
    ]
    /** Features of officers stand in an order of their own: a later one may use an earlier one. */
    const officers = [
      'staff-ui',
      'viewer',
      'decisions',
      'review',
      'exports',
      'messages',
      'reports',
      'last-hour',
      'shares',
      'support',
      'reference-data',
      'audit-log',
      'staff',
      'staff-jobs',
      'start',
    ]
    const rooms = [
      ...bottom,
      'session',
      'form',
      'captcha',
      'line',
      'assistant',
      'layout',
      'receipt',
      'sending',
      ...features,
      ...officers,
      'root',
      'routes',
      'entry.client',
      'entry.server',
      'service-worker',
      'old-streams',
    ]
    assert.deepEqual(
      inOrder(web, rooms, () => false),
      [],
    )
    const across = web.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ to, own }) =>
            own &&
            floorOf(to) === 'web' &&
            [...features, ...officers].includes(roomOf(path)) &&
            features.includes(roomOf(to)) &&
            roomOf(to) !== roomOf(path),
        )
        .map(({ to }) => `${path}: ${to}`),
    )
    assert.deepEqual(across, [])
  })
  test('4: no circles', () => {
    const byPath = new Map(all.map((file) => [file.path, file]))
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (path: string, way: string[]) => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' > '))
      if (done.has(path) || way.includes(path)) return
      for (const { to, own } of byPath.get(path)?.imports ?? []) if (own) visit(to, [...way, path])
      done.add(path)
    }
    for (const { path } of all) visit(path, [])
    assert.deepEqual(circles, [])
  })
  test('4: no utils, helpers, common, types.ts, barrels, Services or Managers', () => {
    const named = all
      .filter(({ path }) =>
        /(?:^|\/)(?:utils?|helpers?|common|shared|misc|types|index)(?:\/|\.tsx?$)/.test(path),
      )
      .map(({ path }) => path)
    const barrels = all.filter(({ text }) => /^export \* from/m.test(text)).map(({ path }) => path)
    const grand = all
      .filter(({ text }) =>
        /\b(?:class|const|type|interface) \w+(?:Service|Manager|Helper|Util)\b/.test(text),
      )
      .map(({ path }) => path)
    assert.deepEqual([...named, ...barrels, ...grand], [])
  })
  test('5: only config reads the environment; the programs pass it on whole', () => {
    const readers = all.filter(({ text }) => /process\.env\b/.test(text)).map(({ path }) => path)
    assert.deepEqual(readers, ['server/main.ts', 'server/portal.ts'])
    for (const path of readers)
      assert.deepEqual(all.find((file) => file.path === path)?.text.match(/.*process\.env.*/g), [
        '  const config = readConfig(process.env)',
      ])
  })
  test('what reaches a browser brings no schemas with it', () => {
    const schemas = new Set<string>()
    for (let found = -1; found !== schemas.size; ) {
      found = schemas.size
      for (const { path, imports } of contract)
        if (imports.some(({ to, typeOnly }) => !typeOnly && (to === 'zod/mini' || schemas.has(to))))
          schemas.add(path)
    }
    assert.ok(schemas.has('contract/endpoints.ts'))
    const faults = web
      .filter(({ path }) => !/\.server\.tsx?$/.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ to, typeOnly }) => !typeOnly && (schemas.has(to) || to.startsWith('zod')))
          .map(({ to }) => `${path}: ${to}`),
      )
    assert.deepEqual(faults, [])
  })
})

describe('sizes', () => {
  const lines = ({ text }: Source) => text.trimEnd().split('\n').length
  const tests = sources('tests/**/*.ts')
  test('no file of code is longer than 300 lines, no test longer than 450', () => {
    const code = [...all, ...sources('bench/**/*.ts', 'bin/*.mjs', '*.ts', 'tests/support/*.ts')]
    assert.deepEqual(
      [...code.filter((file) => lines(file) > 300), ...tests.filter((file) => lines(file) > 450)].map(
        (file) => `${file.path}: ${lines(file)}`,
      ),
      [],
    )
  })
  test('half of the files of code have at most 70 lines, nine in ten at most 170', () => {
    const sorted = all.map(lines).sort((left, right) => left - right)
    const atShare = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
    assert.ok(atShare(0.5) <= 70, `${atShare(0.5)} lines`)
    assert.ok(atShare(0.9) <= 170, `${atShare(0.9)} lines`)
  })
})

describe('T12 T8 what the content policy rests on', () => {
  test('T12 a string becomes markup only through web/html.ts', () => {
    const sinks = web.flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /dangerouslySetInnerHTML=\{.*|\.(?:inner|outer)HTML\b.*|insertAdjacentHTML.*|document\.write.*|\beval\(.*|new Function\(.*|javascript:.*|srcDoc=.*/g,
        ),
      ].map(([sink]) => `${path}: ${sink}`),
    )
    const others = sinks.filter((sink) => !/dangerouslySetInnerHTML=\{serverHtml\(/.test(sink))
    // The portal's own sheet, as the build made it.
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
  test('T19 SQL is written with the tag: what it is given travels as a value, and nothing makes SQL of a text', () => {
    const tag = server
      .filter(({ imports }) => imports.some(({ to }) => to === 'sql-template-tag'))
      .map(({ path }) => path)
    assert.deepEqual(tag, [
      'server/database/connect.ts',
      'server/jobs/store.ts',
      'server/notifications/add-notification.ts',
      'server/outbox/enqueue-email.ts',
      'server/review/filter.ts',
      'server/review/table-store.ts',
      'server/staff-jobs/jobs-store.ts',
      'server/transparency/record.ts',
    ])
    assert.deepEqual(
      server.flatMap(({ path, text }) =>
        [...text.matchAll(/\b(?:raw|bulk)\b.*'sql-template-tag'|\bnew Sql\(.*|\bsql\(.*/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
      ),
      [],
    )
  })
  test('T19 only four files speak to the driver itself, and put nothing into a query but what is quoted', () => {
    const speaking = server.filter(
      ({ text, imports }) => /\.query(?:<[^(]*>)?\(/.test(text) || imports.some(({ to }) => to === 'pg'),
    )
    assert.deepEqual(
      speaking.map(({ path }) => path),
      [
        'server/database/connect.ts',
        'server/database/migrate.ts',
        'server/database/pool.ts',
        'server/database/role.ts',
      ],
    )
    const given = speaking.flatMap(({ text }) =>
      [...text.matchAll(/\.query(?:<[^(]*>)?\(\s*(`[^`]*`|'[^']*'|"[^"]*"|[^'"`,)]+)/g)].map(
        ([, first = '']) => first,
      ),
    )
    assert.ok(given.length > 15)
    const put = given.flatMap((first) =>
      /^['"`]/.test(first) ? (first.match(/\$\{[^}]*\}/g) ?? []) : [first],
    )
    // `query` was made by the tag, `text` is a file of migrations.
    assert.deepEqual([...new Set(put)].sort(), [
      '${LOCK}',
      '${database}',
      '${name}',
      '${pg.escapeIdentifier(channel)}',
      'begin',
      'query',
      'text',
      'within(statementMs',
    ])
    const [connect, migrate, , role] = speaking.map(({ text }) => text)
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

describe('each rule once', () => {
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  test('a sentence of the contract stands in one place, and nowhere else', () => {
    const places = new Map<string, string[]>()
    for (const { path, text } of contract) {
      for (const [, sentence = ''] of withoutComments(text).matchAll(/'([A-Z][a-z](?:[^'\\\n]|\\.){23,})'/g))
        places.set(sentence, [...(places.get(sentence) ?? []), path])
    }
    assert.ok(places.size > 80, `${places.size} sentences found`)
    assert.deepEqual(
      [...places].filter(([, paths]) => paths.length > 1),
      [],
    )
    const copied = [...server, ...web].flatMap(({ path, text }) =>
      [...places.keys()]
        .filter((sentence) => withoutComments(text).includes(sentence))
        .map((sentence) => `${path}: ${sentence}`),
    )
    assert.deepEqual(copied, [])
  })
  test('S1 §9 the numbers of the specification stand in the limits of their feature alone', () => {
    const isOwner = (path: string) => /^contract\/(?:[\w-]+\/limits|browser)\.ts$/.test(path)
    const limits = contract
      .filter(({ path }) => isOwner(path))
      .map(({ text }) => withoutComments(text))
      .join('\n')
    for (const number of ['3_300_000', '3_600_000', '300_000', '120_000', '15rem', '3_000', '2_500'])
      assert.ok(limits.includes(number), number)
    const copies = all
      .filter(({ path }) => !isOwner(path))
      .flatMap(({ path, text }) =>
        [...withoutComments(text).matchAll(/\b(?:3_?300_?000|300_?000|15rem)\b/g)].map(
          ([number]) => `${path}: ${number}`,
        ),
      )
    assert.deepEqual(copies, [])
  })
  test('the product mentions no place of the machine it was made on', () => {
    const files = globSync(
      ['*.{md,ts,json}', '{bin,bench,content,contract,docs,server,tests,web,.ci}/**/*'],
      {
        cwd: join(import.meta.dirname, '..'),
        withFileTypes: true,
      },
    ).filter((entry) => entry.isFile())
    const own = /\/work\/(?:shared|main)|\/tmp\/brief/
    const found = files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter(
        (file) =>
          file !== import.meta.filename &&
          /\.(?:md|ts|tsx|mjs|json|css|sql|run)$|\/run$/.test(file) &&
          own.test(readFileSync(file, 'utf8')),
      )
    assert.deepEqual(found, [])
  })
})
