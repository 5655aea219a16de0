import { useEffect, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { call } from '../api.ts'
import { useSite } from '../layout/public-layout.tsx'
import { documentsHtml } from '../ui/documents-html.ts'
import { JobFacts, JobText } from '../ui/job-parts.tsx'
import { JobTitle } from '../ui/job-title.tsx'
import { JobCard } from '../ui/job-card.tsx'
import { writtenInstant } from '../staff-ui/deadline-parts.ts'
import type { JobLists } from './job-lists.ts'
import { pausedWords } from '../staff-ui/loading.tsx'

/** How long typing must pause before the server renders the preview. */
const TYPING_PAUSE_MS = 400

/** The rich texts of a job, sanitised, and the words of its card (`preview`), in both languages. */
type Rendered = Reply<'POST /api/staff/jobs/preview/'>

/**
 * The texts of the job, sanitised by the server, a moment after they are typed. `busySentence`: what the
 * portal says if it is too busy to render them.
 */
function usePreview({ description_html, qualification_html, description_sw, qualification_sw }: JobContent) {
  const [rendered, setRendered] = useState<Rendered>()
  const [busySentence, setBusySentence] = useState<string>()
  // An effect, and no loader: the typed text is not in the address.
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      const body = { description_html, qualification_html, description_sw, qualification_sw }
      call('POST /api/staff/jobs/preview/', { body }).then(
        (reply) => {
          if (!isCurrent) return
          setRendered(reply)
          setBusySentence(undefined)
        },
        (error: unknown) => isCurrent && setBusySentence(pausedWords(error)),
      )
    }, TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [description_html, qualification_html, description_sw, qualification_sw])
  return { rendered, busySentence }
}

type PreviewLanguage = 'en' | 'sw'
const NOTHING_RENDERED: Rendered = {
  description: '',
  qualification: '',
  preview: '',
  description_sw: '',
  qualification_sw: '',
  preview_sw: '',
}

/**
 * The texts that a reader of this language sees. A text that has no Kiswahili version is English. Until the
 * server has rendered the rich texts, they are empty.
 */
function textsFor(language: PreviewLanguage, content: JobContent, rendered = NOTHING_RENDERED) {
  const choose = (english: string, kiswahili: string) => (language === 'sw' && kiswahili.trim()) || english
  return {
    title: choose(content.title, content.title_sw),
    remuneration: choose(content.remuneration, content.remuneration_sw),
    terms: choose(content.terms, content.terms_sw),
    description: choose(rendered.description, rendered.description_sw),
    qualification: choose(rendered.qualification, rendered.qualification_sw),
    preview: choose(rendered.preview, rendered.preview_sw),
  }
}

const LANGUAGE_NAMES = [
  ['en', 'English'],
  ['sw', 'Kiswahili'],
] as const

type ChoiceProps = { language: PreviewLanguage; onLanguage: (language: PreviewLanguage) => void }

const LanguageChoice = ({ language, onLanguage }: ChoiceProps) => (
  <p className="st-bar-rich mb4" role="group" aria-label={t`Language of the preview`}>
    {LANGUAGE_NAMES.map(([code, name]) => (
      <button key={code} type="button" aria-pressed={language === code} onClick={() => onLanguage(code)}>
        {name}
      </button>
    ))}
  </p>
)

/** Whether at least one text of the job is in Kiswahili. */
const hasKiswahili = ({
  title_sw,
  terms_sw,
  remuneration_sw,
  description_sw,
  qualification_sw,
}: JobContent) =>
  [title_sw, terms_sw, remuneration_sw, description_sw, qualification_sw].some((text) => text.trim())

/**
 * A preview of the job's card and page, a moment after the officer types. If the job has Kiswahili texts, the
 * officer chooses their language. The words around them stay English.
 */
export function JobPreview({ content, lists }: { content: JobContent; lists: JobLists }) {
  const site = useSite()
  const [now] = useState(() => new Date())
  const { rendered, busySentence } = usePreview(content)
  const [language, setLanguage] = useState<PreviewLanguage>('en')
  const hasBothLanguages = hasKiswahili(content)
  const texts = textsFor(hasBothLanguages ? language : 'en', content, rendered)
  const typeName = lists.types.find(({ id }) => id === content.job_type_id)?.name ?? ''
  const card = {
    // The card is inert, so its link needs no real id.
    id: 0,
    reference: content.reference,
    title: texts.title,
    location: content.location,
    preview: texts.preview,
    type: typeName,
    posts: content.vacancies ?? null,
    posted: now.toISOString(),
    deadline: writtenInstant(content.expiry_date)?.toISOString() ?? null,
  }
  const facts = {
    vacancies: card.posts,
    remuneration: texts.remuneration,
    terms: texts.terms,
    min_age: content.min_age ?? null,
    job_type_name: typeName,
    department: content.department,
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a keyboard can scroll it
    <section className="st-preview" aria-label={t`Preview`} tabIndex={0}>
      {busySentence && <p className="callout mb4">{busySentence}</p>}
      {hasBothLanguages && <LanguageChoice language={language} onLanguage={setLanguage} />}
      <p className="label">
        <Trans>The card</Trans>
      </p>
      {/* The card is inert, because its link would open a page that does not exist yet. */}
      <div className="board" inert>
        <JobCard card={card} now={now} issuer={`${site?.organisation.acronym} Jobs`} heading="h3" />
      </div>
      <p className="label mt5">
        <Trans>The page</Trans>
      </p>
      <div className="st-page">
        <p className="st-title">
          <JobTitle title={texts.title || t`Title`} />
        </p>
        <div className="mt4 mb4">
          <JobFacts job={facts} />
        </div>
        {rendered && (
          <JobText
            description={texts.description}
            qualification={texts.qualification + documentsHtml(content)}
          />
        )}
      </div>
    </section>
  )
}
