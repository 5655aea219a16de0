type Rules = { createHTML?: (html: string) => string; createScriptURL?: (url: string) => string }
type Policy = { createHTML(html: string): unknown; createScriptURL(url: string): unknown }
type Factory = { createPolicy(name: string, rules: Rules): Policy }

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
const markup = factory?.createPolicy('portal-html', { createHTML: (html) => html })

/**
 * The only place where a string becomes markup. The server has already sanitised it with its allow-list (J12,
 * T11).
 */
export const serverHtml = (html: string) => ({ __html: (markup ? markup.createHTML(html) : html) as string })

let workers: Policy | undefined

/** The address of a worker of our own build, as Trusted Types require it. */
export const trustedScript = (url: string): string | URL => {
  if (!factory) return url
  workers ??= factory.createPolicy('portal-worker', {
    createScriptURL: (address) => {
      if (new URL(address, location.href).origin !== location.origin)
        throw new TypeError('Workers come from here alone')
      return address
    },
  })
  return workers.createScriptURL(url) as string
}
