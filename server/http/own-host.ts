import type { Config } from '../config.ts'
import { isLoopbackHost } from '../private-networks.ts'

/**
 * Returns a function that says whether a Host header names this portal. Without a configured public address,
 * every host name is accepted.
 */
export const ownHosts = ({ publicUrl, publicUrlGiven }: Config) => {
  const ownHost = new URL(publicUrl).host
  return (host: string) => !publicUrlGiven || host === ownHost || isLoopbackHost(host)
}
