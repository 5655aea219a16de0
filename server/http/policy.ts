import { createHash } from 'node:crypto'

/**
 * Hashes for the policy that allow inline scripts or styles of a page. `element` matches the elements with
 * the page's nonce; its groups are `attributes` and `content`.
 */
const hashes = (html: string, element: RegExp, nonce: string): string[] => {
  const contents = [...html.matchAll(element)]
    .filter(({ groups }) => groups?.attributes?.includes(` nonce="${nonce}"`))
    .map(({ groups }) => groups?.content ?? '')
  return [...new Set(contents)].map(
    (content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  )
}

const CAPTCHA_HOSTS: Record<string, { script: string; frame: string }> = {
  recaptcha: { script: 'https://www.google.com https://www.gstatic.com', frame: 'https://www.google.com' },
  hcaptcha: {
    script: 'https://hcaptcha.com https://*.hcaptcha.com',
    frame: 'https://hcaptcha.com https://*.hcaptcha.com',
  },
  turnstile: { script: 'https://challenges.cloudflare.com', frame: 'https://challenges.cloudflare.com' },
}

/**
 * The content security policy of one finished page (T8). It allows by hash the inline scripts and styles
 * drawn with the page's nonce, so an injected script does not run. Markup goes only through the page's one
 * Trusted Types policy. A third-party captcha, if the operator chose one, is allowed on its page alone. Its
 * scripts know nothing of our policy, so Trusted Types are not required there.
 */
export function contentPolicy(html: string, nonce: string, captcha?: string): string {
  const captchaHosts = captcha ? CAPTCHA_HOSTS[captcha] : undefined
  // Inline scripts only: `<script nonce="x">`, but not `<script src=…>` and not data in JSON-LD.
  const scripts = hashes(
    html,
    /<script(?![^>]*\bsrc=)(?![^>]*application\/ld\+json)(?<attributes>[^>]*)>(?<content>[\s\S]*?)<\/script>/g,
    nonce,
  )
  const styles = hashes(html, /<style(?<attributes>[^>]*)>(?<content>[\s\S]*?)<\/style>/g, nonce)
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts, ...(captchaHosts ? [captchaHosts.script] : [])].join(' ')}`,
    `style-src ${["'self'", ...styles, ...(captchaHosts ? [captchaHosts.script] : [])].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${captchaHosts ? ` ${captchaHosts.script}` : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    ...(captchaHosts ? [`frame-src ${captchaHosts.frame}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(captchaHosts
      ? []
      : ["require-trusted-types-for 'script'", 'trusted-types portal-html portal-worker']),
  ].join('; ')
}
