import { BlockList, isIP } from 'node:net'

// IPv4 and IPv6 need two lists. In a single list, IPv4 addresses would match IPv6 networks that wrap them.
const privateIPv4 = new BlockList()
const privateIPv6 = new BlockList()
// IPv4 networks that are not public: local, shared, multicast and reserved ones, and those for documentation.
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateIPv4.addSubnet(network, bits, 'ipv4')
// In IPv6, only 2000::/3 is public. Two kinds of addresses inside it are not: those that wrap an IPv4 address
// (Teredo, 6to4), and those for documentation.
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateIPv6.addSubnet(network, bits, 'ipv6')

/**
 * True for an address that is not on the public internet: this machine, its networks or cloud metadata. Also
 * true for text that is no address (T24).
 */
export const isPrivateAddress = (address: string): boolean => {
  const version = isIP(address)
  return version === 0 || (version === 4 ? privateIPv4.check(address) : privateIPv6.check(address, 'ipv6'))
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** True for an address of this machine that other machines cannot reach. */
export const isLoopback = (address: string): boolean => {
  // An IPv6 address may contain an IPv4 address.
  const unwrapped = address.replace(/^::ffff:/i, '')
  const version = isIP(unwrapped)
  return version !== 0 && loopback.check(unwrapped, version === 4 ? 'ipv4' : 'ipv6')
}

/** True for a host, with or without a port, that always means the visitor's own machine (localhost). */
export const isLoopbackHost = (host: string): boolean => {
  const name = host.replace(/:\d+$/, '')
  return name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))
}
