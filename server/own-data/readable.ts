import { escapeHtml } from '../http/html.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
const inWords = (name: string) => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueHtml(value: unknown): string {
  if (Array.isArray(value)) return `<ol>${value.map((each) => `<li>${valueHtml(each)}</li>`).join('')}</ol>`
  if (!isObject(value)) return escapeHtml(String(value))
  const rows = Object.entries(value).filter(([, member]) => !isEmpty(member))
  return `<dl>${rows.map(([name, member]) => `<dt>${escapeHtml(inWords(name))}</dt><dd>${valueHtml(member)}</dd>`).join('')}</dl>`
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}dt{font-weight:700}dd{margin:0 0 .5rem 1rem;overflow-wrap:anywhere}'

/** Everything as a page that opens in any browser, without a network. Empty values are left out. */
export function readablePage(title: string, sections: Record<string, unknown>): string {
  const body = Object.entries(sections)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => `<h2>${escapeHtml(inWords(name))}</h2>${valueHtml(value)}`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`
}
