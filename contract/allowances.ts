/**
 * A caller's calls are counted for this many seconds. Then the count starts again from zero. A caller who has
 * made too many calls is refused until then.
 */
export const ALLOWANCE_SECONDS = 60

/**
 * How many calls per minute a caller may make; more are refused with 429. Calls of a logged-in person are
 * counted by account. All others are counted by network (IPv4 /24, IPv6 /56). `counts` says which calls: all
 * `calls` of a costly kind, or only the `failures`. A cyber cafe or a mobile carrier is one network, so the
 * limits must fit many people (D11). `perAddress` limits one address (IPv6 /64), so that one phone cannot use
 * up its network's allowance.
 */
export const ALLOWANCES = {
  read: { counts: 'failures', perAccount: 1_200, perNetwork: 3_000, perAddress: 1_500 },
  write: { counts: 'failures', perAccount: 300, perNetwork: 600, perAddress: 300 },
  account: { counts: 'failures', perAccount: 120, perNetwork: 600, perAddress: 300 },
  /** Calls that need a token but have none, or an unknown one. */
  token: { counts: 'failures', perAccount: 120, perNetwork: 600, perAddress: 300 },
  /**
   * A captcha challenge costs one HMAC, and each registration needs one. The limit allows 150 people a second
   * behind one address.
   */
  captcha: { counts: 'calls', perAccount: 120, perNetwork: 18_000, perAddress: 9_000 },
  search: { counts: 'calls', perAccount: 300, perNetwork: 3_000, perAddress: 1_500 },
  receipt: { counts: 'calls', perAccount: 120, perNetwork: 600, perAddress: 300 },
  mail: { counts: 'calls', perAccount: 30, perNetwork: 120, perAddress: 60 },
  assistant: { counts: 'calls', perAccount: 60, perNetwork: 240, perAddress: 240 },
} as const
