import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { PERIODS } from '#contract/retention/periods.ts'
import { CLOCKS } from '../../server/retention/clocks.ts'

// docs/data.md says for each column how long its data is kept. These tests compare that with the tasks that
// delete data.

/** Data that no sweep deletes, with the reason. Each "Kept" cell of docs/data.md is here or in `CLOCKS`. */
const OTHER_ENDS: readonly { reason: string; kept: readonly string[] }[] = [
  {
    reason: 'What comes next replaces it, so there is one of each.',
    kept: [
      'Until changed',
      'Until the next check',
      'Until the next login',
      'Until the next probe',
      'Until shared out again',
      'Until the register is imported again',
      'Until the witness signs again',
      'Until the pages change',
    ],
  },
  {
    reason: 'It belongs to a person who removes it, or to a process that ends in hours or days.',
    kept: [
      'Until removed',
      'Until removed, or the account is recovered without the password',
      'Until its officer deletes it',
      'Until submitted',
      'Until done',
      'Until all are notified',
      'Until the line ends',
      'Until the level is given back',
      'While the portal runs',
    ],
  },
  {
    reason:
      'A public body shows for good how it filled a post and who decided. It names officers, and applicants by number only; the public log proves it.',
    kept: ['As long as the log', 'As long as the job'],
  },
  { reason: 'It is public, or says nothing about anyone.', kept: ['For good'] },
]

/** A database column, and the words in docs/data.md that say how long its data is kept. */
type Entry = { table: string; column: string; kept: string }

/** The columns in docs/data.md. A title may name several tables, and a row may name several columns. */
const entriesOf = (text: string): Entry[] =>
  text
    .split(/^## /m)
    .slice(1)
    .filter((section) => section.includes('\n| Columns |') && !section.startsWith('Outside'))
    .flatMap((section) => {
      const [title = '', ...lines] = section.split('\n')
      return (
        lines
          .filter((line) => line.startsWith('|') && !/^\|(?: Columns|-)/.test(line))
          // A row is `| columns | class | purpose | kept | owner |`.
          .map((line) => line.split('|').map((cell) => cell.trim()))
          .flatMap(([, columns = '', , , stored = '']) =>
            title
              .split(', ')
              .flatMap((table) => columns.split(', ').map((column) => ({ table, column, kept: stored }))),
          )
      )
    })

const DATA = readFileSync(join(import.meta.dirname, '../../docs/data.md'), 'utf8')
const entries = entriesOf(DATA)
/** The words for columns whose data has no clock. */
const others = OTHER_ENDS.flatMap(({ kept: stored }) => stored)
const clocks: [string, Readonly<Record<string, readonly string[]>>][] = Object.entries(CLOCKS)
/** The two names by which a clock can include a column: its table, or `table.column`. */
const namesOf = ({ table, column }: Entry) => [table, `${table}.${column}`]
const isServed = (entry: Entry) =>
  clocks.some(([, clock]) => clock[entry.kept]?.some((served) => namesOf(entry).includes(served)))
/**
 * A row in a section about several tables counts for each of them, although some do not have the column. So
 * one clock for one of these tables is enough.
 */
const isServedInRow = (entry: Entry) =>
  entries.some((other) => other.column === entry.column && other.kept === entry.kept && isServed(other))

describe('T35 issue 19: a clock for every column of docs/data.md (decisions#silent-consent)', () => {
  test('every column has a clock for the words in its "Kept", or another end from the list', () => {
    assert.ok(entries.length > 500, `${entries.length} columns`)
    const endless = entries.filter((entry) => !others.includes(entry.kept) && !isServedInRow(entry))
    assert.deepEqual(endless, [])
  })
  test('this test finds a column without either', () => {
    const [stray] = entriesOf(
      '## diaries\n\n| Columns |\n|---|\n| entry | personal | To write | Somehow | owner |\n',
    )
    assert.ok(stray && !others.includes(stray.kept) && !isServedInRow(stray))
  })
  test('every clock and every other end is used, and no words have both', () => {
    const unused = clocks.flatMap(([name, clock]) =>
      Object.entries(clock).flatMap(([stored, served]) =>
        served
          .filter(
            (column) => !entries.some((entry) => entry.kept === stored && namesOf(entry).includes(column)),
          )
          .map((column) => `${name}: ${column}, ${stored}`),
      ),
    )
    assert.deepEqual(unused, [])
    assert.deepEqual(
      others.filter((stored) => !entries.some((entry) => entry.kept === stored)),
      [],
    )
    assert.deepEqual(
      others.filter((stored) => clocks.some(([, clock]) => stored in clock)),
      [],
    )
  })
  test('each other end has its reason, and no sensitive column has one of them', () => {
    for (const { reason } of OTHER_ENDS) assert.match(reason, /^[A-Z].{20,}\.$/)
    const sensitive = DATA.split('\n').filter((line) => /^\| [^|]+ \| sensitive \|/.test(line))
    assert.ok(sensitive.length > 5)
    for (const line of sensitive) assert.ok(!others.includes(line.split('|')[4]?.trim() ?? ''), line)
  })
  test('the pages state the periods of the settings', () => {
    const inWords = (days: number) => `${days.toLocaleString('en')} days`
    for (const { days } of [
      PERIODS.drafts,
      PERIODS.not_chosen,
      PERIODS.chosen,
      PERIODS.objection,
      PERIODS.notifications,
    ])
      assert.ok(DATA.includes(inWords(days)), inWords(days))
    const operations = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
    for (const { setting, days, law } of Object.values(PERIODS))
      assert.ok(
        operations
          .split('\n')
          .some(
            (line) => line.includes(`\`${setting}\``) && line.includes(`| ${days} |`) && line.includes(law),
          ),
        setting,
      )
  })
})
