import type { Config } from '../config.ts'

/** The hosts that mean every address of the machine. Fastify names them as 127.0.0.1. */
const EVERY_ADDRESS = ['0.0.0.0', '::']

/** Prints for the operator at which address the portal answers and where its emails are sent. */
export function printAddress(
  { secure, trustProxy, host, publicUrl, publicUrlGiven, smtpUrl }: Config,
  address: string,
) {
  if (secure && trustProxy.length === 0)
    console.log(
      'Callers  all count as one network and share its limits: set TRUST_PROXY to the address of the TLS proxy.',
    )
  // A URL leaves out port 80, the default of HTTP.
  const listensOn = EVERY_ADDRESS.includes(host)
    ? `port ${new URL(address).port || '80'} on all addresses of this machine`
    : address
  console.log(`Portal   ${publicUrlGiven ? `${publicUrl} (listening on ${listensOn})` : address}`)
  console.log(smtpUrl ? 'Mail     is sent by SMTP' : `Mail     ${address}/dev/mail`)
}
