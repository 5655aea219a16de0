/** Escapes a text for HTML. A single quote stays, so an attribute must have double quotes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Text that is markup already. Only `html` makes it, so nothing that a person typed becomes markup (T11). */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Value = string | number | Markup | false | undefined | readonly Value[]

const markupOf = (value: Value): string => {
  if (value === false || value === undefined) return ''
  if (value instanceof Markup) return value.text
  return typeof value === 'object' ? value.map(markupOf).join('') : escapeHtml(String(value))
}

/** Makes markup of a sentence with one part in brackets, as in `You live in [Nairobi].` */
export const withPart = (sentence: string, markup: (part: string) => Markup) => {
  const [before = '', part = '', after = ''] = sentence.split(/[[\]]/)
  return html`${before}${markup(part)}${after}`
}

/** Makes markup of a template. Values are escaped, except markup; `false` and undefined are left out. */
export const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  new Markup(String.raw({ raw: parts }, ...values.map(markupOf)))
