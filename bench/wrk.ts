import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'bench-'))

export type Load = { url: string; connections: number; seconds: number; script?: string; headers?: Record<string, string> }

/** Requests a second and the share that was not answered with 2xx, measured by wrk (closed loop, one thread). */
export function load({ url, connections, seconds, script, headers = {} }: Load) {
  const file = join(folder, 'wrk.lua')
  if (script) writeFileSync(file, script)
  const { stdout, stderr, status, error } = spawnSync(
    'wrk',
    [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...(script ? ['-s', file] : []),
      url,
    ],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`wrk is needed for the bench (Debian: apt-get install wrk): ${error ?? stderr}`)
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0)
  return { perSecond, refusedShare: refused / Math.max(1, requests) }
}

export const median = (values: number[]) => [...values].sort((left, right) => left - right)[values.length >> 1] ?? Number.NaN
