import { codeOf } from '../error-fields.ts'

const CANNOT_LISTEN: Record<string, string> = {
  EADDRINUSE: 'PORT is taken by another program: set PORT to a free one.',
  EACCES: 'PORT may not be used by this account: set PORT to one above 1023.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine: set HOST to one that is, or to 0.0.0.0 for all.',
  ENOTFOUND: 'This machine finds no address for the name in HOST: set HOST to an IP address.',
}

/** Whether the portal cannot listen at HOST and PORT. */
export const isAddressError = (error: unknown) =>
  error instanceof Error &&
  'syscall' in error &&
  (error.syscall === 'listen' || error.syscall === 'bind' || error.syscall === 'getaddrinfo')

/** The sentence for the operator whose portal did not start. */
export const whyNotListening = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return isAddressError(error) ? (CANNOT_LISTEN[codeOf(error)] ?? message) : message
}
