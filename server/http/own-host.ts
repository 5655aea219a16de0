import type { Config } from '../config.ts'
import { isLoopbackHost } from '../private-networks.ts'

/** Returns a function that tells whether a Host header names this portal. */
export const ownHosts = ({ publicUrl, publicUrlGiven }: Config) => {
  const ownHost = new URL(publicUrl).host
  return (host: string) => !publicUrlGiven || host === ownHost || isLoopbackHost(host)
}
