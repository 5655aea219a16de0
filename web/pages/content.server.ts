import { FIGURES, fillPlaces } from '#contract/figures.ts'
import type { Organisation } from '#contract/site.ts'
import type { Call } from '../call.ts'
import { type Document, readDocument } from './markdown.server.ts'

// One Markdown file a page: whoever runs the portal edits them there.
const FILES = import.meta.glob<string>(['/content/*.md', '/content/help/*.md'], { query: '?raw', import: 'default', eager: true })

const UNCONFIRMED = 'This is a self-hosted installation. Its operator has not yet confirmed who runs it, so check these particulars before you rely on them.'
const OWN_CAPTCHA =
  'The check that you are not a robot is a sum that your own device works out for this portal. No other company takes part in it, and no page holds a script of another company.'
const foreignCaptcha = (provider: string) =>
  `The check that you are not a robot, on the page where you create an account, comes from another company (${provider}). It sees your internet address and may keep cookies of its own, by its own rules. No other page holds a script of another company.`

const particulars = (organisation: Organisation) => ({
  ...organisation,
  phone_digits: organisation.phone.replace(/[^\d+]/g, ''),
  unconfirmed: organisation.confirmed ? '' : UNCONFIRMED,
})

// A name with a star or an angle bracket in it stays a name.
const asWritten = (value: unknown) => String(value).replace(/[!-/:-@[-`{-~]/g, '\\$&')

/** Below /resources stand the files of content/help. */
const fileOf = (name: string) => FILES[name.startsWith('resources/') ? `/content/help/${name.slice('resources/'.length)}.md` : `/content/${name}.md`]

/** The help pages as a list in Markdown, in the order that their heads say. */
const helpPages = () =>
  Object.entries(FILES)
    .flatMap(([file, source]) => {
      const [, slug] = /^\/content\/help\/([a-z-]+)\.md$/.exec(file) ?? []
      const { title = '', lead = '', order = '' } = /\norder: (?<order>\d+)\n[^]*?\n# (?<title>.+)\n\n(?<lead>.+)\n/.exec(source)?.groups ?? {}
      return slug ? [{ order: Number(order), line: `- [**${title}**](/resources/${slug}): ${lead}` }] : []
    })
    .sort((left, right) => left.order - right.order)
    .map(({ line }) => line)
    .join('\n')

/** A page of `content/`, with what is so on this portal in its places; undefined when there is no such page. */
export async function contentOf(name: string, call: Call): Promise<(Document & { address: string }) | undefined> {
  const source = fileOf(name)
  if (source === undefined) return undefined
  const { organisation, public_url } = await call('GET /api/site/')
  const provider = source.includes('{{captcha}}') ? (await call('GET /api/captcha/')).provider : 'altcha'
  const captcha = provider === 'altcha' ? OWN_CAPTCHA : foreignCaptcha(provider)
  const values = { ...FIGURES, ...particulars(organisation), captcha, address_bar: public_url }
  const page = readDocument(fillPlaces(source.replace('{{help_pages}}', helpPages), values, asWritten))
  return { ...page, address: `${public_url.replace(/^https?:\/\//, '')}/${name}` }
}
