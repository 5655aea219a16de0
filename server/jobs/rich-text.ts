import sanitize from 'sanitize-html'
import { JOBS } from '#contract/jobs/limits.ts'

const MAX_PASSES = 10
const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    'h3',
    'h4',
    'p',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'b',
    'i',
    'u',
    'br',
    'a',
    'blockquote',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'hr',
    'sup',
    'sub',
  ],
  allowedAttributes: { a: ['href', 'rel'], th: ['scope'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    // Lowers the headings in a job's text, so that they rank below the headings of the page.
    h1: 'h3',
    h2: 'h3',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href = '' }) => ({ tagName, attribs: { href, rel: 'noopener nofollow' } }),
  },
}

/** Removes everything that is not on the allow-list of J12, such as scripts. */
export const sanitiseRichText = (html: string): string => {
  let clean = sanitize(html, ALLOWED).trim()
  // Sanitising is repeated until nothing changes: without a forbidden element, the rest may be parsed
  // differently.
  for (let pass = 0, previous = html; clean !== previous && pass < MAX_PASSES; pass++) {
    previous = clean
    clean = sanitize(previous, ALLOWED).trim()
  }
  return clean
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
/** The character with this code; '' for control characters, surrogates and unknown codes. */
const characterOf = (code: number) => {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code > 31 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : ''
}
// Decodes HTML entities such as `&#39;`, `&#x27;` and `&amp;`. An entity with an unknown name stays as it is.
const decode = (text: string) =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? entity
      return characterOf(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))
    },
  )

/** Rich text as plain text: block tags become spaces, other tags are removed, entities are decoded. */
export const plainText = (html: string): string =>
  decode(
    sanitize(html.replace(/<\/?(?:p|li|h\d|br|hr|table|tr|th|td|ul|ol|div|blockquote)\b[^<>]*>/gi, ' $&'), {
      allowedTags: [],
      allowedAttributes: {},
    }),
  )
    .replace(/\s+/g, ' ')
    .trim()

/** The description on a job card: plain text, cut at 100 characters, with an ellipsis if cut (S1 §2). */
export const preview = (html: string): string => {
  const characters = Array.from(plainText(html))
  return characters.length > JOBS.previewLength
    ? `${characters.slice(0, JOBS.previewLength).join('')}…`
    : characters.join('')
}
