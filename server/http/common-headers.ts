import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'x-frame-options': 'DENY',
} as const

/** These security headers matter only for a document. Other replies omit them, which saves 195 bytes each. */
const DOCUMENT_HEADERS = [
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-frame-options',
] as const satisfies (keyof typeof SECURITY_HEADERS)[]

/** The headers of every reply. */
export const commonHeadersOf = (config: Config): Record<string, string> => ({
  ...SECURITY_HEADERS,
  ...(config.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

/** Removes the headers that matter only for a document; called for every other reply. */
export function dropDocumentHeaders(reply: FastifyReply) {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
}
