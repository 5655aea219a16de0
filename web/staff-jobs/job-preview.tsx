import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { call } from '../api.ts'
import { useSite } from '../layout/public-layout.tsx'
import { documentsHtml } from '../ui/documents-html.ts'
import { JobFacts, JobText } from '../ui/job-parts.tsx'
import { JobTitle } from '../ui/job-title.tsx'
import { JobCard } from '../ui/job-card.tsx'
import { writtenInstant } from './deadline-parts.ts'
import type { JobLists } from './job-lists.ts'
import { pausedWords } from '../staff-ui/loading.tsx'

const TYPING_PAUSE_MS = 400

/** The server's rendering of a job's texts, a moment behind the typing; `paused`: why there is none. */
function usePreview({ description_html, qualification_html }: JobContent) {
  const [rendered, setRendered] = useState<Reply<'POST /api/staff/jobs/preview/'>>()
  const [paused, setPaused] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      call('POST /api/staff/jobs/preview/', { body: { description_html, qualification_html } }).then(
        (reply) => {
          if (!isCurrent) return
          setRendered(reply)
          setPaused(undefined)
        },
        (error: unknown) => isCurrent && setPaused(pausedWords(error)),
      )
    }, TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [description_html, qualification_html])
  return { rendered, paused }
}

/** The card and the page as the public will see them, a moment behind the typing. */
export function JobPreview({ content, lists }: { content: JobContent; lists: JobLists }) {
  const site = useSite()
  const [now] = useState(() => new Date())
  const { rendered, paused } = usePreview(content)
  const typeName = lists.types.find(({ id }) => id === content.job_type_id)?.name ?? ''
  const card = {
    // No link of the card works, so it needs no id.
    id: 0,
    reference: content.reference,
    title: content.title,
    location: content.location,
    preview: rendered?.preview ?? '',
    type: typeName,
    posts: content.vacancies ?? null,
    posted: now.toISOString(),
    deadline: writtenInstant(content.expiry_date)?.toISOString() ?? null,
  }
  const facts = {
    vacancies: card.posts,
    remuneration: content.remuneration,
    terms: content.terms,
    min_age: content.min_age ?? null,
    job_type_name: typeName,
    department: content.department,
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a keyboard can scroll it
    <section className="st-preview" aria-label="Preview" tabIndex={0}>
      {paused && <p className="callout mb4">{paused}</p>}
      <p className="label">The card</p>
      {/* A picture of the card: its link does not work yet. */}
      <div className="board" inert>
        <JobCard card={card} now={now} issuer={`${site?.organisation.acronym} Jobs`} heading="h3" />
      </div>
      <p className="label mt5">The page</p>
      <div className="st-page">
        <p className="st-title">
          <JobTitle title={content.title || 'Title'} />
        </p>
        <div className="mt4 mb4">
          <JobFacts job={facts} />
        </div>
        {rendered && (
          <JobText
            description={rendered.description}
            qualification={rendered.qualification + documentsHtml(content)}
          />
        )}
      </div>
    </section>
  )
}
