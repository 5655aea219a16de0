import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deadlineParts, deadlineText, writtenInstant } from '../../web/staff-ui/deadline-parts.ts'

// A deadline without a time of day ends at 23:59:59 in Nairobi, which is UTC+3 (J3). A form has separate
// fields for date and time.
test('J3 the fields have the date and the time in Nairobi; for the end of a day, the time is empty', () => {
  assert.deepEqual(deadlineParts('2026-12-03'), { day: '2026-12-03', time: '' })
  assert.deepEqual(deadlineParts('2026-12-03T20:59:59.000Z'), { day: '2026-12-03', time: '' })
  assert.deepEqual(deadlineParts('2026-12-03T17:00'), { day: '2026-12-03', time: '17:00' })
  assert.deepEqual(deadlineParts('2026-12-03T21:30:00.000Z'), { day: '2026-12-04', time: '00:30' })
  for (const none of ['', '3/12/2026', '2026-02-30'])
    assert.deepEqual(deadlineParts(none), { day: '', time: '' })
})

test('J3 a deadline that the two fields wrote is read back into the same two values', () => {
  for (const [day, time] of [
    ['2026-12-03', ''],
    ['2026-12-03', '00:00'],
    ['2026-12-03', '17:00'],
    ['', ''],
    ['', '17:00'],
  ] as const) {
    const text = deadlineText(day, time)
    assert.deepEqual(deadlineParts(text), day ? { day, time } : { day: '', time: '' })
    assert.equal(deadlineParts(writtenInstant(text)?.toISOString() ?? '').time, day ? time : '')
  }
})
