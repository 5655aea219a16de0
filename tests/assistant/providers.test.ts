import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ASSISTANT_WORDS } from '#contract/assistant/words.ts'
import { ASSISTANT } from '../../contract/assistant/limits.ts'
import { ask, handTimer, KNOWN, listen, restOf, somebody, sourceOf, UNKNOWN } from '../support/assistant.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type Manner, type ProviderPeer, providerPeer } from '../support/provider-peer.ts'

const KEY = 'key-CANARY-0123456789'
// `peer` and `second` play language models that the assistant asks. The help pages answer the question KNOWN.
// Nothing answers UNKNOWN. `sourceOf` says where an answer came from. `timer.ring(ms)` ends each wait of that
// length.
let peer: ProviderPeer
let second: ProviderPeer
/** A server to which a redirect of the model leads. The portal must never send it anything. */
let honeypot: ProviderPeer
before(async () => {
  ;[peer, second, honeypot] = [await providerPeer(), await providerPeer(), await providerPeer()]
  peer.elsewhere = `${honeypot.url}/v1/chat/completions`
})
after(() => Promise.all([peer.close(), second.close(), honeypot.close()]))
beforeEach(() => {
  for (const entry of [peer, second])
    Object.assign(entry, { manner: 'answers', words: ['Upload a PDF.', ' That is', ' all.'], written: 0 })
  for (const entry of [peer, second, honeypot]) entry.received.length = 0
})

const withProviders = (over: Record<string, string> = {}, timer = handTimer()) =>
  openPortal({
    config: {
      ASSISTANT_PROVIDERS: `openai-compatible=${peer.url}/v1|small`,
      ASSISTANT_KEY_1: KEY,
      ASSISTANT_DAILY: '100000',
      ...over,
    },
    providers: { timer: timer.timer },
  })

/** Asks the assistant as a new visitor from a network of their own. */
const answerTo = (portal: Portal, message: string) => ask(portal.visitor(), message, {}, somebody())
/** Advances the clock so far that the assistant asks a failed model again. */
const rested = (portal: Portal) => portal.clock.advance(ASSISTANT.breaker.restMs)

describe('N2 which dialect is spoken', () => {
  for (const [dialect, path] of [
    ['openai-compatible', '/v1/chat/completions'],
    ['google', '/v1beta/models/small:streamGenerateContent?alt=sse'],
    ['anthropic', '/v1/messages'],
  ] as const) {
    test(`N2 ${dialect}: asked at the configured address with the key, streamed, ${ASSISTANT.outputTokens} tokens, no tools`, async (context) => {
      const base = path.split(/\/(?:chat|models|messages)/)[0]
      const portal = await withProviders({ ASSISTANT_PROVIDERS: `${dialect}=${peer.url}${base}|small` })
      context.after(() => portal.close())
      const answer = await answerTo(portal, KNOWN)
      assert.deepEqual(
        [answer.status, answer.answerText, sourceOf(answer)],
        [200, 'Upload a PDF. That is all.', 'provider'],
      )
      const [received] = peer.received
      assert.equal(received?.url, path)
      assert.ok(JSON.stringify(received?.headers).includes(KEY))
      const body = JSON.parse(received?.body ?? '')
      assert.equal(body.max_tokens ?? body.generationConfig?.maxOutputTokens, ASSISTANT.outputTokens)
      assert.deepEqual([body.tools, body.tool_choice, body.user], [undefined, undefined, undefined])
      peer.manner = 'an error in the stream'
      const failed = await answerTo(portal, UNKNOWN)
      assert.equal(sourceOf(failed), 'busy')
    })
  }
})

describe('N2 S2 §4 the order: the first provider, the next on failure, the rules last', () => {
  let portal: Portal
  let timer: ReturnType<typeof handTimer>
  before(async () => {
    timer = handTimer()
    portal = await withProviders(
      {
        ASSISTANT_PROVIDERS: `openai-compatible=${peer.url}/v1|small, google=${second.url}/v1beta|other`,
        ASSISTANT_KEY_2: 'second-key',
      },
      timer,
    )
  })
  beforeEach(() => rested(portal))
  after(() => portal.close())

  test('the first provider answers, and the second is not asked', async () => {
    await answerTo(portal, KNOWN)
    assert.deepEqual([peer.received.length, second.received.length], [1, 0])
  })
  test('the links and suggestions of the rules follow the words of a provider', async () => {
    const answer = await answerTo(portal, KNOWN)
    const last = answer.last
    assert.ok(
      last && 'links' in last && last.links.length > 0 && last.links.every(({ url }) => url.startsWith('/')),
    )
  })
  for (const manner of [
    429,
    402,
    401,
    500,
    503,
    'html',
    'nothing',
    'broken json',
    'redirects',
    'an error in the stream',
    'calls a tool',
  ] as Manner[]) {
    test(`the first ${manner}: the next answers`, async () => {
      peer.manner = manner
      second.words = ['From the second.']
      const answer = await answerTo(portal, KNOWN)
      assert.deepEqual(
        [answer.answerText, sourceOf(answer), second.received.length],
        ['From the second.', 'provider', 1],
      )
    })
  }
  test('all fail: the rules answer as they would alone', async () => {
    peer.manner = second.manner = 500
    const answer = await answerTo(portal, KNOWN)
    const alone = await openPortal()
    const other = await answerTo(alone, KNOWN)
    await alone.close()
    assert.equal(answer.text, other.text)
    assert.notEqual(sourceOf(answer), 'provider')
  })
  test('S2 §9 nothing within 5 seconds: the next provider is asked, and the call to the first is ended', async () => {
    peer.manner = 'hangs'
    const answering = answerTo(portal, KNOWN)
    await peer.hears(1)
    assert.deepEqual(
      new Set(timer.pending()),
      new Set([ASSISTANT.wholeMs, ASSISTANT.firstWordsMs, ASSISTANT.initialiseMs]),
    )
    timer.ring(ASSISTANT.initialiseMs)
    assert.equal(sourceOf(await answering), 'provider')
    assert.equal(second.received.length, 1)
    assert.deepEqual(timer.pending(), [])
  })
  const seconds = ASSISTANT.firstWordsMs / 1_000
  /**
   * Makes each model answer once, which clears the model's earlier failures. In the first round `peer` fails,
   * so `second` answers. In the next round `peer` answers. `rested` lets a model be asked again that failed
   * too often.
   */
  const forgetFailures = async () => {
    for (const manner of [500, 'answers'] as const) {
      rested(portal)
      peer.manner = manner
      await answerTo(portal, KNOWN)
    }
    for (const entry of [peer, second]) entry.received.length = 0
  }
  test(`N2 all providers together have ${seconds} seconds for the first sentence: then the rules answer, and no other provider is asked`, async () => {
    peer.manner = second.manner = 'hangs'
    const answering = answerTo(portal, KNOWN)
    await peer.hears(1)
    timer.ring(ASSISTANT.initialiseMs)
    await second.hears(1)
    assert.equal(
      timer.ring(ASSISTANT.firstWordsMs),
      1,
      'counted from the first question, not from the second',
    )
    assert.equal(sourceOf(await answering), 'help')
    assert.deepEqual(timer.pending(), [])
  })
  test(`N2 words that come slowly and end no sentence do not count: after ${seconds} seconds the rules answer, and no other provider is asked`, async () => {
    peer.manner = 'says something and falls silent'
    peer.words = ['Upload', ' a', ' PDF', ' and', ' then']
    const answering = answerTo(portal, KNOWN)
    while (!timer.pending().includes(ASSISTANT.silentMs)) await new Promise(setImmediate)
    assert.equal(timer.ring(ASSISTANT.firstWordsMs), 1)
    const answer = await answering
    assert.equal(sourceOf(answer), 'help')
    assert.doesNotMatch(answer.answerText, /PDF/)
    assert.equal(second.received.length, 0)
    assert.deepEqual(timer.pending(), [])
  })
  test(`N2 a provider that had only the rest of the ${seconds} seconds, after the first one’s silence, does not count as broken`, async () => {
    await forgetFailures()
    peer.manner = second.manner = 'hangs'
    for (let n = 1; n <= ASSISTANT.breaker.failures; n++) {
      const answering = answerTo(portal, KNOWN)
      await peer.hears(n)
      timer.ring(ASSISTANT.initialiseMs)
      await second.hears(n)
      timer.ring(ASSISTANT.firstWordsMs)
      await answering
    }
    second.manner = 'answers'
    // The first model failed too often, so it does not get this question. The second still does, and answers.
    assert.deepEqual(
      [sourceOf(await answerTo(portal, KNOWN)), peer.received.length],
      ['provider', ASSISTANT.breaker.failures],
    )
  })
  test('N2 a provider that had only the time that a web search left does not count as broken', async (context) => {
    const ownTimer = handTimer()
    const searching = await withProviders({ ASSISTANT_SEARCH_URL: `${second.url}/search` }, ownTimer)
    context.after(() => searching.close())
    peer.manner = 'hangs'
    for (let n = 1; n <= ASSISTANT.breaker.failures; n++) {
      const answering = answerTo(searching, 'What is the latest news?')
      await peer.hears(n)
      ownTimer.ring(ASSISTANT.firstWordsMs)
      await answering
    }
    peer.manner = 'answers'
    assert.equal(sourceOf(await answerTo(searching, KNOWN)), 'provider')
  })
  test(`T24 an answer has ${ASSISTANT.wholeMs / 1_000} seconds in all, also when the first provider used some of them`, async () => {
    await forgetFailures()
    peer.manner = 'hangs'
    second.manner = 'says something and falls silent'
    second.words = ['Upload a PDF. ', 'And']
    const listening = listen(portal.url, KNOWN, somebody())
    await peer.hears(1)
    timer.ring(ASSISTANT.initialiseMs)
    const { lines } = await listening
    assert.deepEqual((await lines.next()).value, { text: 'Upload a PDF. ' })
    assert.ok(!timer.pending().includes(ASSISTANT.firstWordsMs), 'who has begun may go on')
    assert.equal(timer.ring(ASSISTANT.wholeMs), 1)
    assert.ok('done' in ((await restOf(lines)).at(-1) ?? {}))
  })
})

describe('S2 §8 chat: the answer when the rules know nothing and no provider answers', () => {
  let portal: Portal
  before(
    async () =>
      (portal = await withProviders({ ORG_EMAIL: 'help@commission.example', ORG_PHONE: '+254 20 1112223' })),
  )
  beforeEach(() => rested(portal))
  after(() => portal.close())
  for (const [manner, problem] of [
    [429, 'busy'],
    ['429 without credit', 'unavailable'],
    [503, 'busy'],
    [401, 'unavailable'],
    [402, 'unavailable'],
    [403, 'unavailable'],
    [500, 'difficulties'],
    ['html', 'difficulties'],
    ['redirects', 'difficulties'],
    ['an endless error', 'difficulties'],
  ] as [Manner, 'busy' | 'unavailable' | 'difficulties'][]) {
    test(`S2 §8 ${manner} is ${problem}, with the addresses of the configuration, and nothing of what the provider said`, async () => {
      peer.manner = manner
      const answer = await answerTo(portal, UNKNOWN)
      assert.equal(sourceOf(answer), problem)
      assert.ok(answer.last && 'text' in answer.last)
      assert.ok(answer.last.text.startsWith(ASSISTANT_WORDS[problem].replace(/\.$/, '')), answer.last.text)
      for (const address of ['help@commission.example', '+254 20 1112223'])
        assert.ok(answer.last.text.includes(address))
      assert.doesNotMatch(answer.text + JSON.stringify(portal.log), /CANARY|Wi-Fi/)
      assert.equal(honeypot.received.length, 0)
    })
  }
  test('S2 §8 without a configured provider there is no such failure: the assistant says that it does not know', async (context) => {
    const portal = await openPortal()
    context.after(() => portal.close())
    assert.equal(sourceOf(await answerTo(portal, UNKNOWN)), 'unknown')
    assert.equal((await portal.visitor().get('/api/assistant/')).json.consent, null)
  })
  test('N2 with a configured provider, the panel says that answers may come from outside', async () => {
    assert.equal((await portal.visitor().get('/api/assistant/')).json.consent, ASSISTANT_WORDS.consent)
  })
})

describe('T24 a provider that does not stop', () => {
  let portal: Portal
  let timer: ReturnType<typeof handTimer>
  before(async () => {
    timer = handTimer()
    portal = await withProviders({}, timer)
  })
  beforeEach(() => {
    rested(portal)
    portal.log.length = 0
  })
  after(() => portal.close())

  for (const manner of ['hangs', 'hangs after the head'] as const) {
    test(`T24 ${manner}: after 5 seconds the rules answer`, async () => {
      peer.manner = manner
      const answering = answerTo(portal, KNOWN)
      await peer.hears(1)
      assert.equal(timer.ring(ASSISTANT.initialiseMs), 1)
      const answer = await answering
      assert.deepEqual([answer.status, sourceOf(answer)], [200, 'help'])
      assert.equal(portal.log.filter(({ event }) => event === 'assistant.provider_failed').length, 1)
    })
  }
  for (const manner of ['sends bytes for ever', 'comments for ever', 'an endless error'] as const) {
    test(`T24 ${manner}: 256 KiB are read and no more, and the rules answer`, async () => {
      peer.manner = manner
      const answer = await answerTo(portal, KNOWN)
      assert.equal(sourceOf(answer), 'help')
      // The model sent more than the portal read. The rest is in the buffers of two sockets.
      assert.ok(peer.written < 16 * 1_048_576, `${peer.written} bytes`)
    })
  }
  test('T25 writes for ever: its shown sentences stay, the answer breaks off, and the rules continue; the answer fits into the history', async () => {
    peer.manner = 'writes for ever'
    const answer = await answerTo(portal, KNOWN)
    assert.match(answer.answerText, /^And so on and so forth\. And so on/)
    assert.ok(answer.answerText.includes(ASSISTANT_WORDS.brokeOff))
    assert.ok(answer.answerText.length <= ASSISTANT.maxAnswer)
    assert.equal(sourceOf(answer), 'help')
    assert.equal(
      (await ask(portal.visitor(), KNOWN, { history: [{ who: 'assistant', text: answer.answerText }] }))
        .status,
      200,
    )
  })
  for (const ms of [ASSISTANT.silentMs, ASSISTANT.wholeMs]) {
    test(`T24 ${ms / 1_000} seconds ${ms === ASSISTANT.silentMs ? 'of silence' : 'in all'} end an answer that has started`, async () => {
      peer.manner = 'says something and falls silent'
      peer.words = ['It begins well. ', 'And then']
      const { lines } = await listen(portal.url, KNOWN, somebody())
      assert.deepEqual((await lines.next()).value, { text: 'It begins well. ' })
      assert.equal(timer.ring(ms), 1)
      const rest = await restOf(lines)
      assert.ok(rest.some((line) => 'text' in line && line.text.includes(ASSISTANT_WORDS.brokeOff)))
      assert.ok('done' in (rest.at(-1) ?? {}))
      assert.deepEqual(timer.pending(), [])
    })
  }
  test('S2 §8 hangs up in the middle of what the rules do not know: the error replaces it', async () => {
    peer.manner = 'says something and hangs up'
    peer.words = ['It begins well. ', 'And then']
    const answer = await answerTo(portal, UNKNOWN)
    assert.equal(sourceOf(answer), 'difficulties')
  })
  test('R5 a caller who leaves ends the call to the provider, which does not count as a failure of the provider', async () => {
    peer.manner = 'says something and falls silent'
    peer.words = ['It begins well. ', 'And then']
    const leaving = new AbortController()
    const { lines } = await listen(portal.url, KNOWN, { ...somebody(), signal: leaving.signal })
    await lines.next()
    leaving.abort()
    await lines.next().catch(() => {})
    while (timer.pending().length > 0) await new Promise(setImmediate)
    assert.deepEqual(
      portal.log.filter(({ event }) => /assistant|failed/.test(event)),
      [],
    )
  })
  test('R5 a caller who leaves before the model is asked ends only their own question, not the server', async (context) => {
    const { providers } = portal.deps
    assert.ok(providers)
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    context.after(() => process.off('unhandledRejection', note))
    const leaving = new AbortController()
    const question = { question: KNOWN, earlier: [], passages: [], wantsSearch: false }
    // The question now waits for the library of the model.
    const firstPiece = providers.ask(question, leaving.signal).next()
    leaving.abort()
    await assert.rejects(firstPiece, { name: 'AbortError' })
    // By the time another question is answered, the abandoned call has failed.
    assert.equal(sourceOf(await answerTo(portal, KNOWN)), 'provider')
    assert.deepEqual(unhandled, [])
  })
  test('T24 a redirect is not followed', async () => {
    peer.manner = 'redirects'
    assert.equal(sourceOf(await answerTo(portal, KNOWN)), 'help')
    assert.equal(honeypot.received.length, 0)
  })
})
