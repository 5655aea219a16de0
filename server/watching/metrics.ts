import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { CLASSES } from '#contract/endpoint.ts'
import type { Deps, Log } from '../deps.ts'
import { type CountedRequest, knownMethod, type Metrics } from '../http/count-requests.ts'
import { type ReadingSources, readings } from './readings.ts'
import { watchAdmission } from './watch-admission.ts'

const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]
const QUEUE_SECONDS = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const LOOP_RESOLUTION_MS = 20
const NANOSECONDS = 1e9

/** Measures the time of requests by route. Each series of the histogram is looked up once and then cached. */
function requestMetrics(registry: Registry): Omit<Metrics, 'backedUp'> {
  const histogram = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its reply, by route',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  })
  const series = new Map<string, { observe: (seconds: number) => void }>()
  const request = ({ route, method, status, seconds }: CountedRequest) => {
    const key = `${method} ${status} ${route}`
    let foundSeries = series.get(key)
    if (!foundSeries) {
      foundSeries = histogram.labels({ route, method, status })
      series.set(key, foundSeries)
    }
    foundSeries.observe(seconds)
  }
  return {
    request,
    pageFromMemory: (method, status) =>
      request({
        route: 'page from memory',
        method: knownMethod(method),
        status: status === 304 ? '3xx' : '2xx',
        // A page from memory is answered at once, so its time is not measured.
        seconds: 0,
      }),
  }
}

/** When the last complete backup was made. A process that makes no backups does not have this value. */
function backupMetrics(registry: Registry): Pick<Metrics, 'backedUp'> {
  let gauge: Gauge | undefined
  return {
    backedUp() {
      gauge ??= new Gauge({
        name: 'portal_backup_timestamp_seconds',
        help: 'When the backup last had all finished WAL and files, in seconds since 1970',
        registers: [registry],
      })
      gauge.setToCurrentTime()
    },
  }
}

/**
 * Measures how long requests wait for a slot. Returns how many of each class wait for a slot or hold one;
 * undefined when the process has no admission.
 */
function watchQueue(registry: Registry, admission: Deps['admission']) {
  const waits = new Histogram({
    name: 'portal_queue_wait_seconds',
    help: 'How long a call waited for its slot, or until it was shed',
    labelNames: ['class'],
    buckets: QUEUE_SECONDS,
    registers: [registry],
  })
  const seriesByClass = new Map(CLASSES.map((name) => [name, waits.labels({ class: name })]))
  return (
    admission &&
    watchAdmission(admission, (name, waitedMs) => seriesByClass.get(name)?.observe(waitedMs / 1_000))
  )
}

/** The delays of the process's event loop since the metrics were last read. */
function watchLoop(registry: Registry) {
  const delays = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  delays.enable()
  const gauge = new Gauge({
    name: 'portal_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape; quantile 1 is the longest',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of [0.5, 0.99])
        this.set({ quantile: String(quantile) }, delays.percentile(quantile * 100) / NANOSECONDS)
      this.set({ quantile: '1' }, delays.max / NANOSECONDS)
      delays.reset()
    },
  })
  return { gauge, stop: () => delays.disable() }
}

/**
 * Alerts look at the increase of these log lines, so each counter starts at 0. A counter that first appears
 * with its first line would show no increase.
 */
const ALERTED = [
  ['error', 'request.failed'],
  ['error', 'log.contradiction'],
  ['error', 'log.witness_contradicts'],
  ['warn', 'email.not_delivered'],
  ['warn', 'outbox.waiting'],
  ['warn', 'backup.failed'],
  ['error', 'backup.failed'],
  ['error', 'backup.file_damaged'],
  ['error', 'backup.not_archiving'],
  ['error', 'backup.wal_dropped'],
] as const

/** Counts the lines of the log by event. The events are fixed words of the program, so there are few. */
function countLines(registry: Registry, log: Log): Log {
  const lines = new Counter({
    name: 'portal_log_lines_total',
    help: 'Lines of the log, by level and event',
    labelNames: ['level', 'event'],
    registers: [registry],
  })
  for (const [level, event] of ALERTED) lines.inc({ level, event }, 0)
  return (level, event, fields) => {
    lines.inc({ level, event })
    log(level, event, fields)
  }
}

/** Everything that the portal measures about itself, in one registry. */
export function createMetrics(deps: Deps, sources: Omit<ReadingSources, 'calls'>) {
  const registry = new Registry()
  const recorders = { ...requestMetrics(registry), ...backupMetrics(registry) }
  const calls = watchQueue(registry, deps.admission)
  const loop = watchLoop(registry)
  const log = countLines(registry, deps.log)
  const read = readings(deps, { ...sources, calls })
  const gauges = new Map<string, Gauge>()
  const counters = new Map<string, Counter>()
  /** Reads the values when metrics are requested. An unknown value is left out, not shown as zero. */
  const update = async () => {
    const values = await read()
    // From here nothing is awaited: a second caller would reset and increase the same counters in between.
    for (const gauge of gauges.values()) {
      gauge.reset()
      // The reset of a gauge without labels sets it to 0, so that value is removed too.
      gauge.remove({})
    }
    for (const counter of counters.values()) counter.reset()
    for (const { name, help, labels = {}, value } of values) {
      if (value === undefined) continue
      const options = { name, help, labelNames: Object.keys(labels), registers: [registry] }
      // A counter cannot be set. It was reset above, so it is increased by its whole value.
      if (name.endsWith('_total')) {
        if (!counters.has(name)) counters.set(name, new Counter(options))
        counters.get(name)?.inc(labels, value)
      } else {
        if (!gauges.has(name)) gauges.set(name, new Gauge(options))
        gauges.get(name)?.set(labels, value)
      }
    }
  }
  return {
    recorders,
    log,
    contentType: registry.contentType,
    async text() {
      await update()
      return registry.metrics()
    },
    close: loop.stop,
  }
}
