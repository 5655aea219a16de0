import { marked, type Token, type Tokens } from 'marked'
import { type Sentence, VALUE } from './rules.ts'

/** The words of inline markdown; code and values count as one word. */
const inlineText = (tokens: Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'codespan') return VALUE
      if (token.type === 'br') return '\n'
      if (token.type === 'html') return ''
      if ('tokens' in token && token.tokens) return inlineText(token.tokens)
      return 'text' in token ? String(token.text) : ''
    })
    .join('')

/**
 * What people read in a markdown page: headings, paragraphs, items and cells of tables. Not code, not
 * comments
 * (the questions the assistant learns from), and not the Kiswahili. `cells: false` leaves out tables.
 */
export const textsOfMarkdown = (path: string, source: string, { cells = true } = {}): Sentence[] => {
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, (head) => head.replace(/[^\n]/g, ''))
  const found: Sentence[] = []
  let searched = 0
  const add = (raw: string, text: string) => {
    const first = raw.trim().split('\n')[0] ?? ''
    const position = body.indexOf(first, searched)
    if (position >= 0) searched = position
    const plain = text
      .replace(/\{\{\w+\}\}/g, VALUE)
      .replace(/\s*\n\s*/g, ' ')
      .trim()
    if (plain && !plain.startsWith('Kiswahili:'))
      found.push({ path, line: body.slice(0, searched).split('\n').length, text: plain })
  }
  const walk = (tokens: Token[]) => {
    for (const token of tokens) {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        if (cells) for (const cell of [...header, ...rows.flat()]) add(cell.text, inlineText(cell.tokens))
      } else if (token.type === 'list') for (const item of (token as Tokens.List).items) walk(item.tokens)
      else if (token.type === 'blockquote') walk((token as Tokens.Blockquote).tokens)
      else if (token.type === 'paragraph' || token.type === 'heading' || token.type === 'text')
        add(token.raw, inlineText((token as Tokens.Paragraph).tokens ?? [token]))
    }
  }
  walk(marked.lexer(body))
  return found
}
