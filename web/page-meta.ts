import { t } from '@lingui/core/macro'
import type { MetaDescriptor } from 'react-router'
import { inKiswahili } from '#contract/language/paths.ts'
import { pagePath } from './language/paths.ts'

/** The matched routes, as React Router passes them to `meta`. */
type Matches = readonly (({ id: string; loaderData?: unknown } & object) | undefined)[]
type Site = { organisation: { acronym: string; name: string }; public_url: string }

/** What the root's loader got; undefined if it failed. */
const siteOf = (matches: Matches) =>
  matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined

/** The addresses of a page in both languages, for search engines. */
const alternates = (publicUrl: string, path: string) =>
  [
    ['en', path],
    ['sw', inKiswahili(path)],
  ].map(([hrefLang, address]) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    hrefLang,
    href: publicUrl + address,
  }))

/**
 * Facts of a page for search engines. `path`: its English address; without one, it has no official address.
 * `index: false` keeps the page out of their lists.
 */
type PageFacts = { title: string; description?: string; path?: string; index?: boolean }

/** The tags that say what other sites show when someone shares a page (Open Graph). */
const sharedPreview = (site: Site | undefined, siteName: string, { title, description, path }: PageFacts) => [
  ...(description ? [{ property: 'og:description', content: description }] : []),
  { property: 'og:title', content: title || siteName },
  { property: 'og:site_name', content: siteName },
  { property: 'og:type', content: 'website' },
  ...(site
    ? [
        { property: 'og:image', content: `${site.public_url}/og.png` },
        { property: 'og:image:width', content: '1200' },
        { property: 'og:image:height', content: '630' },
        { property: 'og:image:alt', content: t`A ballot paper of open jobs, with one box ticked` },
        { name: 'twitter:card', content: 'summary_large_image' },
      ]
    : []),
  ...(site && path !== undefined
    ? [
        { property: 'og:url', content: site.public_url + pagePath(path) },
        ...alternates(site.public_url, path),
      ]
    : []),
]

/** Title, description and canonical address of a page. */
export function pageMeta(matches: Matches, facts: PageFacts): MetaDescriptor[] {
  const { title, description, path, index = true } = facts
  const site = siteOf(matches)
  const siteName = `${site?.organisation.acronym ?? ''} Jobs`.trim()
  return [
    { title: title ? `${title} – ${siteName}` : siteName },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(site && path !== undefined
      ? [{ tagName: 'link' as const, rel: 'canonical', href: site.public_url + pagePath(path) }]
      : []),
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
    // Only the server writes these tags, because other sites and search engines read only its pages.
    ...(import.meta.env.SSR ? sharedPreview(site, siteName, facts) : []),
  ]
}
