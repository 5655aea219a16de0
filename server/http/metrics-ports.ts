import { type Config, ConfigError } from '../config.ts'
import { codeOf } from '../error-fields.ts'
import { assertFree } from './listen.ts'

/**
 * Each worker process serves its own counts on its own port. The ports start at METRICS_PORT, and with 0 the
 * system chooses one.
 */
export const metricsPort = (first: number, workerNumber: number) =>
  first === 0 ? 0 : first + workerNumber - 1

export const refuseMetricsPort = (error: unknown) => {
  throw new ConfigError(`METRICS_HOST and METRICS_PORT cannot be used (${codeOf(error)}).`)
}

/**
 * Checks that no other program uses the ports for metrics. Worker processes open ports that can be shared, so
 * they would not notice another program there.
 * @throws ConfigError when a port is in use.
 */
export async function assertMetricsPortsFree({ metrics, workers }: Config): Promise<void> {
  if (!metrics || metrics.port === 0) return
  for (let number = 1; number <= workers; number++)
    await assertFree(metrics.host, metricsPort(metrics.port, number)).catch(refuseMetricsPort)
}
