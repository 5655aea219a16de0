import type { AnswerLanguage } from '#contract/assistant/endpoints.ts'
import type { Organisation } from '#contract/site/endpoints.ts'
import { langOf } from './lang-of.ts'

/** The address that a contact of the organisation links to; undefined for any other text. */
const hrefOf = (piece: string, { email, phone }: Organisation) => {
  if (piece === email) return `mailto:${email}`
  return piece === phone ? `tel:${phone.replace(/[^\d+]/g, '')}` : undefined
}
const MATCHES_NOTHING = /$^/
const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Shows a text of the assistant as paragraphs, never as markup. Only the organisation's own email address and
 * phone number become links.
 */
export function PlainText({
  text,
  language,
  organisation,
}: {
  text: string
  language?: AnswerLanguage | undefined
  organisation: Organisation
}) {
  const contacts = [organisation.email, organisation.phone].filter(Boolean).map(escapeRegExp)
  const contactPattern = contacts.length > 0 ? new RegExp(`(${contacts.join('|')})`) : MATCHES_NOTHING
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- a paragraph is identified by its position
      <p key={index} lang={langOf(language)}>
        {/* The pattern is in brackets, so `split` keeps the contacts between the other texts. */}
        {paragraph.split(contactPattern).map((piece) => {
          const href = hrefOf(piece, organisation)
          return href ? (
            <a key={piece} href={href}>
              {piece}
            </a>
          ) : (
            piece
          )
        })}
      </p>
    ))
}
