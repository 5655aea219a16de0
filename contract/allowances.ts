/** Every allowance is for a minute. */
export const ALLOWANCE_SECONDS = 60

/**
 * How many calls a minute before a caller is asked to wait (429). A signed-in person is counted by account, and by nothing else. Everyone
 * else is counted by network (IPv4 /24, IPv6 /56): every call of those that cost much, and only the failures of all others, for a cyber cafe
 * or a mobile carrier is one network and nobody is refused for the number of their neighbours (D11). One address (IPv6 /64) reaches
 * `perAddress` first, so that one phone cannot use up what its neighbours need; where a few addresses do, each of the others has some failures left.
 */
export const ALLOWANCES = {
  read: { counts: 'failures', perAccount: 1_200, perNetwork: 3_000, perAddress: 1_500 },
  write: { counts: 'failures', perAccount: 300, perNetwork: 600, perAddress: 300 },
  account: { counts: 'failures', perAccount: 120, perNetwork: 600, perAddress: 300 },
  /** Calls with a token of nobody, or without the token they need. */
  token: { counts: 'failures', perAccount: 120, perNetwork: 600, perAddress: 300 },
  /** A challenge costs one HMAC, and registering needs one: as many as 150 people a second ask for behind one address. */
  captcha: { counts: 'calls', perAccount: 120, perNetwork: 18_000, perAddress: 9_000 },
  search: { counts: 'calls', perAccount: 300, perNetwork: 3_000, perAddress: 1_500 },
  receipt: { counts: 'calls', perAccount: 120, perNetwork: 600, perAddress: 300 },
  mail: { counts: 'calls', perAccount: 30, perNetwork: 120, perAddress: 60 },
  assistant: { counts: 'calls', perAccount: 60, perNetwork: 240, perAddress: 240 },
} as const

/** What a device on which somebody has logged in may have counted of each kind, also once its network may have no more. */
export const KNOWN_DEVICE_CALLS = 20

/** What an address may have failed of each kind, also once others have used up what their network may. */
export const NEIGHBOUR_FAILURES = 20
