import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { emails } from '../../server/emails.ts'
import { createTransport, mailFolder } from '../../server/mail/transport.ts'
import { deliverDue } from '../../server/outbox/deliver.ts'
import type { Portal } from './portal.ts'

/** Sends all due queued emails. Then returns all emails to an address, the oldest first. */
export async function emailsTo({ deps }: Pick<Portal, 'deps'>, address: string): Promise<Email[]> {
  const transport = createTransport(deps.config)
  // Each call delivers some emails. Repeat it until none is due.
  while ((await deliverDue(deps, emails, transport)) > 0);
  transport.close()
  const folder = mailFolder(deps.config)
  /** Emails are files whose names end with a number: sort them by it. */
  const number = (name: string) => Number(/-(\d+)\.eml$/.exec(name)?.[1])
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  // Reading a file is quick, parsing it is not: most emails are to other people.
  const all = await Promise.all(
    names
      .sort((left, right) => number(left) - number(right))
      .map((name) => readFileSync(join(folder, name)))
      .filter((raw) => raw.includes(address))
      .map((raw) => PostalMime.parse(raw)),
  )
  return all.filter((email) => email.to?.[0]?.address === address)
}

const lastTo = async (portal: Pick<Portal, 'deps'>, address: string) =>
  (await emailsTo(portal, address)).at(-1)?.text ?? ''

/** The path of the link of this kind, such as `verify-email`, in the last email. */
export const linkTo = async (portal: Pick<Portal, 'deps'>, address: string, kind: string) =>
  new RegExp(`https?://[^/\\s]+(/${kind}/[\\w.~-]+)`).exec(await lastTo(portal, address))?.[1] ?? ''

/** The six digits of the code in the last email. */
export const codeTo = async (portal: Pick<Portal, 'deps'>, address: string) =>
  (/^\s*(\d{3} ?\d{3})\s*$/m.exec(await lastTo(portal, address))?.[1] ?? '').replace(' ', '')
