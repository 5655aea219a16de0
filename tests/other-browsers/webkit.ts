import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/program.ts'
import { end, type Engine, PATIENCE_MS } from './engine.ts'

const WEBKIT = '/usr/bin/WebKitWebDriver'
/** The browser that WebKitWebDriver starts, with one window. */
const WINDOW = join(import.meta.dirname, 'webkit-window.py')

/**
 * Console lines of WebKit that are not our errors. WebKit does not know parts of our content policy and
 * viewport. On a busy machine, it also warns of preloaded scripts that are used late.
 */
const KNOWN = [
  /Unrecognized Content-Security-Policy directive 'manifest-src'/,
  /Viewport argument key "interactive-widget" not recognized/,
  /WARN The resource \S+\/assets\/\S+ was preloaded using link preload but not used within a few seconds/,
]

/**
 * Starts a virtual screen. The screen chooses a free number itself, and writes it to its file descriptor 3.
 */
async function openScreen() {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const number = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdio[3]?.on('data', (piece: Buffer) => {
      text += piece.toString()
      if (text.includes('\n')) resolve(text.trim())
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
  return { child, display: `:${number}` }
}

/** Starts WebKitGTK on its own virtual screen. WebDriver controls it. */
export async function openWebKit(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'engine-webkit-'))
  const screen = await openScreen()
  const port = await freePort()
  const child = spawn(WEBKIT, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      HOME: profile,
      XDG_RUNTIME_DIR: profile,
      ENGINE_PROFILE: profile,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (output += piece.toString()))

  const ask = async <Result>(
    method: string,
    path: string,
    body?: Record<string, unknown>,
  ): Promise<Result> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (!answer.ok)
      throw new Error(`WebKit, ${path.split('/').slice(3).join('/')}: ${value?.error}: ${value?.message}`)
    return value as Result
  }
  const began = performance.now()
  for (;;) {
    const ready = await ask<{ ready: boolean }>('GET', '/status').catch(() => undefined)
    if (ready?.ready) break
    if (performance.now() - began > PATIENCE_MS) throw new Error(`WebKitWebDriver did not start:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: WINDOW, args: ['--automation'] } } },
  })
  const post = <Result>(path: string, body: Record<string, unknown>) =>
    ask<Result>('POST', `/session/${sessionId}${path}`, body)
  await post('/timeouts', { script: PATIENCE_MS, pageLoad: PATIENCE_MS })
  return {
    name: 'WebKit',
    async resize(width, height) {
      await post('/window/rect', { x: 0, y: 0, width, height })
    },
    goto: (url) => post('/url', { url }),
    async evaluate(expression) {
      const text = await post<string | null>('/execute/sync', {
        script: `return (async () => JSON.stringify(await (${expression})))()`,
        args: [],
      })
      return text === null ? undefined : (JSON.parse(text) as unknown)
    },
    act: (actions) => post('/actions', { actions }),
    async attach(selector, file) {
      const found = await post<Record<string, string>>('/element', { using: 'css selector', value: selector })
      await post(`/element/${Object.values(found)[0]}/value`, { text: file })
    },
    async setCookies(cookies) {
      for (const { name, value } of cookies)
        await post('/cookie', { cookie: { name, value, path: '/', httpOnly: true } })
    },
    messages: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('CONSOLE') && !KNOWN.some((pattern) => pattern.test(line))),
    async close() {
      await ask('DELETE', `/session/${sessionId}`).catch(() => {})
      await end(child)
      await end(screen.child)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
