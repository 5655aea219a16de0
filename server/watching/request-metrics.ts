import { Histogram, type Registry } from 'prom-client'
import { type CountedRequest, knownMethod, type Metrics } from '../http/count-requests.ts'

const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Measures the time of requests by route. Each series of the histogram is looked up once and then cached. */
export function requestMetrics(registry: Registry): Omit<Metrics, 'backedUp'> {
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
