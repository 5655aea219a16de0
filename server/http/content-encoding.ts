// No @fastify/accept-negotiator: it takes six times as long for each page, and follows q-values, while Brotli
// is the smaller one for every caller who takes it.
const BR = /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[\s,;]|$)/
const GZIP = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[\s,;]|$)/

/** The best encoding that Accept-Encoding allows and that exists; undefined to send the bytes as they are. */
export const chooseEncoding = <T>(
  accepted: string | undefined,
  { br, gz }: { br?: T | undefined; gz?: T | undefined },
): { encoding: 'br' | 'gzip'; bytes: T } | undefined => {
  if (accepted === undefined) return undefined
  if (br && BR.test(accepted)) return { encoding: 'br', bytes: br }
  if (gz && GZIP.test(accepted)) return { encoding: 'gzip', bytes: gz }
  return undefined
}
