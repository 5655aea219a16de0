import type { CaptchaProvider } from '#contract/captcha/endpoints.ts'

/** The API of a captcha widget, as far as all three providers have it in common. */
type Widget = {
  render(
    container: HTMLElement,
    options: {
      sitekey: string
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): unknown
  /** Calls back when the widget is ready for `render`. Not every provider has this function. */
  ready?(callback: () => void): void
}

declare global {
  interface Window {
    grecaptcha?: Widget
    hcaptcha?: Widget
    turnstile?: Widget
  }
}

/** `script`: the address of the provider's script. `name`: the global variable that the script sets. */
type Provider = { script: string; name: 'grecaptcha' | 'hcaptcha' | 'turnstile' }
const PROVIDERS: Partial<Record<CaptchaProvider, Provider>> = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js?render=explicit', name: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', name: 'hcaptcha' },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    name: 'turnstile',
  },
}

const loadScript = (script: string) =>
  new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = script
    element.onload = () => resolve()
    element.onerror = () => reject(new Error('the captcha provider is unavailable'))
    document.head.append(element)
  })

type CaptchaEvents = { onToken: (token: string) => void; onExpired: () => void; onError: () => void }

/**
 * Renders the captcha of another company that the operator chose (A19). Only the content security policy of
 * /register allows its scripts. @throws when it is unavailable
 */
export async function renderForeignCaptcha(
  provider: CaptchaProvider,
  siteKey: string,
  container: HTMLElement,
  { onToken, onExpired, onError }: CaptchaEvents,
) {
  const settings = PROVIDERS[provider]
  if (!settings) throw new Error(`no captcha called ${provider}`)
  if (!window[settings.name]) await loadScript(settings.script)
  const widget = window[settings.name]
  if (!widget) throw new Error('the captcha provider is unavailable')
  // An element can hold only one widget, so each attempt gets a new element.
  const widgetBox = document.createElement('div')
  container.replaceChildren(widgetBox)
  const render = () =>
    widget.render(widgetBox, {
      sitekey: siteKey,
      callback: onToken,
      'expired-callback': onExpired,
      'error-callback': onError,
    })
  // Turnstile also has `ready`, but refuses it for a script that a page adds, as this one does.
  if (settings.name === 'grecaptcha' && widget.ready) widget.ready(render)
  else render()
}
