/**
 * Calls one network (IPv4 /24, IPv6 /48) may make in a minute. Wide, for a whole cyber cafe shares one (D11). Where `perAddress` is given, one
 * address in it (IPv6 /64) may make so many, so that one phone cannot use up what its neighbours need.
 */
export const ALLOWANCES = {
  read: { calls: 3_000, seconds: 60 },
  write: { calls: 600, seconds: 60 },
  account: { calls: 600, seconds: 60, perAddress: 300 },
  captcha: { calls: 600, seconds: 60, perAddress: 120 },
  mail: { calls: 120, seconds: 60, perAddress: 60 },
  assistant: { calls: 240, seconds: 60 },
} as const

/** Calls a minute that a device on which somebody has logged in may make of each kind, also once its network may make no more. */
export const KNOWN_DEVICE_CALLS = 20
