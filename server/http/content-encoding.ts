const BR = /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[\s,;]|$)/
const GZIP = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[\s,;]|$)/

/** The better of what a caller's Accept-Encoding allows and there is; undefined for the bytes as they are. */
export const chooseEncoding = <T>(
  accepted: string | undefined,
  { br, gz }: { br?: T | undefined; gz?: T | undefined },
): { encoding: 'br' | 'gzip'; bytes: T } | undefined => {
  if (accepted === undefined) return undefined
  if (br && BR.test(accepted)) return { encoding: 'br', bytes: br }
  if (gz && GZIP.test(accepted)) return { encoding: 'gzip', bytes: gz }
  return undefined
}
