import { sectionId } from '#contract/site/help-numbers.ts'
import { Marked, type Token, type Tokens } from 'marked'
import { pagePath } from '../language/paths.ts'
import { EARLIER_IDS } from './earlier-ids.server.ts'

/**
 * A page of text. Its file has a head of `name: value` lines between two lines of dashes. Then come a title,
 * a lead (the first paragraph), and sections. `lead` and `body` are HTML, all else is plain text.
 */
export type Document = {
  /** The date of the last change, such as `2026-11-24`; '' when the head has none. */
  changed: string
  title: string
  lead: string
  description: string
  sections: { id: string; text: string }[]
  body: string
}

const tokenText = (token: Token): string => {
  if ('tokens' in token && token.tokens) return plainText(token.tokens)
  return 'text' in token ? String(token.text) : ''
}
const plainText = (tokens: Token[] = []): string => tokens.map(tokenText).join('')

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const isOnOtherSite = (address: string) => /^https?:/.test(address)
const isAllowedAddress = (address: string) => isOnOtherSite(address) || /^(?:mailto:|tel:|\/|#)/.test(address)

/**
 * Whether an address is a page of this portal. It matches `/jobs/7`, not `/api/jobs/`, `/staff/login` or
 * `/map.svg`.
 */
const isOwnPage = (address: string) => /^\/(?!(?:api|assets|fonts|log|staff)\/)[^.]*$/.test(address)
const addressOf = (address: string) => (isOwnPage(address) ? pagePath(address) : address)

/** In a translation, a comment below a heading gives the id that the English heading has. */
const ID_COMMENT = /^<!-- id: (?<id>[\w-]+) -->/
const idOf = (heading: Tokens.Heading & { id?: string }) => heading.id ?? sectionId(plainText(heading.tokens))
/** Empty elements with the earlier ids of a section, so that earlier links to it still scroll there. */
const earlierAnchors = (id: string) =>
  (EARLIER_IDS[id] ?? []).map((earlier) => `<span id="${earlier}"></span>`).join('')

const marked = new Marked({
  renderer: {
    // Raw HTML in the Markdown is dropped, because a page of text holds no code.
    html: () => '',
    heading(heading) {
      const { depth, tokens } = heading
      const id = idOf(heading)
      return `<h${depth} id="${id}">${earlierAnchors(id)}${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      if (!isAllowedAddress(href)) return text
      return `<a href="${escapeAttribute(addressOf(href))}"${isOnOtherSite(href) ? ' rel="noopener external"' : ''}>${text}</a>`
    },
    paragraph({ tokens }) {
      const words = this.parser.parseInline(tokens)
      // An English page may have a paragraph in Kiswahili. It is marked, so that a screen reader speaks it
      // correctly.
      const swahili = /^Kiswahili: ([^]*)$/.exec(words)?.[1]
      return swahili === undefined
        ? `<p>${words}</p>\n`
        : `<p><b>Kiswahili:</b> <span lang="sw">${swahili}</span></p>\n`
    },
    blockquote({ tokens }) {
      const words = this.parser.parse(tokens)
      // A quotation is left out if it had only a `{{name}}` whose value is ''.
      return words.trim() ? `<div class="callout is-amber">${words}</div>\n` : ''
    },
    table({ header, rows }) {
      const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens)
      // A table without headings becomes a list of facts, for example on the contact page.
      if (header.every((cell) => !cell.text)) {
        const factHtml = ([term, ...rest]: Tokens.TableCell[]) =>
          `<dt>${term ? inline(term) : ''}</dt><dd>${rest.map(inline).join(' ')}</dd>`
        return `<dl class="facts">${rows.map(factHtml).join('')}</dl>\n`
      }
      // A phone shows each row as a block (CSS). With the roles, screen readers still read a table.
      const head = header.map((cell) => `<th role="columnheader" scope="col">${inline(cell)}</th>`).join('')
      const rowHtml = (row: Tokens.TableCell[]) =>
        `<tr role="row">${row.map((cell, index) => `<td role="cell" data-label="${escapeAttribute(plainText(header[index]?.tokens))}">${inline(cell)}</td>`).join('')}</tr>`
      return `<table class="records" role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${rows.map(rowHtml).join('')}</tbody></table>\n`
    },
  },
})

// Keeps a phone number such as `+254 20 287 7000` or `0712 345 678` on one line. Attributes have no numbers
// with spaces, so no tag is put into one.
const withPhones = (html: string) =>
  html.replace(/(?:\+254|\b0\d{2,3})(?: \d{2,4}){2,3}\b/g, '<span class="phone">$&</span>')

/** The head is between two lines of dashes; the Markdown follows. */
const HEAD_AND_TEXT = /^---\n(?<head>[\s\S]*?)\n---\n(?<text>[\s\S]*)$/

/** Reads the Markdown of one page. The HTML contains only what Markdown can express. */
export function readDocument(source: string): Document {
  const { head = '', text = source } = HEAD_AND_TEXT.exec(source)?.groups ?? {}
  // Without the blank lines, the comment with an id is the token right after its heading.
  const tokens = marked.lexer(text).filter(({ type }) => type !== 'space')
  tokens.forEach((token, index) => {
    const id = ID_COMMENT.exec(tokens[index + 1]?.raw ?? '')?.groups?.id
    if (token.type === 'heading' && id) Object.assign(token, { id })
  })
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 1)
  const lead = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph')
  const sections = tokens.filter(
    (token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2,
  )
  return {
    changed: /^changed: (\d{4}-\d{2}-\d{2})$/m.exec(head)?.[1] ?? '',
    title: plainText(title?.tokens),
    lead: withPhones(marked.parser(lead ? [lead] : [])),
    description: plainText(lead?.tokens),
    sections: sections.map((heading) => ({ id: idOf(heading), text: plainText(heading.tokens) })),
    body: withPhones(marked.parser(tokens.filter((token) => token !== title && token !== lead))),
  }
}
