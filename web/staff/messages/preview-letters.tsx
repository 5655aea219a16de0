import type { Reply } from '#contract/endpoints.ts'
import { figures } from '../../ui/card.ts'

export type Preview = Reply<'POST /api/staff/jobs/{id}/messages/preview/'>

export const recipients = (count: number) => `${figures(count)} ${count === 1 ? 'applicant' : 'applicants'}`

/** How many would get it, and the first letters as they would be. */
export const PreviewLetters = ({ preview }: { preview: Preview }) => (
  <section className="st-part" aria-labelledby="preview">
    <h2 className="h-s" id="preview">
      {preview.count === 0 ? 'Nobody matches' : `Goes to ${recipients(preview.count)}`}
    </h2>
    {preview.letters.some(({ hidden }) => hidden) && (
      <p className="small quiet">Who they are is hidden from you: in the place of a name stands what the field is called. The letters themselves are filled.</p>
    )}
    {preview.letters.map((letter) => (
      <article className="st-letter mt3" key={letter.application} aria-label={`Letter to ${letter.reference}`}>
        <p className="ref quiet">{letter.reference}</p>
        <p className="b any">{letter.subject}</p>
        <p className="st-lines any mt2">{letter.text}</p>
      </article>
    ))}
  </section>
)
