import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'

/**
 * Built-in features of Chromium that a browser of `BROWSER_FLOOR` lacks, by owner, from MDN's
 * browser-compat-data 8.1.9. Leaves out what a portal never uses (sound, devices, payment, graphics cards),
 * and Trusted Types, which our policy requires of Chromium.
 */
const NEWER = JSON.parse(readFileSync(join(import.meta.dirname, 'newer-than-floor.json'), 'utf8')) as Record<
  string,
  string
>

/** Runs in a page or a worker: removes the newer features. */
function forget(newer: Record<string, string>) {
  for (const [owner, names] of Object.entries(newer)) {
    const object = owner
      .split('.')
      .reduce<unknown>((entry, name) => (entry as Record<string, unknown> | undefined)?.[name], globalThis)
    if (object) for (const name of names.split(' ')) Reflect.deleteProperty(object, name)
  }
}

/** Pages of this context have only the built-in features of the oldest supported browser. */
export const makeOld = (context: BrowserContext) => context.addInitScript(forget, NEWER)

const WORKER = /^\/(?:sw|assets\/[\w.-]*worker[\w.-]*)\.js$/
const FORGET = Buffer.from(`(${forget.toString()})(${JSON.stringify(NEWER)});`)

/**
 * The same for workers, which no test script reaches: the server prepends the script to each. Returns the
 * workers that were requested.
 */
export function makeWorkersOld(server: Server): string[] {
  const asked: string[] = []
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!WORKER.test(request.url ?? '')) return
    asked.push(request.url ?? '')
    // The script can only be prepended to an uncompressed response.
    delete request.headers['accept-encoding']
    const writeHead = response.writeHead.bind(response) as (
      status: number,
      headers: Record<string, unknown>,
    ) => ServerResponse
    const end = response.end.bind(response) as (body?: Buffer) => ServerResponse
    let length = 0
    response.writeHead = ((status: number, headers: Record<string, unknown>) => {
      if (status === 304) return writeHead(status, headers)
      length = Number(headers['content-length'])
      return writeHead(status, { ...headers, 'content-length': length + FORGET.length })
    }) as ServerResponse['writeHead']
    // A browser that has the script already receives no body.
    response.end = ((body?: Buffer | string) =>
      body ? end(Buffer.concat([FORGET, Buffer.from(body as Buffer)])) : end()) as ServerResponse['end']
  })
  return asked
}
