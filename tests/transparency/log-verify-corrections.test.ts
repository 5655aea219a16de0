import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { auditLog } from '../../server/transparency/audit.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { correct, reopen, sentOnce } from '../support/corrections.ts'
import { good } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
/** The connection of an attacker who owns the machine. As a replica, no trigger or foreign key stops it. */
let owner: pg.Client
let id: number
before(async () => {
  portal = await openPortal({ durable: true })
  const person = await sentOnce(portal)
  id = person.applicationId
  for (const key of ['second', 'third']) {
    good(await reopen(person))
    good(await correct(person, key, { address: key }))
  }
  await checkpointWriter(portal.deps)()
  owner = new pg.Client({ connectionString: portal.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await portal.close()
})

/** The errors that `log verify` finds after these fraudulent statements. The statements are then undone. */
async function problemsAfter(...statements: string[]): Promise<string[]> {
  await owner.query('create table copy_of_sent as select * from submissions')
  await owner.query('create table copy_of_superseded as select * from superseded_submissions')
  await owner.query("set session_replication_role = 'replica'")
  for (const statement of statements) await owner.query(statement)
  const found: string[] = []
  await auditLog(portal.deps, (problem) => found.push(problem))
  for (const [table, copy] of [
    ['submissions', 'copy_of_sent'],
    ['superseded_submissions', 'copy_of_superseded'],
  ]) {
    await owner.query(`delete from ${table}`)
    await owner.query(`insert into ${table} select * from ${copy}`)
    await owner.query(`drop table ${copy}`)
  }
  await owner.query("set session_replication_role = 'origin'")
  return found
}

const CONTENT = 'frozen, digest, salt, signature, key, receipt, submitted_at'

describe('W15 log verify names a superseding that does not fit', () => {
  test('nothing where nothing is wrong', async () => {
    assert.deepEqual(await problemsAfter(), [])
  })

  test('an earlier version put back in the place of the last: the person’s correction is gone', async () => {
    const problems = await problemsAfter(
      `update submissions made set (${CONTENT}) = (
        select ${CONTENT} from superseded_submissions where application_id = made.application_id and version = 2)`,
      'update job_applications application set submitted_at = (select submitted_at from submissions where application_id = application.id)',
    )
    assert.ok(
      problems.includes(`The submission of application ${id} differs from its receipt.`),
      problems.join('\n'),
    )
    assert.ok(
      problems.includes(
        `The version 3 of application ${id} has a receipt that does not supersede version 2.`,
      ),
    )
    assert.ok(
      problems.includes(`The log does not say that the version 3 of application ${id} supersedes version 2.`),
    )
  })

  test('two versions that change places', async () => {
    const problems = await problemsAfter(
      `update superseded_submissions earlier set (${CONTENT}) = (
        select ${CONTENT} from copy_of_superseded other where other.application_id = earlier.application_id and other.version = 3 - earlier.version)`,
    )
    assert.ok(
      problems.includes(`The version 1 of application ${id} differs from its receipt.`),
      problems.join('\n'),
    )
    assert.ok(problems.includes(`The version 2 of application ${id} differs from its receipt.`))
    assert.ok(
      problems.includes(`The log does not say that the version 2 of application ${id} supersedes version 1.`),
    )
  })

  test('an earlier version that is gone', async () => {
    const problems = await problemsAfter('delete from superseded_submissions where version = 1')
    assert.deepEqual(problems, [
      '1 events are about submissions that are no longer in the database.',
      `The application ${id} was corrected, but 1 earlier versions are not in the database.`,
      '1 events are about corrections that are no longer in the database.',
    ])
  })

  test('an earlier version that was rewritten', async () => {
    const problems = await problemsAfter(
      "update superseded_submissions set frozen = replace(frozen, 'Moi', 'Uni') where version = 1",
    )
    assert.deepEqual(problems, [`The version 1 of application ${id} is not what was frozen.`])
  })

  test('the last version counted again as the first, without the others', async () => {
    const problems = await problemsAfter(
      'update submissions set version = 1',
      'delete from superseded_submissions',
    )
    assert.ok(
      problems.includes(`The submission of application ${id} differs from its receipt.`),
      problems.join('\n'),
    )
    assert.ok(problems.includes('2 events are about corrections that are no longer in the database.'))
  })

  test('as long as triggers run, the database keeps each version that a correction replaces', async () => {
    await assert.rejects(owner.query("update submissions set frozen = '{}'"), /submissions is written once/)
    await assert.rejects(
      owner.query('delete from superseded_submissions'),
      /superseded_submissions is written once/,
    )
    await owner.query('begin')
    await owner.query("update submissions set frozen = '{}', version = version + 1")
    const { rows } = await owner.query('select from superseded_submissions where version = 3')
    await owner.query('rollback')
    assert.equal(rows.length, 1)
  })
})
