import { pino } from 'pino'
import type { Log, LogFields } from './deps.ts'
import { keysOf } from './record-of.ts'

// The only fields that the log may contain, whatever else an object holds (T29).
const SHOWN: Record<keyof LogFields, true> = {
  route: true,
  method: true,
  status: true,
  ms: true,
  request_id: true,
  kind: true,
  error: true,
  code: true,
  stack: true,
  count: true,
  shed: true,
  id: true,
  attempts: true,
  address: true,
  version: true,
}
const FIELDS = keysOf(SHOWN)

// When the disk is full or nothing reads the output, the portal still serves and loses log lines (R6). The
// default output of pino would wait instead.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// The `write` function is looked up at each line, because a test that reads the output replaces it.
const output = pino.multistream(
  [
    { level: 'info', stream: { write: (line: string) => process.stdout.write(line) } },
    { level: 'error', stream: { write: (line: string) => process.stderr.write(line) } },
  ],
  // Writes an error only to standard error.
  { dedupe: true },
)

const logger = pino(
  {
    // Leaves out the process id and the machine's name, which pino adds to each line by default.
    base: null,
    // The library pino writes the level first and then the time. Here the level is a field of our own, so
    // that the time is first.
    formatters: { level: () => ({}) },
    timestamp: () => `"at":"${new Date().toISOString()}"`,
  },
  output,
)

/** Writes one JSON line per event on standard output, and errors on standard error. */
export const log: Log = (level, event, fields = {}) => {
  const shown = Object.fromEntries(
    FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  )
  logger[level]({ level, event, ...shown })
}
