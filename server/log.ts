import type { Log, LogFields } from './deps.ts'

// Only these fields leave the process, whatever else an object holds (T29).
const SHOWN: Record<keyof LogFields, true> = {
  route: true,
  method: true,
  status: true,
  ms: true,
  request_id: true,
  kind: true,
  error: true,
  code: true,
  count: true,
  shed: true,
  id: true,
  attempts: true,
  address: true,
  version: true,
}
const FIELDS = Object.keys(SHOWN) as (keyof LogFields)[]

// A log without free space, or without a reader, is no reason to stop serving (R6): lines are lost until it
// has both.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** One JSON line per event, on standard output; errors on standard error. */
export const log: Log = (level, event, fields = {}) => {
  const shown = Object.fromEntries(
    FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  )
  const line = `${JSON.stringify({ at: new Date().toISOString(), level, event, ...shown })}\n`
  if (level === 'error') process.stderr.write(line)
  else process.stdout.write(line)
}
