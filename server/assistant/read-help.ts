import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { sectionId } from '#contract/help-numbers.ts'
import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import { PAGE_TITLES } from './page-titles.ts'

/** A section of a help page: what an answer is made from. Places such as `{{min_age}}` are not yet filled. */
export type HelpSection = {
  url: string
  title: string
  /** The title in Kiswahili: with it the second line of `asked:` begins. */
  titleSw: string
  /** Plain text; paragraphs are parted by an empty line. */
  body: string
  /** The same in Kiswahili, shorter; '' where there is none. */
  bodySw: string
  /** The portal's own pages that the section names. */
  links: AnswerLink[]
  /** Ways in which people ask for it, its title first. */
  phrases: string[]
}

const FOLDER = join(import.meta.dirname, '../../content/help')

/** Every help page by its name in the address, in the order of their names. */
export const helpPages = (): { slug: string; source: string }[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({ slug: name.slice(0, -3), source: readFileSync(join(FOLDER, name), 'utf8') }))

const marked = new Marked()
const KISWAHILI = /^Kiswahili:\s*/
const ASKED = /<!--\s*asked:([\s\S]*?)-->/g

const plain = (tokens: Token[] = []): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plain(token.tokens) : 'text' in token ? String(token.text) : '',
    )
    .join('')

const linkOf = ({ href, tokens }: Tokens.Link): AnswerLink => ({
  title: PAGE_TITLES[href.replace(/#.*/, '')] ?? plain(tokens),
  url: href,
})

const linksIn = (tokens: Token[] = []): AnswerLink[] =>
  tokens.flatMap((token) => {
    const inner =
      'tokens' in token
        ? linksIn(token.tokens)
        : token.type === 'list'
          ? linksIn((token as Tokens.List).items)
          : []
    return token.type === 'link' && /^\/(?!\/)/.test((token as Tokens.Link).href)
      ? [linkOf(token as Tokens.Link), ...inner]
      : inner
  })

const listed = ({ items, ordered, start }: Tokens.List) =>
  items
    .map((item, index) => `${ordered ? `${(start || 1) + index}.` : '•'} ${plain(item.tokens).trim()}`)
    .join('\n')

const blocks = (tokens: Token[]) =>
  tokens.flatMap((token) => {
    if (token.type === 'paragraph') return [plain(token.tokens).replace(/\s*\n\s*/g, ' ')]
    return token.type === 'list' ? [listed(token as Tokens.List)] : []
  })

/** The phrases of each line: in English first, then in Kiswahili and Sheng. */
const phrasesIn = (tokens: Token[]) =>
  tokens
    .filter((token) => token.type === 'html')
    .flatMap((token) => [...token.raw.matchAll(ASKED)].flatMap(([, list = '']) => list.trim().split('\n')))
    .map((line) =>
      line
        .split(';')
        .map((phrase) => phrase.trim())
        .filter(Boolean),
    )

const asTitle = (phrase: string) => `${phrase[0]?.toUpperCase() ?? ''}${phrase.slice(1)}`

/** The sections of one help page; what stands before the first belongs to the page alone. */
export function readHelp(slug: string, source: string): HelpSection[] {
  const text = source.replace(/^---\n[\s\S]*?\n---\n/, '')
  const sections: { title: string; tokens: Token[] }[] = []
  for (const token of marked.lexer(text)) {
    if (token.type === 'heading' && (token as Tokens.Heading).depth === 2)
      sections.push({ title: plain(token.tokens), tokens: [] })
    else sections.at(-1)?.tokens.push(token)
  }
  return sections.map(({ title, tokens }) => {
    const textBlocks = blocks(tokens)
    const phrases = phrasesIn(tokens)
    return {
      url: `/resources/${slug}#${sectionId(title)}`,
      title,
      titleSw: asTitle(phrases[1]?.[0] ?? title),
      body: textBlocks.filter((block) => !KISWAHILI.test(block)).join('\n\n'),
      bodySw: textBlocks
        .filter((block) => KISWAHILI.test(block))
        .map((block) => block.replace(KISWAHILI, ''))
        .join('\n\n'),
      links: linksIn(tokens),
      phrases: [title, ...phrases.flat()],
    }
  })
}
