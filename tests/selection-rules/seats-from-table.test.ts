import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { jobStaff, type JobStaff } from '../support/staff-jobs.ts'

let portal: Portal
let staff: JobStaff
before(async () => {
  portal = await openPortal()
  staff = await jobStaff(portal)
})
after(() => portal.close())

describe('seats from a table', () => {
  const seats = async (csv: string, place = 'constituency') =>
    staff.author.visitor.post(`/api/staff/jobs/${await staff.draft()}/selection-rule/seats/`, { csv, place })
  test('by code or by name, with commas, semicolons or tabs, with or without headings', async () => {
    const { status, json } = await seats('Constituency;Seats\r\n027;7\r\n"Balambala",5\r\n\r\n')
    assert.equal(status, 200)
    assert.equal(json.sum, 12)
    assert.equal(json.seats[0].place, 'constituency:27')
    assert.equal(json.seats.length, 2)
    // A name after the seats may hold a digit, as that of a ward does.
    for (const line of ['27,7,Garissa Township', '27,7,Garissa 1'])
      assert.deepEqual((await seats(line)).json.seats, [{ place: 'constituency:27', seats: 7 }])
  })
  test('a name of several places needs the code', async () => {
    const { status, json } = await seats('Township,3', 'ward')
    assert.deepEqual([status, json.csv], [422, [WORDS.csvLine(1, WORDS.placeAmbiguous('Township'))]])
  })
  /** Each case has a table of seats as CSV, and the sentence with which the portal refuses it. */
  const BAD: [string, string][] = [
    ['', WORDS.csvEmpty],
    ['Place,Seats', WORDS.csvEmpty],
    ['27', WORDS.csvLine(1, WORDS.csvColumns)],
    ['27,"1,200"', WORDS.csvLine(1, WORDS.csvColumns)],
    ['27,"1,200.50"', WORDS.csvLine(1, WORDS.csvColumns)],
    ['27,seven', WORDS.csvLine(1, WORDS.seatsWhole)],
    ['27,7\n9999,1', WORDS.csvLine(2, WORDS.placeUnknown('9999'))],
    ['27,7\n027,1', WORDS.csvLine(2, WORDS.seatsTwice('027'))],
  ]
  for (const [csv, sentence] of BAD)
    test(JSON.stringify(csv), async () => {
      const { status, json } = await seats(csv)
      assert.deepEqual([status, json.csv], [422, [sentence]])
    })
})
