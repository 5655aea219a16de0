import type { Email } from 'postal-mime'
import { emails } from '../../server/emails.ts'
import { recordOf } from '../../server/record-of.ts'
import { createTransport } from '../../server/mail/transport.ts'
import { deliverDue } from '../../server/outbox/deliver.ts'
import type { Portal } from './portal.ts'
import { smtpPeer } from './smtp-peer.ts'

/** A mail server that receives the portal's emails. `sentTopics`: the outbox topics that led to an email. */
export async function openMailbox({ deps }: Pick<Portal, 'deps'>) {
  const peer = await smtpPeer()
  const config = { ...deps.config, smtpUrl: `smtp://127.0.0.1:${peer.port}` }
  const transport = createTransport(config)
  const sentTopics = new Set<string>()
  // Builds each email as the portal does, and records the topics that led to one.
  const noting = recordOf(Object.keys(emails), (topic): (typeof emails)[string] => async (...values) => {
    const email = await emails[topic]?.(...values)
    if (email) sentTopics.add(topic)
    return email
  })
  return {
    sentTopics,
    /** Sends all queued emails. Then returns the emails to an address, the oldest first. */
    async emailsTo(address: string): Promise<Email[]> {
      while ((await deliverDue({ ...deps, config }, noting, transport)) > 0);
      return peer.taken.filter(({ to }) => to.includes(address)).map(({ email }) => email)
    },
    async close() {
      transport.close()
      await peer.close()
    },
  }
}
export type Mailbox = Awaited<ReturnType<typeof openMailbox>>
