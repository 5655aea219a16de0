import type { Config } from '../config.ts'

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'x-frame-options': 'DENY',
} as const

/** The headers of every reply. */
export const commonHeadersOf = (config: Config): Record<string, string> => ({
  ...SECURITY_HEADERS,
  ...(config.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})
