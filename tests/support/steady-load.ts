import http from 'node:http'

/** `answered`: the number of calls with a status from 200 to 499. `failed`: the reason of each other call. */
type LoadResult = { answered: number; failed: string[] }

const call = (url: string, agent: http.Agent, body: string | undefined) =>
  new Promise<number>((resolve, reject) => {
    const request = http.request(url, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers:
        body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(body.length) },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      response.on('error', reject)
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
    request.end(body)
  })

/**
 * Callers who each make one call after the other until `stop`. Half of them reuse one connection; the others
 * open a new connection for each call.
 */
export function steadyLoad(url: string, callers = 8) {
  const result: LoadResult = { answered: 0, failed: [] }
  const stored = new http.Agent({ keepAlive: true })
  const fresh = new http.Agent({ keepAlive: false })
  let isGoing = true
  const caller = async (number: number) => {
    for (let calls = 0; isGoing; calls++) {
      const isPost = calls % 4 === 0
      const isPersistent = number % 2 === 1
      const path = isPost ? '/api/validation-statistics/' : calls % 4 === 1 ? '/jobs' : '/api/jobs/list/'
      const fail = (reason: string | number) =>
        result.failed.push(`${path} on a ${isPersistent ? 'kept' : 'new'} connection: ${reason}`)
      try {
        const status = await call(url + path, isPersistent ? stored : fresh, isPost ? '{}' : undefined)
        if (status >= 200 && status < 500) result.answered++
        else fail(status)
      } catch (error) {
        fail(error instanceof Error ? error.message : 'failed')
      }
    }
  }
  const running = Array.from({ length: callers }, (_, number) => caller(number))
  return {
    result,
    async stop(): Promise<LoadResult> {
      isGoing = false
      await Promise.all(running)
      stored.destroy()
      fresh.destroy()
      return result
    },
  }
}
