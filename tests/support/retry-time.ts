import assert from 'node:assert/strict'

/** Expects the seconds after which a caller of a busy portal may come again (last-hour#shed-answer). */
export function expectRetryTime(retryAfter: unknown) {
  const seconds = Number(retryAfter)
  assert.ok(Number.isInteger(seconds) && seconds >= 5 && seconds <= 30, `${seconds} s`)
}
