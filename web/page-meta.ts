import type { MetaDescriptor } from 'react-router'

type Matches = readonly (({ id: string; loaderData?: unknown } & object) | undefined)[]
type Site = { organisation: { acronym: string; name: string }; public_url: string }

const siteOf = (matches: Matches) =>
  matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined

/** Title, description, canonical address and Open Graph of a page. */
export function pageMeta(
  matches: Matches,
  {
    title,
    description,
    path,
    index = true,
  }: { title: string; description?: string; path?: string; index?: boolean },
): MetaDescriptor[] {
  const site = siteOf(matches)
  const product = `${site?.organisation.acronym ?? ''} Jobs`.trim()
  const fullTitle = title ? `${title} – ${product}` : product
  const canonical = site && path !== undefined ? `${site.public_url}${path}` : undefined
  return [
    { title: fullTitle },
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
    { property: 'og:title', content: title || product },
    { property: 'og:site_name', content: product },
    { property: 'og:type', content: 'website' },
    ...(site
      ? [
          { property: 'og:image', content: `${site.public_url}/og.png` },
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '630' },
          { property: 'og:image:alt', content: 'A ballot paper of open jobs, with one box ticked' },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
    ...(canonical
      ? [
          { tagName: 'link' as const, rel: 'canonical', href: canonical },
          { property: 'og:url', content: canonical },
        ]
      : []),
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
