import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ConfigError, readConfig } from '../../server/config.ts'

const KEY = 'CANARY-0123456789'
const folder = mkdtempSync(join(tmpdir(), 'assistant-settings-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const settings = (env: Record<string, string>) => readConfig(env).assistant

describe('N2 the assistant’s providers are off until they are named', () => {
  test('N2 without any', () =>
    assert.deepEqual(settings({}), { providers: [], search: undefined, daily: 500 }))
  test('N2 three of them, in their order, each with its key, by value or by file', () => {
    const { providers, search, daily } = settings({
      ASSISTANT_PROVIDERS:
        'openai-compatible=https://llm.example.org/v1/|small:7b, google|gemini-x ,anthropic=https://proxy.example.org/v1|claude-x',
      ASSISTANT_KEY_1: 'one',
      ASSISTANT_KEY_2_FILE: file('two', ' two\n'),
      ASSISTANT_KEY_3: 'three',
      ASSISTANT_SEARCH_URL: 'https://search.example.org/search',
      ASSISTANT_SEARCH_KEY: 'four',
      ASSISTANT_DAILY: '20',
    })
    assert.deepEqual(providers, [
      { dialect: 'openai-compatible', baseUrl: 'https://llm.example.org/v1', model: 'small:7b', key: 'one' },
      {
        dialect: 'google',
        baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
        model: 'gemini-x',
        key: 'two',
      },
      { dialect: 'anthropic', baseUrl: 'https://proxy.example.org/v1', model: 'claude-x', key: 'three' },
    ])
    assert.deepEqual([search, daily], [{ url: 'https://search.example.org/search', key: 'four' }, 20])
  })
  test('N2 a model in a private network needs no key, and may be called over http', () => {
    for (const host of ['localhost:11434', '127.0.0.1:11434', '10.0.0.5', '[fd00::5]:8080'])
      assert.equal(
        settings({ ASSISTANT_PROVIDERS: `openai-compatible=http://${host}/v1|m` }).providers.length,
        1,
        host,
      )
  })
})

describe('a setting that is unusable or contradicts another stops the start with one sentence, which names the setting but no key', () => {
  const entry = 'openai-compatible=https://llm.example.org/v1|m'
  for (const [env, names] of [
    [{ ASSISTANT_PROVIDERS: 'yes' }, ['ASSISTANT_PROVIDERS', 'google|model']],
    [{ ASSISTANT_PROVIDERS: 'mistral|m' }, ['ASSISTANT_PROVIDERS']],
    [{ ASSISTANT_PROVIDERS: 'constructor|m' }, ['ASSISTANT_PROVIDERS']],
    [{ ASSISTANT_PROVIDERS: 'openai-compatible|m' }, ['ASSISTANT_PROVIDERS', 'address']],
    [
      { ASSISTANT_PROVIDERS: 'openai-compatible=ftp://llm.example.org|m' },
      ['ASSISTANT_PROVIDERS', 'https://'],
    ],
    [
      { ASSISTANT_PROVIDERS: `openai-compatible=https://me:${KEY}@llm.example.org/v1|m` },
      ['ASSISTANT_PROVIDERS', 'user'],
    ],
    [
      { ASSISTANT_PROVIDERS: `openai-compatible=https://llm.example.org/v1?key=${KEY}|m` },
      ['ASSISTANT_PROVIDERS', 'query'],
    ],
    [
      { ASSISTANT_PROVIDERS: 'openai-compatible=http://llm.example.org/v1|m' },
      ['ASSISTANT_PROVIDERS', 'https'],
    ],
    [{ ASSISTANT_PROVIDERS: 'openai-compatible=http://8.8.8.8/v1|m' }, ['ASSISTANT_PROVIDERS', 'https']],
    [{ ASSISTANT_PROVIDERS: [entry, entry, entry, entry].join() }, ['ASSISTANT_PROVIDERS', '3']],
    [{ ASSISTANT_PROVIDERS: 'google|m' }, ['google', 'ASSISTANT_KEY_1']],
    [{ ASSISTANT_PROVIDERS: `${entry},anthropic|m`, ASSISTANT_KEY_1: KEY }, ['anthropic', 'ASSISTANT_KEY_2']],
    [{ ASSISTANT_PROVIDERS: entry, ASSISTANT_KEY_2: KEY }, ['ASSISTANT_KEY_2', 'ASSISTANT_PROVIDERS']],
    [{ ASSISTANT_KEY_1_FILE: '/nowhere' }, ['ASSISTANT_KEY_1_FILE', 'ASSISTANT_PROVIDERS']],
    [
      { ASSISTANT_PROVIDERS: entry, ASSISTANT_KEY_1: KEY, ASSISTANT_KEY_1_FILE: '/x' },
      ['ASSISTANT_KEY_1', 'ASSISTANT_KEY_1_FILE'],
    ],
    [
      { ASSISTANT_PROVIDERS: entry, ASSISTANT_KEY_1_FILE: '/nowhere/key' },
      ['ASSISTANT_KEY_1_FILE', '/nowhere/key'],
    ],
    [{ ASSISTANT_PROVIDERS: entry, ASSISTANT_KEY_1_FILE: file('empty', '\n') }, ['ASSISTANT_KEY_1_FILE']],
    [
      { ASSISTANT_PROVIDERS: entry, ASSISTANT_KEY_1_FILE: file('lines', `${KEY}\n${KEY}\n`) },
      ['ASSISTANT_KEY_1_FILE', 'one line'],
    ],
    [
      { ASSISTANT_SEARCH_URL: 'https://search.example.org/' },
      ['ASSISTANT_SEARCH_URL', 'ASSISTANT_PROVIDERS'],
    ],
    [
      { ASSISTANT_PROVIDERS: entry, ASSISTANT_SEARCH_KEY: KEY },
      ['ASSISTANT_SEARCH_KEY', 'ASSISTANT_SEARCH_URL'],
    ],
    [{ ASSISTANT_PROVIDERS: entry, ASSISTANT_SEARCH_URL: 'search' }, ['ASSISTANT_SEARCH_URL']],
    [{ ASSISTANT_DAILY: '5' }, ['ASSISTANT_DAILY', 'ASSISTANT_PROVIDERS']],
    [{ ASSISTANT_PROVIDERS: entry, ASSISTANT_DAILY: 'many' }, ['ASSISTANT_DAILY']],
  ] as [Record<string, string>, string[]][]) {
    test(JSON.stringify(env).slice(0, 120), () => {
      assert.throws(
        () => readConfig(env),
        (error: unknown) => {
          assert.ok(error instanceof ConfigError)
          for (const name of names) assert.ok(error.message.includes(name), error.message)
          assert.match(error.message, /^[A-Z][^\n]{20,180}\.$/)
          assert.doesNotMatch(error.message, /CANARY|undefined/)
          return true
        },
      )
    })
  }
})
