import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import type { PreviewedEmail } from '#contract/messages/endpoints.ts'
import { formatNumber } from '../ui/card.ts'

export type Preview = Reply<'POST /api/staff/jobs/{id}/messages/preview/'>

export const countedApplicants = (count: number) => {
  const number = formatNumber(count)
  return plural(count, { one: `${number} applicant`, other: `${number} applicants` })
}

/**
 * Shows a text with its filled-in values marked. `spans`: where each value starts and ends, in order. Each
 * drawn part is the text before a value, then the value.
 */
const FilledText = ({ text, spans }: { text: string; spans: [start: number, end: number][] }) => (
  <>
    {spans.map(([start, end], index) => (
      <span key={start}>
        {text.slice(spans[index - 1]?.[1] ?? 0, start)}
        <mark>{text.slice(start, end)}</mark>
      </span>
    ))}
    {text.slice(spans.at(-1)?.[1] ?? 0)}
  </>
)

/** Previews of the message's emails, each to another applicant. */
export const Emails = ({ emails }: { emails: PreviewedEmail[] }) => (
  <>
    <p className="small quiet">
      <Trans>The marked words were filled in for each applicant.</Trans>
    </p>
    {emails.some(({ hidden }) => hidden) && (
      <p className="small quiet">
        <Trans>
          Names are hidden from you: you see the name of the field. Applicants read their own names.
        </Trans>
      </p>
    )}
    {emails.map((email) => (
      <article className="st-email mt3" key={email.application} aria-label={t`Email to ${email.reference}`}>
        <p className="ref quiet">{email.reference}</p>
        <p className="bold any">
          <FilledText text={email.subject} spans={email.filled.subject} />
        </p>
        <p className="st-lines any mt2">
          <FilledText text={email.text} spans={email.filled.text} />
        </p>
      </article>
    ))}
  </>
)

/** Shows how many applicants would get the message, with the first emails (`letters` in the reply). */
export const PreviewEmails = ({ preview }: { preview: Preview }) => (
  <section className="st-part" aria-labelledby="preview">
    <h2 className="heading-small" id="preview">
      {preview.count === 0 ? t`No one matches` : t`Goes to ${countedApplicants(preview.count)}`}
    </h2>
    {preview.letters.length > 0 && <Emails emails={preview.letters} />}
  </section>
)
