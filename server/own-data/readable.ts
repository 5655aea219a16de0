import { GENDERS } from '#contract/accounts/personal-options.ts'
import { SUGGESTED_QUESTIONS } from '#contract/accounts/words.ts'
import { longDeadline, plainDate } from '#contract/dates.ts'
import { NAMED_KINDS, USUAL_DOCUMENT_NAMES } from '#contract/documents/documents.ts'
import { escapeHtml } from '../http/html.ts'
import type { PageLanguage } from '../http/page-language.ts'
import {
  LABELS,
  PAGE_WORDS as WORDS,
  SELECTION_GONE,
  SELECTION_REASONS,
  SELECTION_RESULTS,
} from './page-words.ts'

type Translate = PageLanguage['translate']

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Whether a value has nothing to show, such as an object whose members are all empty or technical. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.every(isEmpty)) ||
  (isObject(value) && shownOf(value).length === 0)
/** The members of an object that the page shows. Their order is that of LABELS, not of the database. */
const shownOf = (value: Record<string, unknown>) =>
  Object.entries(LABELS)
    .map(([name, label]) => ({ name, label, member: value[name] ?? null }))
    .filter(({ member }) => !isEmpty(member))

/** INSTANT matches `2026-12-03T14:00:00.000Z`, DAY matches `2026-12-03`. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const DAY = /^\d{4}-\d\d-\d\d$/
/** False for a text that a person typed in the form of a date, such as `2026-13-45`. */
const isDate = (text: string) => !Number.isNaN(Date.parse(text))
/**
 * Names of members whose texts the portal wrote and not the person, so they are translated.
 * `decisions.reason` is the member `reason` inside `decisions`: other reasons are the person's own.
 */
const TEXTS_OF_PORTAL = new Set([
  'status',
  'document_type',
  'disability_type',
  'role',
  'what',
  'by',
  'message',
  'decisions.reason',
])
const SUGGESTED: ReadonlySet<string> = new Set(SUGGESTED_QUESTIONS)
const isTextOfPortal = (name: string, text: string, parent: string) =>
  TEXTS_OF_PORTAL.has(name) ||
  TEXTS_OF_PORTAL.has(`${parent}.${name}`) ||
  (name === 'security_question' && SUGGESTED.has(text))

/** The words for values that the database stores as codes, by the name of the member. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gender: GENDERS,
  country: { KE: 'Kenya' },
  language: { en: 'English', sw: 'Kiswahili' },
  kind: {
    ...USUAL_DOCUMENT_NAMES,
    ...Object.fromEntries(NAMED_KINDS.map((kind) => [kind, 'Another document'])),
  },
  result: SELECTION_RESULTS,
  why: SELECTION_REASONS,
  gone: SELECTION_GONE,
}

function textOf(name: string, value: unknown, translate: Translate, parent: string): string {
  if (typeof value === 'boolean') return translate(value ? WORDS.yes : WORDS.no)
  const text = String(value)
  const codes = CODES[name]
  if (codes !== undefined && Object.hasOwn(codes, text)) return translate(codes[text] ?? text)
  if (INSTANT.test(text) && isDate(text)) return translate(longDeadline(text))
  // Noon in UTC falls on the same day in Nairobi, so the shown day is right.
  const noon = `${text}T12:00:00Z`
  if (DAY.test(text) && isDate(noon)) return translate(plainDate(new Date(noon)))
  return isTextOfPortal(name, text, parent) ? translate(text) : text
}

/**
 * A value as HTML. `name` is the name of its member; the entries of a list have the list's name. `parent` is
 * the name of the object in which the value is.
 */
function valueHtml(name: string, value: unknown, translate: Translate, parent = ''): string {
  if (Array.isArray(value))
    return `<ol>${value
      .filter((entry) => !isEmpty(entry))
      .map((entry) => `<li>${valueHtml(name, entry, translate, parent)}</li>`)
      .join('')}</ol>`
  if (!isObject(value)) return escapeHtml(textOf(name, value, translate, parent))
  const rows = shownOf(value).map(
    (shown) =>
      `<dt>${escapeHtml(translate(shown.label))}</dt><dd>${valueHtml(shown.name, shown.member, translate, name)}</dd>`,
  )
  return `<dl>${rows.join('')}</dl>`
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}dt{font-weight:700}dd{margin:0 0 .5rem 1rem;overflow-wrap:anywhere}'

/** The readable page of a person's data, in their language. Any browser can open it without a network. */
export function readablePage(
  sections: Record<string, unknown>,
  { tag, translate }: Pick<PageLanguage, 'tag' | 'translate'>,
): string {
  const title = escapeHtml(translate(WORDS.title))
  const body = shownOf(sections)
    .map(
      ({ name, label, member }) =>
        `<h2>${escapeHtml(translate(label))}</h2>${valueHtml(name, member, translate)}`,
    )
    .join('')
  return `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>${escapeHtml(translate(WORDS.lead))}</p>${body}</body></html>`
}
