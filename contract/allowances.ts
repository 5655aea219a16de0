/** The window of every allowance. */
export const ALLOWANCE_SECONDS = 60

/**
 * Calls per minute before a caller gets 429. Calls of a logged-in person are counted by account only. All
 * others are counted by network (IPv4 /24, IPv6 /56): every call of the costly kinds, only the failures of
 * the rest. A cyber cafe or a mobile carrier is one network, and no one is refused because of the number of
 * neighbours (D11). `perAddress` limits one address (IPv6 /64) first, so that one phone cannot use up its
 * network's allowance. When a few addresses have used it up, each other address still has some failures.
 */
export const ALLOWANCES = {
  read: { counts: 'failures', perAccount: 1_200, perNetwork: 3_000, perAddress: 1_500 },
  write: { counts: 'failures', perAccount: 300, perNetwork: 600, perAddress: 300 },
  account: { counts: 'failures', perAccount: 120, perNetwork: 600, perAddress: 300 },
  /** Calls with an unknown token, or without the token they need. */
  token: { counts: 'failures', perAccount: 120, perNetwork: 600, perAddress: 300 },
  /**
   * A challenge costs one HMAC, and each registration needs one: the limit allows 150 people a second behind
   * one address.
   */
  captcha: { counts: 'calls', perAccount: 120, perNetwork: 18_000, perAddress: 9_000 },
  search: { counts: 'calls', perAccount: 300, perNetwork: 3_000, perAddress: 1_500 },
  receipt: { counts: 'calls', perAccount: 120, perNetwork: 600, perAddress: 300 },
  mail: { counts: 'calls', perAccount: 30, perNetwork: 120, perAddress: 60 },
  assistant: { counts: 'calls', perAccount: 60, perNetwork: 240, perAddress: 240 },
} as const

/**
 * Counted calls of each kind left to a device with an earlier login, when its network has reached its limit.
 */
export const KNOWN_DEVICE_CALLS = 20

/** Failures of each kind left to an address, when others have used up their network's limit. */
export const NEIGHBOUR_FAILURES = 20
