import { marked } from 'marked'
import type { Organisation } from '#contract/site.ts'

// One Markdown file a page: whoever runs the portal edits them there.
const FILES = import.meta.glob<string>('/content/*.md', { query: '?raw', import: 'default', eager: true })

const UNCONFIRMED = 'This is a self-hosted installation. Its operator has not yet confirmed who runs it, so check these particulars before you rely on them.'

const fill = (text: string, organisation: Organisation) => {
  const values: Record<string, string> = {
    ...Object.fromEntries(Object.entries(organisation).map(([key, value]) => [key, String(value)])),
    phone_digits: organisation.phone.replace(/[^\d+]/g, ''),
    unconfirmed: organisation.confirmed ? '' : UNCONFIRMED,
  }
  return text.replace(/\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole)
}

const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export type Content = { title: string; html: string; description: string; headings: { id: string; text: string }[] }

/** A page of `content/`, with the organisation's particulars in their places; undefined when there is no such page. */
export function contentOf(name: string, organisation: Organisation): Content | undefined {
  const source = FILES[`/content/${name}.md`]
  if (source === undefined) return undefined
  const [first = '', ...rest] = fill(source, organisation).split('\n')
  const body = rest.join('\n').trim()
  const headings = [...body.matchAll(/^## (.+)$/gm)].map(([, text = '']) => ({ id: idOf(text), text }))
  const html = marked
    .parse(body, { async: false })
    .replace(/<h2>([^<]*)<\/h2>/g, (_, text: string) => `<h2 id="${idOf(text)}">${text}</h2>`)
    // A wide table scrolls in its own box on a phone.
    .replaceAll('<table>', '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
  return { title: first.replace(/^# /, ''), html, description: (body.split('\n')[0] ?? '').replace(/[*[\]]|\(.*?\)/g, ''), headings }
}
