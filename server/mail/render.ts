import type { Config } from '../config.ts'
import type { Email } from './email.ts'
import { inLanguageOf } from './in-kiswahili.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

// A URL of this portal becomes a link. A URL that a person typed as their name stays plain text.
const withLinks = (text: string, { publicUrl }: Config) =>
  text
    .split(/(\S+)/)
    .map((part) =>
      part.startsWith(`${publicUrl}/`)
        ? `<a href="${escapeHtml(part)}" style="color:#4b2a85;word-break:break-all">${escapeHtml(part)}</a>`
        : escapeHtml(part).replaceAll('\n', '<br>'),
    )
    .join('')

const signature = (email: Email, { organisation }: Config) => [
  `${organisation.acronym} Jobs`,
  inLanguageOf(email, organisation.name),
]
const WARNING = 'No one may ask you for money or for your password.'

/** The email as plain text. Its lines are not wrapped; the recipient's mail program does that. */
export const asText = (email: Email, config: Config): string =>
  [
    email.greeting ?? 'Hello,',
    ...email.paragraphs,
    ...(email.code ? [`    ${email.code}`] : []),
    ...(email.action ? [`${email.action.label}:\n${email.action.url}`] : []),
    ...(email.after ?? []),
    inLanguageOf(email, WARNING),
    signature(email, config).join('\n'),
  ].join('\n\n')

/** The email as simple HTML. It has no pictures, fetches nothing, and can be read without its styles. */
export const asHtml = (email: Email, config: Config): string => {
  const paragraph = (text: string, attributes = '') =>
    `<p${attributes} style="margin:0 0 16px">${withLinks(text, config)}</p>`
  const { action, code, language = 'en' } = email
  // A text that an officer wrote is marked as English, so that a screen reader does not read it as Kiswahili.
  const isForeign = email.isOfficersText && language !== 'en'
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(email.subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#fcfbf7;color:#17141f;font:17px/1.5 Arial,sans-serif"><div style="max-width:560px;margin:0 auto">
${paragraph(email.greeting ?? 'Hello,')}
${email.paragraphs.map((text) => paragraph(text, isForeign ? ' lang="en"' : '')).join('\n')}
${code ? `<p style="margin:0 0 16px;font:bold 32px/1.2 Consolas,monospace;letter-spacing:6px">${escapeHtml(code)}</p>` : ''}
${action ? `<p style="margin:0 0 8px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;background:#4b2a85;color:#fff;font-weight:bold;text-decoration:none">${escapeHtml(action.label)}</a></p><p style="margin:0 0 16px;font-size:13px;word-break:break-all">${escapeHtml(action.url)}</p>` : ''}
${(email.after ?? []).map((text) => paragraph(text)).join('\n')}
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #d8d3c6;color:#565160;font-size:15px">${escapeHtml(inLanguageOf(email, WARNING))}<br>${signature(email, config).map(escapeHtml).join('<br>')}</p>
</div></body></html>`
}
