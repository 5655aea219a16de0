import { plural, t } from '@lingui/core/macro'
import { ASSISTANT_WORDS } from '#contract/assistant/words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { HELP_NUMBERS, fillPlaceholders } from '#contract/site/help-numbers.ts'
import type { Organisation } from '#contract/site/endpoints.ts'
import type { Call } from '../call.ts'
import { pagePath } from '../language/paths.ts'
import { translate } from '../language/translate.ts'
import { type Document, readDocument } from './markdown.server.ts'

// One Markdown file for each page and language. The operator of the portal edits these files. Vite replaces
// each `import.meta.glob` by the files, so its patterns and options must be literals.
const FOLDER = import.meta.env.VITE_LANGUAGE === 'sw' ? '/content/sw' : '/content'
const FILES: Record<string, string> =
  import.meta.env.VITE_LANGUAGE === 'sw'
    ? import.meta.glob<string>(['/content/sw/*.md', '/content/sw/help/*.md'], {
        query: '?raw',
        import: 'default',
        eager: true,
      })
    : import.meta.glob<string>(['/content/*.md', '/content/help/*.md'], {
        query: '?raw',
        import: 'default',
        eager: true,
      })

const UNCONFIRMED = t`This is a self-hosted installation. Its operator has not yet confirmed who runs it, so check these details before you rely on them.`
const OWN_CAPTCHA = t`The check that you are not a robot is a sum that your own device works out for this portal. No other company takes part in it, and no page holds a script of another company.`
const foreignCaptcha = (provider: string) =>
  t`When you create an account, a check shows that you are not a robot. It comes from another company (${provider}). It sees your internet address and may keep cookies of its own, by its own rules. No other page holds a script of another company.`

// Escapes all ASCII punctuation: a star or an angle bracket in a name would count as Markdown.
const escapeMarkdown = (value: unknown) => String(value).replace(/[!-/:-@[-`{-~]/g, '\\$&')

/** Shown for a provider without a name (''). */
const OWN_NETWORK_SERVICE = t`a program in our own network`
function assistantSection(providers: string[]) {
  if (providers.length === 0) return ''
  const services = providers
    .map((service) => (service ? escapeMarkdown(service) : OWN_NETWORK_SERVICE))
    .join(', ')
  const agree = translate(ASSISTANT_WORDS.agree)
  return [
    `## ${t`Questions to the assistant`}`,
    t`An outside service of artificial intelligence may write answers of the assistant. Here it is: ${services}. It may be outside Kenya.`,
    t`What is sent: your question, your earlier questions of the same conversation, and passages of our own public pages. Before that we remove emails, numbers, reference numbers, and the names we can recognise. We cannot recognise every name, so do not write names or private matters. What you ask about your own applications, or about money and bribes, is answered here and not sent.`,
    t`You do not have to use it. Nothing is sent before you tick "${agree}" in the assistant, and the portal answers by itself. Your choice ends when you remove the tick, log out or close the tab.`,
    t`We do not keep your questions. The rules of the service say what it keeps. Email us to ask what we have agreed with it.`,
  ].join('\n\n')
}

const DAYS_IN_YEAR = 365
/** A period such as `90 days`. If the days are whole years, it is written as `3 years`. */
const timeInWords = (days: number) =>
  days % DAYS_IN_YEAR === 0
    ? plural(days / DAYS_IN_YEAR, { one: '# year', other: '# years' })
    : plural(days, { one: '# day', other: '# days' })
/** The values for the gaps such as `{{drafts_time}}` in a page: how long data is stored. */
const periodValues = ({ periods }: Reply<'GET /api/retention/'>): Record<string, string> =>
  Object.fromEntries(periods.map(({ name, days }) => [`${name}_time`, timeInWords(days)]))

/** Calls at once for all that the text shows. Each call is left out if the text does not show its reply. */
const fetchReplies = (source: string, call: Call) =>
  Promise.all([
    call('GET /api/site/'),
    source.includes('{{captcha}}') ? call('GET /api/captcha/') : undefined,
    source.includes('{{assistant}}') ? call('GET /api/assistant/') : undefined,
    source.includes('_time}}') ? call('GET /api/retention/') : undefined,
  ])

const organisationValues = (organisation: Organisation) => ({
  ...organisation,
  name: translate(organisation.name),
  hours: translate(organisation.hours),
  phone_digits: organisation.phone.replace(/[^\d+]/g, ''),
  unconfirmed: organisation.confirmed ? '' : UNCONFIRMED,
})

/** The Markdown of a page. Help pages are in content/help and have addresses below /resources. */
const fileOf = (name: string) =>
  FILES[
    name.startsWith('resources/')
      ? `${FOLDER}/help/${name.slice('resources/'.length)}.md`
      : `${FOLDER}/${name}.md`
  ]

/** The file of a help page. It matches `/content/help/apply.md`, not `/content/about.md`. */
const HELP_FILE = /\/help\/(?<slug>[a-z-]+)\.md$/
/** Reads three parts of a help page: the order in its head, its title, and the first line of its lead. */
const HELP_PAGE = /\norder: (?<order>\d+)\n[^]*?\n# (?<title>.+)\n\n(?<lead>.+)\n/

/** A Markdown list of the help pages, in the order that the head of each file gives. */
const helpPageList = () =>
  Object.entries(FILES)
    .flatMap(([file, source]) => {
      const slug = HELP_FILE.exec(file)?.groups?.slug
      const { title = '', lead = '', order = '' } = HELP_PAGE.exec(source)?.groups ?? {}
      return slug ? [{ order: Number(order), item: `- [**${title}**](/resources/${slug}): ${lead}` }] : []
    })
    .sort((left, right) => left.order - right.order)
    .map(({ item }) => item)
    .join('\n')

/**
 * A page of `content/` with the values of this portal filled in; undefined if there is no such page.
 * `address`: the address for people to read, such as `jobs.example/about`.
 */
export async function contentOf(
  name: string,
  call: Call,
): Promise<(Document & { address: string }) | undefined> {
  const source = fileOf(name)
  if (source === undefined) return undefined
  const [site, captchaReply, assistant, retention] = await fetchReplies(source, call)
  const { organisation, public_url, ticket_hours } = site
  // `altcha` is our own proof of work.
  const provider = captchaReply?.provider ?? 'altcha'
  const captcha = provider === 'altcha' ? OWN_CAPTCHA : foreignCaptcha(provider)
  const sourceWithLists = source
    .replace('{{help_pages}}', helpPageList)
    .replace('{{assistant}}', () => assistantSection(assistant?.outside ?? []))
  const values = {
    ...HELP_NUMBERS,
    ...organisationValues(organisation),
    ...(retention && periodValues(retention)),
    captcha,
    address_bar: public_url,
    ticket_hours,
  }
  // Each `{{name}}` in the text is replaced by its value, escaped.
  const page = readDocument(fillPlaceholders(sourceWithLists, values, escapeMarkdown))
  return { ...page, address: `${public_url.replace(/^https?:\/\//, '')}${pagePath(`/${name}`)}` }
}
