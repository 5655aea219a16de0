type Policy = { createHTML(html: string): unknown; createScriptURL(url: string): unknown }
type Factory = { createPolicy(name: string, rules: Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string>>): Policy }

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
const policy = factory?.createPolicy('portal-html', { createHTML: (html) => html })

/** The only place where a string becomes markup. The server has already sanitised it by its allow-list (J12, T11). */
export const serverHtml = (html: string) => ({ __html: (policy ? policy.createHTML(html) : html) as string })
