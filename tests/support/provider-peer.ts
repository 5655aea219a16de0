import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the stand-in for the provider received. */
type ReceivedRequest = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** How the stand-in for the provider behaves on the next question. */
export type Manner =
  | 'answers'
  | 'hangs'
  | 'hangs after the head'
  | 'says something and falls silent'
  | 'says something and hangs up'
  | 'writes for ever'
  | 'sends bytes for ever'
  | 'comments for ever'
  | 'html'
  | 'nothing'
  | 'broken json'
  | 'redirects'
  | 'an error in the stream'
  | 'an endless error'
  | 'calls a tool'
  | '429 without credit'
  | number

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`

// The APIs of three kinds of providers, each with the shortest valid output: the start of an answer, a piece,
// and the end.
const DIALECTS = {
  'openai-compatible': {
    head: () => '',
    piece: (text: string) =>
      event({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: text } }] }),
    end: () =>
      `${event({ id: 'x', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`,
    error: () => event({ error: { message: 'Slow down', type: 'rate_limit_error', code: 'rate_limit' } }),
  },
  google: {
    head: () => '',
    piece: (text: string) =>
      event({ candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0 }] }),
    end: () =>
      event({
        candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
      }),
    error: () => event({ error: { code: 429, message: 'Slow down', status: 'RESOURCE_EXHAUSTED' } }),
  },
  anthropic: {
    head: () =>
      `event: message_start\n${event({ type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } } })}event: content_block_start\n${event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })}`,
    piece: (text: string) =>
      `event: content_block_delta\n${event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })}`,
    end: () =>
      `event: content_block_stop\n${event({ type: 'content_block_stop', index: 0 })}event: message_delta\n${event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } })}event: message_stop\n${event({ type: 'message_stop' })}`,
    error: () =>
      `event: error\n${event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })}`,
  },
}
type Dialect = keyof typeof DIALECTS
const dialectOf = (url: string): Dialect =>
  url.includes(':streamGenerateContent')
    ? 'google'
    : url.endsWith('/messages')
      ? 'anthropic'
      : 'openai-compatible'

/**
 * A stand-in for a provider of answers and for a search service, on a real port. It supports three APIs, and
 * a test can make it misbehave.
 */
export async function providerPeer() {
  const received: ReceivedRequest[] = []
  const waiting = new Set<() => void>()
  const peer = {
    url: '',
    received,
    manner: 'answers' as Manner,
    /** The provider's answer, piece by piece. */
    words: ['Hello', ' there.'] as string[],
    /** The response body of the search service. */
    found: { web: { results: [] } } as unknown,
    /** The address to which the provider redirects. */
    elsewhere: '',
    /** How many bytes the provider's stand-in has written so far. */
    written: 0,
    /** Waits until the provider has received this many questions. */
    async hears(count: number) {
      while (received.length < count) await new Promise<void>((resolve) => waiting.add(resolve))
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  const forEver = async (response: ServerResponse, piece: () => string) => {
    const closed = once(response, 'close').catch(() => {})
    while (!response.destroyed && response.writable) {
      const bytes = piece()
      peer.written += bytes.length
      if (!response.write(bytes)) await Promise.race([once(response, 'drain').catch(() => {}), closed])
    }
  }
  const behave = async (request: IncomingMessage, response: ServerResponse) => {
    const { manner, words } = peer
    const dialect = DIALECTS[dialectOf(new URL(request.url ?? '', 'http://x').pathname)]
    const stream = () => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    const say = (text: string) => response.write(dialect.piece(text))
    if (typeof manner === 'number')
      return response
        .writeHead(manner, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: 'CANARY-of-the-provider' } }))
    switch (manner) {
      case 'hangs':
        return
      case 'html':
        return response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<html><body><script>alert(1)</script>Sign in to the Wi-Fi</body></html>')
      case '429 without credit':
        return response
          .writeHead(429, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { message: 'CANARY', type: 'insufficient_quota', code: null } }))
      case 'redirects':
        return response.writeHead(302, { location: peer.elsewhere }).end()
      case 'an endless error':
        response.writeHead(500, { 'content-type': 'application/json' })
        return forEver(response, () => 'x'.repeat(65_536))
    }
    stream()
    response.write(dialect.head())
    switch (manner) {
      case 'hangs after the head':
        return
      case 'comments for ever':
        return forEver(response, () => ': still thinking\n\n'.repeat(100))
      case 'sends bytes for ever':
        return forEver(response, () => 'x'.repeat(65_536))
      case 'nothing':
        return response.end(dialect.end())
      case 'broken json':
        return response.end('data: {"choices": [{"delta"\n\n')
      case 'an error in the stream':
        return response.end(dialect.error())
      case 'calls a tool':
        response.write(
          event({
            choices: [
              {
                index: 0,
                delta: {
                  tool_calls: [
                    {
                      index: 0,
                      id: 't',
                      function: { name: 'find_applications', arguments: '{"user_id":1}' },
                    },
                  ],
                },
              },
            ],
          }),
        )
        return response.end(event({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }))
      case 'writes for ever':
        return forEver(response, () => dialect.piece('And so on and so forth. '))
    }
    for (const piece of words) say(piece)
    if (manner === 'says something and hangs up') return setImmediate(() => response.destroy())
    if (manner === 'answers') response.end(dialect.end())
  }
  const server = createServer((request, response) => {
    response.on('error', () => {})
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body: Buffer.concat(pieces).toString('utf8') })
      for (const wake of waiting) wake()
      waiting.clear()
      if (method === 'GET')
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(peer.found))
      else void behave(request, response)
    })
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  peer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return peer
}
export type ProviderPeer = Awaited<ReturnType<typeof providerPeer>>
