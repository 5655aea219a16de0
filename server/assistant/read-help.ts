import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { sectionId } from '#contract/help-numbers.ts'
import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import { PAGE_TITLES } from './page-titles.ts'

/**
 * A section of a help page. Answers are made from it. Placeholders such as `{{min_age}}` are not yet filled.
 */
export type HelpSection = {
  url: string
  title: string
  /** The title in Kiswahili: the first phrase in the second line of `asked:`. */
  titleSw: string
  /** Plain text. An empty line separates paragraphs. */
  body: string
  /** The same in Kiswahili: from the translation, or from a paragraph below. Empty when there is none. */
  bodySw: string
  /** The portal's own pages that the section names. */
  links: AnswerLink[]
  /** How people ask for it, its title first. */
  phrases: string[]
}

const CONTENT = join(import.meta.dirname, '../../content')
const textOf = (folder: string, name: string) => readFileSync(join(CONTENT, folder, name), 'utf8')

/** A help page and its translation. The slug is the last part of its URL. */
type HelpPage = { slug: string; source: string; translation?: string }

/** Every help page, in the order of their file names. */
export const helpPages = (): HelpPage[] =>
  readdirSync(join(CONTENT, 'help'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({
      slug: name.slice(0, -3),
      source: textOf('help', name),
      translation: textOf('sw/help', name),
    }))

const marked = new Marked()
const KISWAHILI = /^Kiswahili:\s*/
const QUESTIONS_COMMENT = /<!--\s*asked:([\s\S]*?)-->/g

// `Token` includes tokens of any extension, so `type` alone does not tell TypeScript which token it is.
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
    const isOwnPage = isLink(token) && /^\/(?!\/)/.test(token.href)
    return isOwnPage ? [linkOf(token), ...innerLinks] : innerLinks
  })

const listText = ({ items, ordered, start }: Tokens.List) =>
  items
    .map((item, index) => `${ordered ? `${(start || 1) + index}.` : '•'} ${plainTextOf(item.tokens).trim()}`)
    .join('\n')

/** The paragraphs and lists as plain text. */
const textBlocksOf = (tokens: Token[]) =>
  tokens.flatMap((token) => {
    if (token.type === 'paragraph') return [plainTextOf(token.tokens).replace(/\s*\n\s*/g, ' ')]
    return isList(token) ? [listText(token)] : []
  })

/** The phrases of each line of the `asked:` comments: English first, then Kiswahili and Sheng. */
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

/** The parts of a page by their headings. The text before the first heading is an introduction, left out. */
function sectionsOf(source: string) {
  // Without the block of settings between `---` at the start of the file.
  const text = source.replace(/^---\n[\s\S]*?\n---\n/, '')
  const sections: { title: string; tokens: Token[] }[] = []
  for (const token of marked.lexer(text)) {
    if (isHeading(token) && token.depth === 2) sections.push({ title: plainTextOf(token.tokens), tokens: [] })
    else sections.at(-1)?.tokens.push(token)
  }
  return sections
}

/** The texts of a translation, by the id in its comment: `<!-- id: how-old-must-i-be -->`. */
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
