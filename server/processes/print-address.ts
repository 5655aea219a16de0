import type { Config } from '../config.ts'

/** Prints for the operator at which address the portal answers and where its emails are sent. */
export function printAddress(
  { secure, trustProxy, publicUrl, publicUrlGiven, smtpUrl }: Config,
  address: string,
) {
  if (secure && trustProxy.length === 0)
    console.log(
      'Callers  all count as one network and share its limits: set TRUST_PROXY to the address of the TLS proxy.',
    )
  console.log(`Portal   ${publicUrlGiven ? `${publicUrl} (listening on ${address})` : address}`)
  console.log(smtpUrl ? 'Mail     is sent by SMTP' : `Mail     ${address}/dev/mail`)
}
