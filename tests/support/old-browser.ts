import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'

/**
 * Functions of Chromium that a browser of `BROWSER_FLOOR` lacks, by owner, from MDN's browser-compat-data
 * 8.1.9. Features that a portal never uses (sound, devices, payment, graphics) are left out. Trusted Types
 * are left out too, because our policy requires them in Chromium.
 */
const NEWER = JSON.parse(readFileSync(join(import.meta.dirname, 'newer-than-floor.json'), 'utf8')) as Record<
  string,
  string
>

/** Runs in a page or a worker, and removes its newer functions. */
function forget(newer: Record<string, string>) {
  for (const [owner, names] of Object.entries(newer)) {
    const object = owner
      .split('.')
      .reduce<unknown>((entry, name) => (entry as Record<string, unknown> | undefined)?.[name], globalThis)
    if (object) for (const name of names.split(' ')) Reflect.deleteProperty(object, name)
  }
}

/** Limits the pages of this context to the functions of the oldest supported browser. */
export const makeOld = (context: BrowserContext) => context.addInitScript(forget, NEWER)

const WORKER = /^\/(?:sw|assets\/[\w.-]*worker[\w.-]*)\.js$/
const FORGET = Buffer.from(`(${forget.toString()})(${JSON.stringify(NEWER)});`)

/**
 * Limits workers in the same way. No test script reaches a worker, so the server prepends the script to the
 * worker's file. Returns the requested workers.
 */
export function makeWorkersOld(server: Server): string[] {
  const paths: string[] = []
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!WORKER.test(request.url ?? '')) return
    paths.push(request.url ?? '')
    // Ask for an uncompressed file, because only to such a file can the script be prepended.
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
    // If the browser has cached the worker's file, the response has no body.
    response.end = ((body?: Buffer | string) =>
      body ? end(Buffer.concat([FORGET, Buffer.from(body as Buffer)])) : end()) as ServerResponse['end']
  })
  return paths
}
