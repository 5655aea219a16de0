import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { sectionId } from '#contract/site/help-numbers.ts'
import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import { PAGE_TITLES } from './page-titles.ts'

/** A section of a help page, for answers. Its placeholders such as `{{min_age}}` are not yet filled. */
export type HelpSection = {
  url: string
  title: string
  /** The section's title in Kiswahili: the first phrase in the second line of its `asked:` comment. */
  titleSw: string
  /** The section's English text, as plain text. An empty line separates paragraphs. */
  body: string
  /** The section's Kiswahili text, from the translation or from a paragraph below it; '' without any. */
  bodySw: string
  /** The pages of the portal to which the section links. */
  links: AnswerLink[]
  /** The phrases with which people ask for the section. Its title comes first. */
  phrases: string[]
}

const CONTENT = join(import.meta.dirname, '../../content')
const textOf = (folder: string, name: string) => readFileSync(join(CONTENT, folder, name), 'utf8')

/** A help page and its Kiswahili translation. The slug is the last part of its URL. */
type HelpPage = { slug: string; source: string; translation?: string }

/** Every help page, in the order of their file names. */
export const helpPages = (): HelpPage[] =>
  readdirSync(join(CONTENT, 'help'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({
      slug: basename(name, '.md'),
      source: textOf('help', name),
      translation: textOf('sw/help', name),
    }))

const marked = new Marked()
const KISWAHILI = /^Kiswahili:\s*/
const QUESTIONS_COMMENT = /<!--\s*asked:([\s\S]*?)-->/g

// TypeScript cannot tell a token's kind from `type`, because `Token` includes tokens of any extension.
const isLink = (token: Token): token is Tokens.Link => token.type === 'link'
const isList = (token: Token): token is Tokens.List => token.type === 'list'
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'

const plainTextOf = (tokens: Token[] = []): string =>
  tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return plainTextOf(token.tokens)
      return 'text' in token ? String(token.text) : ''
    })
    .join('')

const linkOf = ({ href, tokens }: Tokens.Link): AnswerLink => ({
  title: PAGE_TITLES[href.replace(/#.*/, '')] ?? plainTextOf(tokens),
  url: href,
})

const linksIn = (tokens: Token[] = []): AnswerLink[] =>
  tokens.flatMap((token) => {
    if (isList(token)) return linksIn(token.items)
    const innerLinks = 'tokens' in token ? linksIn(token.tokens) : []
    // A link that starts with two slashes leads to another site.
    const isOwnPage = isLink(token) && /^\/(?!\/)/.test(token.href)
    return isOwnPage ? [linkOf(token), ...innerLinks] : innerLinks
  })

const listText = ({ items, ordered, start }: Tokens.List) =>
  items
    .map((item, index) => `${ordered ? `${(start || 1) + index}.` : '•'} ${plainTextOf(item.tokens).trim()}`)
    .join('\n')

/** The paragraphs and lists of a section, as plain text. */
const textBlocksOf = (tokens: Token[]) =>
  tokens.flatMap((token) => {
    if (token.type === 'paragraph') return [plainTextOf(token.tokens).replace(/\s*\n\s*/g, ' ')]
    return isList(token) ? [listText(token)] : []
  })

/** The phrases in the `asked:` comments, line by line: first English, then Kiswahili and Sheng. */
const phrasesIn = (tokens: Token[]) =>
  tokens
    .filter((token) => token.type === 'html')
    .flatMap((token) =>
      [...token.raw.matchAll(QUESTIONS_COMMENT)].flatMap(([, list = '']) => list.trim().split('\n')),
    )
    .map((line) =>
      line
        .split(';')
        .map((phrase) => phrase.trim())
        .filter(Boolean),
    )

const asTitle = (phrase: string) => `${phrase[0]?.toUpperCase() ?? ''}${phrase.slice(1)}`

/** Splits a help page at its headings. The introduction before the first heading is left out. */
function sectionsOf(source: string) {
  // Removes the block of settings between `---` at the start of a help page.
  const text = source.replace(/^---\n[\s\S]*?\n---\n/, '')
  const sections: { title: string; tokens: Token[] }[] = []
  for (const token of marked.lexer(text)) {
    if (isHeading(token) && token.depth === 2) sections.push({ title: plainTextOf(token.tokens), tokens: [] })
    else sections.at(-1)?.tokens.push(token)
  }
  return sections
}

/** The texts of a translation. The id of each section is in a comment: `<!-- id: how-old-must-i-be -->`. */
const textsById = (translation: string) =>
  new Map(
    sectionsOf(translation).map(({ tokens }) => {
      const comment = tokens.find(({ type }) => type === 'html')?.raw ?? ''
      return [/<!-- id: ([\w-]+) -->/.exec(comment)?.[1], textBlocksOf(tokens).join('\n\n')]
    }),
  )

/** The sections of one help page. */
export function readHelp({ slug, source, translation = '' }: HelpPage): HelpSection[] {
  const kiswahiliTexts = textsById(translation)
  return sectionsOf(source).map(({ title, tokens }) => {
    const textBlocks = textBlocksOf(tokens)
    const phrases = phrasesIn(tokens)
    const paragraphsSw = textBlocks
      .filter((block) => KISWAHILI.test(block))
      .map((block) => block.replace(KISWAHILI, ''))
    return {
      url: `/resources/${slug}#${sectionId(title)}`,
      title,
      titleSw: asTitle(phrases[1]?.[0] ?? title),
      body: textBlocks.filter((block) => !KISWAHILI.test(block)).join('\n\n'),
      bodySw: kiswahiliTexts.get(sectionId(title)) ?? paragraphsSw.join('\n\n'),
      links: linksIn(tokens),
      phrases: [title, ...phrases.flat()],
    }
  })
}
