import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { migrationProblems } from '../support/migration-problems.ts'

const FOLDER = join(import.meta.dirname, '../../server/database/migrations')
/** Migrations before this one ran before any installation had people or several machines. */
const FIRST_CHECKED = '0049'

// A migration runs while people use the portal, and while other machines run the previous version.
// `migrationProblems` finds what would stop either of them.
describe('R11 a migration stops neither people nor the version before', () => {
  for (const name of readdirSync(FOLDER)
    .filter((file) => file >= FIRST_CHECKED)
    .sort())
    test(name, () => assert.deepEqual(migrationProblems(readFileSync(join(FOLDER, name), 'utf8')), []))
})

describe('R11 a migration that would is named', () => {
  const BAD: Record<string, RegExp> = {
    'alter table users alter column phone set not null': /^users: sets NOT NULL/,
    'alter table jobs add column pay integer not null': /^jobs: adds a column NOT NULL without a default/,
    'alter table jobs drop column terms': /^jobs: drops a column/,
    'alter table jobs alter column vacancies type bigint': /^jobs: changes the type/,
    'alter table jobs rename column terms to conditions': /^renames what the version before/,
    'alter table nodes rename to machines': /^renames what the version before/,
    'drop table nodes': /^drops a table/,
    'create index users_phone on users (phone)': /^users: makes an index while no one can write/,
    'alter table submissions add constraint later check (submitted_at > now())':
      /^submissions: adds a constraint/,
    'alter table outbox add foreign key (job_id) references jobs': /^outbox: adds a constraint/,
  }
  for (const [sql, sentence] of Object.entries(BAD))
    test(sql, () => assert.match(migrationProblems(sql).join('\n'), sentence))

  const GOOD = [
    'alter table jobs add column pay integer not null default 0',
    'create index concurrently users_phone on users (phone)',
    'create table outbox (id bigint not null); create index outbox_id on outbox (id)',
    'alter table submissions add constraint later check (submitted_at > now()) not valid',
    'alter table users add column nickname text',
  ]
  for (const sql of GOOD) test(`good: ${sql}`, () => assert.deepEqual(migrationProblems(sql), []))
})
