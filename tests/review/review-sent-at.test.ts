import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentAt } from '../../web/review/sent-at.ts'

test('the table says the year of an application that was sent in another year, by the calendar of Nairobi', () => {
  const now = new Date('2026-11-24T09:00:00Z')
  assert.equal(sentAt('2026-11-24T11:31:00Z', now), '24 Nov 14:31')
  assert.equal(sentAt('2025-12-01T05:05:00Z', now), '1 Dec 2025 08:05')
  // At this UTC time, the year is already 2026 in Nairobi.
  assert.equal(sentAt('2025-12-31T21:30:00Z', now), '1 Jan 00:30')
})
