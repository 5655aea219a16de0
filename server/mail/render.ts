import type { Config } from '../config.ts'
import type { Email } from './email.ts'

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

// A line break stays one, and an address of our own becomes a link; an address that someone wrote into their
// name stays text.
const linked = (text: string, { publicUrl }: Config) =>
  text
    .split(/(\S+)/)
    .map((part) =>
      part.startsWith(`${publicUrl}/`)
        ? `<a href="${escape(part)}" style="color:#4b2a85;word-break:break-all">${escape(part)}</a>`
        : escape(part).replaceAll('\n', '<br>'),
    )
    .join('')

const signature = ({ organisation }: Config) => [`${organisation.acronym} Jobs`, organisation.name]
const WARNING = 'No one may ask you for money or for your password.'

/** The email as plain text; the mail program wraps the lines. */
export const asText = (email: Email, config: Config): string =>
  [
    email.greeting ?? 'Hello,',
    ...email.paragraphs,
    ...(email.code ? [`    ${email.code}`] : []),
    ...(email.action ? [`${email.action.label}:\n${email.action.url}`] : []),
    ...(email.after ?? []),
    WARNING,
    signature(config).join('\n'),
  ].join('\n\n')

/** The email as simple HTML: no picture, nothing fetched, readable without its styles. */
export const asHtml = (email: Email, config: Config): string => {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${linked(text, config)}</p>`
  const { action, code } = email
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(email.subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#fcfbf7;color:#17141f;font:17px/1.5 Arial,sans-serif"><div style="max-width:560px;margin:0 auto">
${paragraph(email.greeting ?? 'Hello,')}
${email.paragraphs.map(paragraph).join('\n')}
${code ? `<p style="margin:0 0 16px;font:bold 32px/1.2 Consolas,monospace;letter-spacing:6px">${escape(code)}</p>` : ''}
${action ? `<p style="margin:0 0 8px"><a href="${escape(action.url)}" style="display:inline-block;padding:12px 20px;background:#4b2a85;color:#fff;font-weight:bold;text-decoration:none">${escape(action.label)}</a></p><p style="margin:0 0 16px;font-size:13px;word-break:break-all">${escape(action.url)}</p>` : ''}
${(email.after ?? []).map(paragraph).join('\n')}
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #d8d3c6;color:#565160;font-size:15px">${escape(WARNING)}<br>${signature(config).map(escape).join('<br>')}</p>
</div></body></html>`
}
