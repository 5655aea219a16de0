import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import type { Email } from './email.ts'
import { asHtml, asText } from './render.ts'

/**
 * Sends emails. `send` throws `NotAccepted` when the mail server does not accept an email. `isPermanent` then
 * says that another attempt is useless.
 */
export type Transport = { send(email: Email, id: string): Promise<void>; close(): void }
export class NotAccepted extends Error {
  readonly isPermanent: boolean
  constructor(code: string, isPermanent: boolean) {
    super(code)
    this.isPermanent = isPermanent
  }
}

/** How long a mail server may be silent. */
const SILENCE_MS = 20_000
/** How many times as long the sending of one email may take. A slow server may be silent several times. */
const SILENCES = 3
/** The longest time that the sending of one email takes. */
export const LONGEST_SENDING_MS = SILENCES * SILENCE_MS

/** The bare address: `jobs@example.org` from `Jobs <jobs@example.org>`. */
const bareAddress = (from: string) => /<([^<>]+)>/.exec(from)?.[1] ?? from

const message = (email: Email, config: Config, id: string) => ({
  from: config.mailFrom,
  // The recipient is passed as an object, so that an address with commas is never read as a list (T23).
  to: { name: '', address: email.to },
  envelope: { from: bareAddress(config.mailFrom), to: [email.to] },
  subject: email.subject,
  text: asText(email, config),
  html: asHtml(email, config),
  // The message id is the same for every attempt, so that the mail server recognises a duplicate (R4).
  messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
  headers: { 'Auto-Submitted': 'auto-generated', ...email.headers },
  ...(email.attachments ? { attachments: email.attachments } : {}),
})

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
/** True when the connection must use TLS: a password must not reach another machine without it. */
export const demandsTls = (url: string): boolean => {
  const { password, hostname } = new URL(url)
  return password !== '' && !LOCAL_HOSTS.has(hostname)
}

/** The fields that nodemailer adds to its errors. */
type SmtpError = { responseCode?: number; code?: string; command?: string }
const isSmtpError = (error: unknown): error is SmtpError => error instanceof Error

const smtpTransport = (config: Config, url: string, silenceMs: number): Transport => {
  const mailer = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 4,
    requireTLS: demandsTls(url),
    // Limits for the connection and the greeting. They apply one after the other, before anything is sent.
    // Together they are as long as `silenceMs`.
    connectionTimeout: silenceMs / 2,
    greetingTimeout: silenceMs / 2,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(email, id) {
      try {
        // The total time limit for one email. A server that sends slowly never counts as silent, and would
        // block all other emails.
        const signal = AbortSignal.timeout(SILENCES * silenceMs)
        await mailer.sendMail({ ...message(email, config, id), signal })
      } catch (error) {
        const smtpError: SmtpError = isSmtpError(error) ? error : {}
        const { responseCode, code, command = '' } = smtpError
        // Only a refusal of this recipient or this email is permanent. If the server refuses our login or our
        // sender, the operator can correct it. Until then the emails wait.
        const isPermanent =
          responseCode !== undefined && responseCode >= 500 && /^(?:RCPT TO|DATA)/.test(command)
        // Only numbers and codes are stored, because the mail server's own words may contain an address.
        throw new NotAccepted(String(responseCode ?? code ?? 'failed'), isPermanent)
      }
    },
    close: () => mailer.close(),
  }
}

/** The folder in which emails are stored while no SMTP server is configured. */
export const mailFolder = (config: Config) => join(config.dataDir, 'mail')

const folderTransport = (config: Config): Transport => {
  const folder = mailFolder(config)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // This transport sends nothing: it only returns the bytes of an email.
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    async send(email, id) {
      const { message: bytes } = await writer.sendMail(message(email, config, id))
      const file = join(folder, `${id}.eml`)
      // The file gets its final name when it is complete, so that /dev/mail never reads half an email.
      await writeFile(`${file}.part`, bytes, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    close: () => {},
  }
}

/**
 * Sends emails by SMTP when it is configured. Otherwise each email becomes a file that /dev/mail shows. A
 * mail server may be silent for `silenceMs`.
 */
export const createTransport = (config: Config, { silenceMs = SILENCE_MS } = {}): Transport =>
  config.smtpUrl ? smtpTransport(config, config.smtpUrl, silenceMs) : folderTransport(config)
