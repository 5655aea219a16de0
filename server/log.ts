import { pino } from 'pino'
import type { Log, LogFields } from './deps.ts'
import { keysOf } from './record-of.ts'

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
  stack: true,
  count: true,
  shed: true,
  id: true,
  attempts: true,
  address: true,
  version: true,
}
const FIELDS = keysOf(SHOWN)

// When the disk is full or no one reads the output, the portal still serves and loses log lines (R6). pino's
// own destination would wait for the reader instead.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// Looked up at each line: a test that reads the output replaces `write`.
const output = pino.multistream(
  [
    { level: 'info', stream: { write: (line: string) => process.stdout.write(line) } },
    { level: 'error', stream: { write: (line: string) => process.stderr.write(line) } },
  ],
  // Writes an error to standard error alone.
  { dedupe: true },
)

const logger = pino(
  {
    base: null,
    // pino writes level and time first. The level is a field of ours instead, so that the time is first.
    formatters: { level: () => ({}) },
    timestamp: () => `"at":"${new Date().toISOString()}"`,
  },
  output,
)

/** One JSON line per event, on standard output; errors on standard error. */
export const log: Log = (level, event, fields = {}) => {
  const shown = Object.fromEntries(
    FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  )
  logger[level]({ level, event, ...shown })
}
