import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ASSISTANT } from '../../contract/assistant/limits.ts'
import { guardedFetch, type Resolve } from '../../server/assistant/providers/guarded-fetch.ts'
import { isPrivateAddress } from '../../server/private-networks.ts'
import { ENDLESS, endlessPeer } from '../support/endless-peer.ts'
import { type ProviderPeer, providerPeer } from '../support/provider-peer.ts'

let peer: ProviderPeer
before(async () => (peer = await providerPeer()))
beforeEach(() => {
  peer.received.length = 0
  peer.written = 0
})
after(() => peer.close())

const leadsTo =
  (...addresses: string[]): Resolve =>
  (_name, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
const portOf = () => new URL(peer.url).port
const post = { method: 'POST', body: '{}' }

describe('T24 where a call to a provider may lead', () => {
  for (const addresses of [
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['10.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['fd00::1'],
    ['8.8.8.8', '127.0.0.1'],
  ])
    test(`T24 a name that leads to ${addresses.join(' and ')} is not connected to`, async () => {
      const base = `http://llm.example.org:${portOf()}/v1`
      await assert.rejects(guardedFetch(base, leadsTo(...addresses))(`${base}/chat/completions`, post), {
        name: 'UnfitAnswer',
      })
      assert.equal(peer.received.length, 0)
    })
  test('T24 a name that leads nowhere fails', async () => {
    const gone: Resolve = (_name, done) =>
      done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
    await assert.rejects(guardedFetch('https://llm.example.org', gone)('https://llm.example.org/x'), {
      code: 'ENOTFOUND',
    })
    await assert.rejects(guardedFetch('https://llm.example.org', leadsTo())('https://llm.example.org/x'), {
      name: 'UnfitAnswer',
    })
  })
  test('T24 only the configured address and the paths below it are called', async () => {
    const fetch = guardedFetch(`${peer.url}/v1`)
    assert.equal((await fetch(`${peer.url}/v1/chat/completions`, post)).status, 200)
    for (const other of [
      `${peer.url}/admin`,
      peer.url.replace('127.0.0.1', 'localhost'),
      'http://127.0.0.2:1/v1',
      `${peer.url}/v1/../admin`,
    ])
      await assert.rejects(fetch(other, post), { name: 'UnfitAnswer' })
    assert.equal(peer.received.length, 1)
  })
  test('T24 a redirect is an error', async () => {
    peer.manner = 'redirects'
    peer.elsewhere = `${peer.url}/v1/again`
    await assert.rejects(guardedFetch(peer.url)(`${peer.url}/v1`, post), { name: 'UnfitAnswer' })
    assert.equal(peer.received.length, 1)
  })
  test(`T24 an endless answer is read for ${ASSISTANT.answerBytes / 1_024} KiB`, async () => {
    peer.manner = 'sends bytes for ever'
    const answer = await guardedFetch(peer.url)(`${peer.url}/v1`, post)
    await assert.rejects(answer.text())
    assert.ok(peer.written < 16 * 1_048_576)
  })
  for (const status of ['204 No Content', '205 Reset Content'])
    test(`T24 an answer ${status} that promises a body and hangs up is an answer without a body`, async () => {
      const head = `HTTP/1.1 ${status}\r\ncontent-length: 10\r\n\r\n`
      const { url, close } = await endlessPeer({ head, piece: '' })
      const answer = await guardedFetch(url)(`${url}/v1`, post)
      assert.equal(await answer.text(), '')
      await close()
      // An error that no one handles would be thrown in the next turns.
      for (let turn = 0; turn < 10; turn++) await nextTurn()
    })
  for (const [kind, endless] of Object.entries(ENDLESS))
    test(`T24 an answer with endless ${kind} is given up early`, async (t) => {
      const endlessServer = await endlessPeer(endless)
      t.after(endlessServer.close)
      const { url } = endlessServer
      const readAnswer = async () => (await guardedFetch(url)(`${url}/v1`, post)).text()
      await assert.rejects(readAnswer)
      assert.ok(endlessServer.written() < 16 * 1_048_576, `${endlessServer.written()} bytes`)
    })
  test('T24 an answer that is cut off is an error, not a short answer', async () => {
    peer.manner = 'says something and hangs up'
    const answer = await guardedFetch(peer.url)(`${peer.url}/v1`, post)
    await assert.rejects(answer.text())
  })
  test('T24 a call that is aborted ends at once', async () => {
    peer.manner = 'hangs'
    const off = new AbortController()
    const calling = guardedFetch(peer.url)(`${peer.url}/v1`, { ...post, signal: off.signal })
    await peer.hears(1)
    off.abort()
    await assert.rejects(calling, { name: 'AbortError' })
  })
})

describe('T24 which addresses belong to private networks', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
  ])
    test(`T24 ${address}`, () => assert.equal(isPrivateAddress(address), true))
  for (const address of [
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'name',
  ])
    test(`T24 ${address}`, () => assert.equal(isPrivateAddress(address), true))
  for (const address of ['8.8.8.8', '41.90.0.1', '2001:4860:4860::8888', '2a00:1450:4009::1'])
    test(`T24 ${address} lies outside`, () => assert.equal(isPrivateAddress(address), false))
})
