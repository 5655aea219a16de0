import { createHash } from 'node:crypto'

/** The contents of all such elements that carry the nonce, by hash. */
const hashes = (html: string, element: RegExp, nonce: string) => [
  ...new Set(
    [...html.matchAll(element)]
      .filter(([, attributes = '']) => attributes.includes(` nonce="${nonce}"`))
      .map(([, , content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`),
  ),
]

const CAPTCHA_HOSTS: Record<string, { script: string; frame: string }> = {
  recaptcha: { script: 'https://www.google.com https://www.gstatic.com', frame: 'https://www.google.com' },
  hcaptcha: { script: 'https://hcaptcha.com https://*.hcaptcha.com', frame: 'https://hcaptcha.com https://*.hcaptcha.com' },
  turnstile: { script: 'https://challenges.cloudflare.com', frame: 'https://challenges.cloudflare.com' },
}

/**
 * The content policy of one finished page (T8): the inline scripts and styles that were drawn with the page's nonce by hash, so that a script which
 * got in with some text is not allowed, and markup only through the page's one Trusted Types policy. A foreign captcha, if the operator chose one, is let in on
 * its page alone; its scripts know nothing of our policy, so Trusted Types are not demanded there.
 */
export function contentPolicy(html: string, nonce: string, captcha?: string): string {
  const foreign = captcha ? CAPTCHA_HOSTS[captcha] : undefined
  const scripts = hashes(html, /<script(?![^>]*\bsrc=)(?![^>]*application\/ld\+json)([^>]*)>([\s\S]*?)<\/script>/g, nonce)
  const styles = hashes(html, /<style([^>]*)>([\s\S]*?)<\/style>/g, nonce)
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts, ...(foreign ? [foreign.script] : [])].join(' ')}`,
    `style-src ${["'self'", ...styles, ...(foreign ? [foreign.script] : [])].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${foreign ? ` ${foreign.script}` : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    ...(foreign ? [`frame-src ${foreign.frame}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(foreign ? [] : ["require-trusted-types-for 'script'", 'trusted-types portal-html portal-worker']),
  ].join('; ')
}
