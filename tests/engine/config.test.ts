import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { defaultWorkers } from '../../server/config-variables.ts'
import { type Config, ConfigError, readConfig } from '../../server/config.ts'
import { readSecrets } from '../../server/secrets.ts'
import { dataFolder, run } from '../support/program.ts'

/** The sentence with which the portal refuses these settings, or what this step reads from them. */
const sentenceOf = (env: Record<string, string>, read: (config: Config) => unknown = () => {}) => {
  try {
    read(readConfig(env))
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  return assert.fail('it was taken')
}

describe('each setting has a working default', () => {
  test('without any', () => {
    const {
      port,
      host,
      publicUrl,
      publicUrlGiven,
      secure,
      databaseUrl,
      smtpUrl,
      mailFrom,
      captcha,
      trustProxy,
      organisation,
    } = readConfig({})
    assert.deepEqual(
      [port, host, publicUrl, publicUrlGiven, secure, databaseUrl, smtpUrl, mailFrom],
      [
        3000,
        '127.0.0.1',
        'http://localhost:3000',
        false,
        false,
        undefined,
        undefined,
        'IEBC Jobs <jobs@localhost>',
      ],
    )
    assert.deepEqual(
      [captcha.provider, trustProxy, organisation.acronym, organisation.confirmed],
      ['altcha', [], 'IEBC', false],
    )
  })
  test('an empty setting counts as not set', () => {
    assert.deepEqual(
      readConfig({ PORT: '', DATABASE_URL: '', PUBLIC_URL: '', TRUST_PROXY: '' }),
      readConfig({}),
    )
  })
  test('WORKERS: one on a small machine, else a core is left for the database; they divide its limits', () => {
    assert.deepEqual([1, 2, 3, 4, 16, 256].map(defaultWorkers), [1, 1, 2, 3, 15, 64])
    const limits = { CALLS_AT_ONCE: '64', MAX_SOCKETS: '1000' }
    const sharesOf = (count: string) => {
      const { workers, callsAtOnce, maxSockets } = readConfig({ ...limits, WORKERS: count })
      return [workers, callsAtOnce, maxSockets]
    }
    assert.deepEqual(['1', '4', '64'].map(sharesOf), [
      [1, 64, 1_000],
      [4, 16, 250],
      [64, 8, 64],
    ])
    assert.equal(readConfig({ WORKERS: '4', NODE_ENV: 'development' }).workers, 1)
    for (const WORKERS of ['0', '1.5', '65', 'all'])
      assert.match(sentenceOf({ WORKERS }), /^WORKERS must be a whole number from 1 to 64\.$/)
    assert.match(sentenceOf({ PORTAL_WORKER: '2' }), /^PORTAL_WORKER is not for operators\.$/)
  })
  test('DRAIN_SECONDS: three unless it is set', () => {
    assert.deepEqual([readConfig({}).drainMs, readConfig({ DRAIN_SECONDS: '0' }).drainMs], [3_000, 0])
    assert.match(sentenceOf({ DRAIN_SECONDS: '61' }), /^DRAIN_SECONDS must be a number from 0 to 60\.$/)
  })
  test('METRICS_PORT: PORT is none of the ports of the workers, which follow each other', () => {
    const portsOf = (METRICS_PORT: string, PORT: string, WORKERS: string) => ({ METRICS_PORT, PORT, WORKERS })
    for (const env of [portsOf('2999', '3000', '2'), portsOf('2990', '3000', '11')])
      assert.match(
        sentenceOf(env),
        /^METRICS_PORT is the first of \d+ ports, one for each of the WORKERS: PORT must be none of them\.$/,
      )
    for (const env of [
      portsOf('2999', '3000', '1'),
      portsOf('2990', '3000', '10'),
      portsOf('3001', '3000', '2'),
      portsOf('0', '1', '2'),
      portsOf('2999', '0', '2'),
    ])
      assert.equal(readConfig(env).metrics?.port, Number(env.METRICS_PORT))
  })
  test('PUBLIC_URL is kept as an origin; https makes cookies Secure', () => {
    for (const siteUrl of [
      'https://Jobs.Example.org',
      'https://jobs.example.org/',
      'https://jobs.example.org:443',
    ]) {
      const { publicUrl, secure, publicUrlGiven } = readConfig({
        PUBLIC_URL: siteUrl,
        SMTP_URL: 'smtps://mail.example.org',
        MAIL_FROM: 'a@b.co',
      })
      assert.deepEqual([publicUrl, secure, publicUrlGiven], ['https://jobs.example.org', true, true])
    }
  })
  test('T40 without SMTP_URL the portal is for its own machine alone', () => {
    for (const siteUrl of [
      'http://localhost:3000',
      'https://localhost',
      'http://127.0.0.1:3000',
      'http://127.9.9.9',
      'http://[::1]:3000',
    ])
      assert.equal(readConfig({ PUBLIC_URL: siteUrl }).smtpUrl, undefined, siteUrl)
  })
  test('T36 TRUST_PROXY lists addresses and networks', () => {
    assert.deepEqual(readConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8 ,::1,fd00::/8' }).trustProxy, [
      '127.0.0.1',
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
    ])
  })
  test('each captcha provider knows where it is asked', () => {
    for (const provider of ['recaptcha', 'hcaptcha', 'turnstile']) {
      assert.match(
        readConfig({ CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' }).captcha
          .verifyUrl,
        /^https:\/\//,
      )
    }
  })
})

describe('a setting that is unusable or contradicts another stops the start with one sentence that names it', () => {
  for (const [env, names] of [
    [{ PORT: 'abc' }, ['PORT', '65535']],
    [{ PORT: '65536' }, ['PORT']],
    [{ PORT: '-1' }, ['PORT']],
    [{ PORT: '80.5' }, ['PORT']],
    [{ PUBLIC_URL: 'jobs.example.org' }, ['PUBLIC_URL', 'https://']],
    [{ PUBLIC_URL: 'ftp://jobs.example.org' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'https://example.org/jobs' }, ['PUBLIC_URL', 'path']],
    [{ PUBLIC_URL: 'https://me:pw@example.org' }, ['PUBLIC_URL']],
    [{ DATABASE_URL: 'mysql://localhost/x' }, ['DATABASE_URL', 'postgresql://']],
    [{ DATABASE_URL: 'localhost' }, ['DATABASE_URL']],
    [{ DATABASE_OWNER_URL: 'postgresql://owner:pw@localhost/x' }, ['DATABASE_OWNER_URL', 'DATABASE_URL']],
    [
      { DATABASE_URL: 'postgresql://app@localhost/x', DATABASE_OWNER_URL: 'x' },
      ['DATABASE_OWNER_URL', 'postgresql://'],
    ],
    [{ PUBLIC_URL: 'https://jobs.example.org' }, ['PUBLIC_URL', 'SMTP_URL']],
    [{ PUBLIC_URL: 'http://localhost.example.org' }, ['PUBLIC_URL', 'SMTP_URL']],
    [{ PUBLIC_URL: 'http://10.0.0.5:3000' }, ['PUBLIC_URL', 'SMTP_URL']],
    [{ SMTP_URL: 'mail.example.org', MAIL_FROM: 'a@b.co', PUBLIC_URL: 'https://x.org' }, ['SMTP_URL']],
    [{ SMTP_URL: 'smtp://mail.example.org', PUBLIC_URL: 'https://x.org' }, ['SMTP_URL', 'MAIL_FROM']],
    [{ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@b.co' }, ['SMTP_URL', 'PUBLIC_URL']],
    [{ MAIL_FROM: 'nobody' }, ['MAIL_FROM']],
    [{ MAIL_FROM: 'a@b.co, c@d.co' }, ['MAIL_FROM']],
    [{ MAIL_FROM: 'Jobs\r\nBcc: x@y.co <a@b.co>' }, ['MAIL_FROM']],
    [{ CAPTCHA_PROVIDER: 'none' }, ['CAPTCHA_PROVIDER', 'altcha']],
    [{ CAPTCHA_PROVIDER: 'recaptcha' }, ['CAPTCHA_PROVIDER', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET']],
    [{ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k' }, ['CAPTCHA_SECRET']],
    [{ CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' }, ['CAPTCHA_SITE_KEY', 'CAPTCHA_PROVIDER', 'altcha']],
    [
      { CAPTCHA_VERIFY_URL: 'https://captcha.example.org/verify' },
      ['CAPTCHA_VERIFY_URL', 'CAPTCHA_PROVIDER'],
    ],
    [{ CAPTCHA_VERIFY_URL: 'nowhere' }, ['CAPTCHA_VERIFY_URL']],
    [{ ACCOUNT_LOOKUP: 'hidden' }, ['ACCOUNT_LOOKUP', 'uniform']],
    [{ RESET_STEP_UP: 'sms' }, ['RESET_STEP_UP', 'unknown-device', 'email']],
    [{ TRUST_PROXY: 'true' }, ['TRUST_PROXY']],
    [{ TRUST_PROXY: '10.0.0.0/99' }, ['TRUST_PROXY']],
    [{ TRUST_PROXY: '127.0.0.1, proxy' }, ['TRUST_PROXY']],
    [{ ORG_WEBSITE: 'iebc' }, ['ORG_WEBSITE']],
    [{ ORG_X: 'iebc' }, ['ORG_X']],
    [{ ORG_EMAIL: 'nope' }, ['ORG_EMAIL']],
  ] as [Record<string, string>, string[]][]) {
    test(JSON.stringify(env), () => {
      const sentence = sentenceOf(env)
      for (const name of names) assert.ok(sentence.includes(name), sentence)
      assert.match(sentence, /^[A-Z][^\n]{20,160}\.$/)
      assert.doesNotMatch(sentence, /invalid input|expected|undefined/i)
    })
  }
})

describe('the program prints only this sentence and exits with 78, or with 1 if it cannot listen', () => {
  const folder = dataFolder()
  after(() => folder.drop())
  /**
   * Checks that the program ends with this code, prints only this sentence, and leaves no database running.
   */
  const says = async (env: Record<string, string>, code: number, sentence: RegExp) => {
    const program = run('server/main.ts', [], folder.path, { env })
    assert.equal(await program.exited, code, program.errors)
    assert.match(program.errors.trim(), sentence)
    assert.equal(program.errors.trim().split('\n').length, 1)
    assert.equal(program.output, '')
    assert.equal(folder.postmaster(), undefined, 'no database is left')
  }
  test('a contradiction', () =>
    says({ CAPTCHA_PROVIDER: 'hcaptcha' }, 78, /^CAPTCHA_PROVIDER is hcaptcha, which needs .*\.$/))
  // The program reads these settings in the step of the contradiction above, and says no more than that step.
  test('T40 an address for others without a mail server', () =>
    assert.match(sentenceOf({ PUBLIC_URL: 'https://jobs.example.org' }), /^PUBLIC_URL .* SMTP_URL .*\.$/))
  test('an address of the database that cannot be read', () =>
    assert.match(
      sentenceOf({ DATABASE_URL: 'postgresql://app@h1:5432,h2:x/x' }),
      /^DATABASE_URL has the port "x", which is no number from 1 to 65535\.$/,
    ))
  test('a data folder that is a file', async () => {
    const file = join(folder.path, 'a-file')
    writeFileSync(file, '')
    await says({ DATA_DIR: file }, 78, /^DATA_DIR is .*\.$/)
    assert.match(sentenceOf({ DATA_DIR: join(file, 'below') }, readSecrets), /^DATA_DIR is .*\.$/)
  })
  test('T31 a key that others may read, or that is damaged', async () => {
    const key = join(folder.path, 'secret.key')
    writeFileSync(key, 'ab'.repeat(32))
    chmodSync(key, 0o644)
    assert.match(
      sentenceOf({ DATA_DIR: folder.path }, readSecrets),
      /^[^\n]*secret\.key can be read by others: run chmod 600 on it\.$/,
    )
    chmodSync(key, 0o600)
    writeFileSync(key, 'short')
    await says({}, 78, /secret\.key is damaged: .*\.$/)
    writeFileSync(key, 'ab'.repeat(32))
  })
  test('a port that is taken, a host that is not ours: the database is stopped again', async (context) => {
    const other = net.createServer().listen(0, '127.0.0.1')
    context.after(() => other.close())
    await new Promise((up) => other.once('listening', up))
    const { port } = other.address() as net.AddressInfo
    await says({ PORT: String(port) }, 1, /^PORT is taken by another program: .*\.$/)
    await says({ HOST: '203.0.113.7' }, 1, /^HOST is not an address of this machine: .*\.$/)
  })
})
