import { BlockList, isIP } from 'node:net'

// Two lists: a single one would also match IPv4 addresses against the IPv6 networks that wrap them.
const privateIPv4 = new BlockList()
const privateIPv6 = new BlockList()
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
// Only 2000::/3 is public, without the parts that only wrap an IPv4 address (Teredo, 6to4) or are for
// documentation.
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
 * True for an address that is not on the public internet: this machine, its networks, cloud metadata; and for
 * text that is no address (T24).
 */
export const isInside = (address: string): boolean => {
  const version = isIP(address)
  return version === 0 || (version === 4 ? privateIPv4.check(address) : privateIPv6.check(address, 'ipv6'))
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** True for an address of this machine that no other machine can call from. */
export const isLoopback = (address: string): boolean => {
  // An IPv4 address may be written inside an IPv6 address.
  const unwrapped = address.replace(/^::ffff:/i, '')
  const version = isIP(unwrapped)
  return version !== 0 && loopback.check(unwrapped, version === 4 ? 'ipv4' : 'ipv6')
}

/** True for a host, with or without its port, that leads only to the machine of the person who opens it. */
export const isLoopbackHost = (host: string): boolean => {
  const name = host.replace(/:\d+$/, '')
  return name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))
}
