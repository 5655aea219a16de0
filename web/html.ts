// Browsers with Trusted Types take markup and worker addresses only from the policies that are named here.

type Rules = { createHTML?: (html: string) => string; createScriptURL?: (url: string) => string }
/** The browser's policy returns a trusted object, which can be used as a string. */
type Policy = { createHTML(html: string): string; createScriptURL(url: string): string }
type Factory = { createPolicy(name: string, rules: Rules): Policy }

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
const markupPolicy = factory?.createPolicy('portal-html', { createHTML: (html) => html })

/**
 * The only place where a string becomes markup. The server has sanitised that string before, with its
 * allow-list of tags (J12, T11).
 */
export const serverHtml = (html: string) => ({ __html: markupPolicy ? markupPolicy.createHTML(html) : html })

let workerPolicy: Policy | undefined

/** The address of a worker script, approved for the browser's Trusted Types. */
export const trustedScript = (url: string): string => {
  if (!factory) return url
  workerPolicy ??= factory.createPolicy('portal-worker', {
    createScriptURL: (address) => {
      if (new URL(address, location.href).origin !== location.origin)
        throw new TypeError('Workers come from here alone')
      return address
    },
  })
  return workerPolicy.createScriptURL(url)
}
