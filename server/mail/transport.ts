import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import type { Email } from './email.ts'
import { asHtml, asText } from './render.ts'

/** Hands a letter over. Throws when it was not taken; `permanent` then says that trying again is useless. */
export type Transport = { send(letter: Email, id: string): Promise<void>; close(): void }
export class NotTaken extends Error {
  readonly permanent: boolean
  constructor(code: string, permanent: boolean) {
    super(code)
    this.permanent = permanent
  }
}

const bareAddress = (from: string) => /<([^<>]+)>/.exec(from)?.[1] ?? from

const message = (letter: Email, config: Config, id: string) => ({
  from: config.mailFrom,
  // An object and an explicit envelope: an address is never read as a list (T23).
  to: { name: '', address: letter.to },
  envelope: { from: bareAddress(config.mailFrom), to: [letter.to] },
  subject: letter.subject,
  text: asText(letter, config),
  html: asHtml(letter, config),
  // The same for every try, so that a duplicate is known for one (R4).
  messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
  headers: { 'Auto-Submitted': 'auto-generated', ...letter.headers },
  ...(letter.attachments ? { attachments: letter.attachments } : {}),
})

const HERE = new Set(['localhost', '127.0.0.1', '[::1]'])
/** A password is told to a mail server elsewhere over TLS or not at all, however the connection begins. */
export const demandsTls = (url: string): boolean => {
  const { password, hostname } = new URL(url)
  return password !== '' && !HERE.has(hostname)
}

const overSmtp = (config: Config, url: string, silenceMs: number): Transport => {
  const mailer = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 4,
    requireTLS: demandsTls(url),
    connectionTimeout: silenceMs / 2,
    greetingTimeout: silenceMs / 2,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(letter, id) {
      try {
        // A server that goes on talking is never silent: all that it says takes three silences at most, or it would hold up every email.
        await mailer.sendMail({ ...message(letter, config, id), signal: AbortSignal.timeout(3 * silenceMs) })
      } catch (error) {
        const { responseCode, code, command = '' } = error as { responseCode?: number; code?: string; command?: string }
        // Only a No to this recipient or this letter is for good. One to us (our address, our sign-in, our sender) is
        // mended by the operator, and the letters wait for it.
        const permanent = responseCode !== undefined && responseCode >= 500 && /^(?:RCPT TO|DATA)/.test(command)
        // The server's own words may hold an address: only numbers and codes are kept.
        throw new NotTaken(String(responseCode ?? code ?? 'failed'), permanent)
      }
    },
    close: () => mailer.close(),
  }
}

/** Where letters are kept while no SMTP server is configured. */
export const mailFolder = (config: Config) => join(config.dataDir, 'mail')

const intoFolder = (config: Config): Transport => {
  const folder = mailFolder(config)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    async send(letter, id) {
      const { message: bytes } = await writer.sendMail(message(letter, config, id))
      const file = join(folder, `${id}.eml`)
      await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    close: () => {},
  }
}

/** By SMTP when it is configured; otherwise each letter becomes a file that can be read at /dev/mail. A server may be silent for `silenceMs`. */
export const createTransport = (config: Config, { silenceMs = 20_000 } = {}): Transport =>
  config.smtpUrl ? overSmtp(config, config.smtpUrl, silenceMs) : intoFolder(config)
