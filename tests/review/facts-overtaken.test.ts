import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { type Db, type Sql, sql } from '../../server/database/connect.ts'
import { deriveWaitingFacts } from '../../server/review/derive-facts.ts'
import { member, nextMinute } from '../support/accounts.ts'
import { educationEntry, readyToSend, SUBMIT } from '../support/answers.ts'
import { applicationOf } from '../support/applications.ts'
import { actionPath, correct, reopen } from '../support/corrections.ts'
import { good } from '../support/decisions.ts'
import { postJobs, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { factOf, deriveFacts } from '../support/review.ts'

// A submission whose facts the database refuses makes a whole batch fail. Then the worker derives the facts
// of each waiting application alone. Meanwhile, an applicant withdraws or corrects an application.

// `good` checks that a reply has status 200, and returns its JSON.
let portal: Portal
before(async () => void (portal = await openPortal()))
after(() => portal.close())
afterEach(async () => {
  nextMinute()
  await portal.db.run(sql`delete from facts_waiting`)
})

/** A submission that is refused, and a person whose application waits for its facts after it. */
async function refusedAndWaiting() {
  const [jobId = 0] = await postJobs(portal, {})
  const refused = await applicationOf(portal, (await member(portal)).id, jobId, { status: 'Pending' })
  await portal.db.run(sql`
    insert into submissions (application_id, frozen, digest, salt, signature, key, receipt, submitted_at)
    values (${refused}, '{"applicant":{"date_of_birth":"some day"}}', sha256(''), sha256(''), '', '', '{}', ${portal.clock.now()})`)
  const person = await readyToSend(portal)
  good(await person.visitor.post(SUBMIT, { job_id: person.jobId }))
  return { refused, person }
}

/** The portal's database. In it, `event` runs right after the worker has read this application alone. */
function afterReading(id: number, event: () => Promise<unknown>): Db {
  const isRead = ([row, ...others]: unknown[]) =>
    others.length === 0 &&
    typeof row === 'object' &&
    row !== null &&
    'frozen' in row &&
    'application_id' in row &&
    row.application_id === id
  return {
    ...portal.db,
    patient: (...limits) => {
      const patient = portal.db.patient(...limits)
      return {
        ...patient,
        tx: (work) =>
          patient.tx((tx) =>
            work({
              ...tx,
              rows: async <Row>(query: Sql) => {
                const rows = await tx.rows<Row>(query)
                if (isRead(rows)) await event()
                return rows
              },
            }),
          ),
      }
    },
  }
}

const somebodyWaits = () =>
  until(
    'somebody waits for a lock',
    () =>
      portal.db.rows(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    (rows) => rows.length > 0,
  )

describe('applications whose facts are derived one by one', () => {
  test('L2 an application that is withdrawn before its turn never enters a list', async () => {
    const { refused, person } = await refusedAndWaiting()
    let withdrawals = 0
    const db = afterReading(refused, async () => {
      good(await person.visitor.post(actionPath(person, 'withdraw'), {}))
      withdrawals++
    })
    await deriveWaitingFacts({ ...portal.deps, db })
    assert.equal(withdrawals, 1)
    assert.equal(await factOf(portal, person.applicationId), undefined)
  })

  test('W15 a correction that is sent during its turn gets the facts of the correction', async () => {
    const { person } = await refusedAndWaiting()
    good(await reopen(person))
    const corrections: ReturnType<typeof correct>[] = []
    const db = afterReading(person.applicationId, async () => {
      const sending = correct(person, 'second', { education: [educationEntry({ qualification_level: 7 })] })
      corrections.push(sending)
      await Promise.race([sending, somebodyWaits()])
    })
    await deriveWaitingFacts({ ...portal.deps, db })
    const [answer] = await Promise.all(corrections)
    assert.equal(answer && good(answer).receipt.version, '2')
    await deriveFacts(portal)
    assert.equal((await factOf(portal, person.applicationId))?.level, 700)
  })
})
