import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programOf, run } from './program.ts'

/** `script`: a wrk script in Lua that makes the requests. Without a script, each request is for `url`. */
type Load = {
  url: string
  connections: number
  seconds: number
  script?: string
  headers?: Record<string, string>
  core?: number
}

/**
 * Measures requests a second with the load program wrk, in one thread. Each connection sends its next request
 * after an answer. `core`: the core of wrk.
 * @throws Error when any answer was not 2xx: refusals are faster, so they would make the rate look better.
 */
export async function load({
  url,
  connections,
  seconds,
  script,
  headers = {},
  core,
}: Load): Promise<{ perSecond: number; requests: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const file = join(folder, 'wrk.lua')
  if (script) writeFileSync(file, script)
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    ...headerArgs,
    ...(script ? ['-s', file] : []),
    url,
  ]
  const output = await (core === undefined
    ? run('wrk', args)
    : run('taskset', ['-c', String(core), programOf('wrk'), ...args])
  ).finally(() => rmSync(folder, { recursive: true }))
  const refused = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.+)/.exec(output)
  if (refused) throw new Error(`${url}: not every request was answered with 2xx (${refused[0]})`)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    requests: Number(/(\d+) requests in/.exec(output)?.[1]),
  }
}

/** A text as a string literal of Lua, the language of wrk's scripts. */
const lua = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`

// The requests come from many networks, because the portal allows each network 3,000 reads a minute.
const NETWORKS = 2_000

/**
 * A wrk script that sends these requests in turn, repeatedly, from many networks. It builds all of them at
 * its start.
 */
export const inTurn = (requests: { path: string; body?: unknown }[]) => `
local asks, at = {}, 0
local function ask(path, body)
  asks[#asks + 1] = { path, body }
end
function init()
${requests.map(({ path, body }) => `  ask(${lua(path)}${body ? `, ${lua(JSON.stringify(body))}` : ''})`).join('\n')}
  local ready = {}
  for network = 1, #asks * math.ceil(${NETWORKS} / #asks) do
    local path, body = unpack(asks[(network - 1) % #asks + 1])
    local headers = { ["X-Forwarded-For"] = "10." .. math.floor(network / 256) .. "." .. network % 256 .. ".1", ["Content-Type"] = body and "application/json" }
    ready[network] = wrk.format(body and "POST" or "GET", path, headers, body)
  end
  asks = ready
end
function request()
  at = at % #asks + 1
  return asks[at]
end
`
