import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cookie, end, type Engine, PATIENCE_MS } from './engine.ts'

const FIREFOX = '/usr/bin/firefox-esr'

// With these preferences, Firefox itself sends nothing to the network and writes nothing to the console.
const PREFERENCES = {
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'intl.accept_languages': 'en-KE, en',
}

/** A message from Firefox: the answer to the command `id`, or an event with `method` and `params`. */
type Message = {
  id?: number
  type: string
  result?: unknown
  error?: string
  message?: string
  method?: string
  params?: { level: string; text: string | null }
}

/**
 * Opens a WebDriver BiDi session (remote control of a browser) over a socket. `ask` sends a command and
 * resolves with its result. `onLog` receives each line of a page's console.
 */
async function connect(address: string, onLog: (level: string, text: string) => void) {
  const socket = new WebSocket(address)
  await once(socket, 'open', { signal: AbortSignal.timeout(PATIENCE_MS) })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    const { method, params } = message
    if (method === 'log.entryAdded' && params) onLog(params.level, params.text ?? '')
    // An event has no id, so use 0. No command has the id 0, so nothing waits for it.
    const answer = waiting.get(message.id ?? 0)
    waiting.delete(message.id ?? 0)
    if (message.type === 'success') answer?.resolve(message.result)
    else answer?.reject(new Error(`${message.error}: ${message.message}`))
  })
  return {
    async ask<Result>(method: string, params: Record<string, unknown>): Promise<Result> {
      const id = ++lastId
      const answer = Promise.withResolvers<unknown>()
      waiting.set(id, answer)
      const late = setTimeout(() => answer.reject(new Error(`Firefox did not answer ${method}`)), PATIENCE_MS)
      socket.send(JSON.stringify({ id, method, params }))
      return (await answer.promise.finally(() => clearTimeout(late))) as Result
    },
    close: () => socket.close(),
  }
}

/** Starts Firefox without a window, with its own profile. */
export async function openFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'engine-firefox-'))
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(PREFERENCES)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const child = spawn(
    FIREFOX,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      env: { ...process.env, HOME: profile },
    },
  )
  const messages: string[] = []
  let errors = ''
  const address = Promise.withResolvers<string>()
  child.stderr.on('data', (piece: Buffer) => {
    errors += piece.toString()
    // Matches a line that Firefox prints: WebDriver BiDi listening on ws://127.0.0.1:41337
    const [, socketAddress] = /WebDriver BiDi listening on (ws:\S+)/.exec(errors) ?? []
    if (socketAddress) address.resolve(socketAddress)
  })
  child.once('exit', () => address.reject(new Error(`Firefox ended:\n${errors}`)))
  const { ask, close } = await connect(`${await address.promise}/session`, (level, text) =>
    messages.push(`${level}: ${text}`),
  )
  await ask('session.new', { capabilities: {} })
  const { contexts } = await ask<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  await ask('session.subscribe', { events: ['log.entryAdded'] })
  // The protocol does not report what a page's content policy blocks. So each page writes that to its
  // console.
  await ask('script.addPreloadScript', {
    functionDeclaration: `() => addEventListener('securitypolicyviolation', (it) => console.error('refused by ' + it.effectiveDirective + ': ' + it.blockedURI))`,
  })
  const evaluate = async (expression: string) => {
    const answer = await ask<{
      type: string
      result?: { value?: string }
      exceptionDetails?: { text: string }
    }>('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context },
      awaitPromise: true,
    })
    if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text)
    return answer.result?.value === undefined ? undefined : (JSON.parse(answer.result.value) as unknown)
  }
  return {
    name: 'Firefox',
    resize: (width, height) => ask('browsingContext.setViewport', { context, viewport: { width, height } }),
    async goto(url) {
      await ask('browsingContext.navigate', { context, url, wait: 'complete' }).catch((error: Error) => {
        // A page that opens another page at once interrupts its own loading. The page that verifies an email
        // does so.
        if (!error.message.includes('NS_BINDING_ABORTED')) throw error
      })
    },
    evaluate,
    act: (actions) => ask('input.performActions', { context, actions }),
    async attach(selector, file) {
      const { nodes } = await ask<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      })
      await ask('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files: [file] })
    },
    async setCookies(cookies: Cookie[]) {
      const domain = String(await evaluate('location.hostname'))
      for (const { name, value } of cookies)
        await ask('storage.setCookie', {
          cookie: { name, value: { type: 'string', value }, domain, httpOnly: true },
        })
    },
    messages: () => messages,
    async close() {
      close()
      await end(child)
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
