import { marked, type Token, type Tokens } from 'marked'
import { type Sentence, VALUE } from './rules.ts'

/** The words of inline markdown. A piece of code or a value counts as one word. */
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

// The type `Token` also has a general variant, so TypeScript cannot tell its variants apart by `type` alone.
const isTable = (token: Token): token is Tokens.Table => token.type === 'table'
const isList = (token: Token): token is Tokens.List => token.type === 'list'
const isQuote = (token: Token): token is Tokens.Blockquote => token.type === 'blockquote'

/**
 * The texts that people read in a markdown page: headings, paragraphs, list items and table cells. It leaves
 * out code, Kiswahili, and comments, which hold questions for the assistant.
 */
export const textsOfMarkdown = (path: string, source: string): Sentence[] => {
  // Empties the lines of the markdown header and leaves their line breaks, so that line numbers stay correct.
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, (head) => head.replace(/[^\n]/g, ''))
  const found: Sentence[] = []
  /** Texts come in the order of the file. So search for each text only after the place of the one before. */
  let searched = 0
  const add = (raw: string, text: string, isFragment = false) => {
    const firstLine = raw.trim().split('\n')[0] ?? ''
    const position = body.indexOf(firstLine, searched)
    if (position >= 0) searched = position
    const plain = text
      .replace(/\{\{\w+\}\}/g, VALUE)
      .replace(/\s*\n\s*/g, ' ')
      .trim()
    if (plain && !plain.startsWith('Kiswahili:'))
      found.push({ path, line: body.slice(0, searched).split('\n').length, text: plain, isFragment })
  }
  const walk = (tokens: Token[]) => {
    for (const token of tokens) {
      if (isTable(token)) {
        const { header, rows } = token
        for (const cell of [...header, ...rows.flat()]) add(cell.text, inlineText(cell.tokens), true)
      } else if (isList(token)) for (const item of token.items) walk(item.tokens)
      else if (isQuote(token)) walk(token.tokens)
      else if (token.type === 'paragraph' || token.type === 'heading' || token.type === 'text') {
        const text = inlineText('tokens' in token && token.tokens ? token.tokens : [token])
        add(token.raw, text, token.type === 'heading')
      }
    }
  }
  walk(marked.lexer(body))
  return found
}
