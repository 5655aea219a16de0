import { requestedDocuments } from '#contract/jobs/wanted-documents.ts'
import { plainText } from '../jobs/rich-text.ts'
import type { Aspect } from './aspects.ts'
import { SAY } from './sentences.ts'
import type { JobTextRow } from './store.ts'
import type { ParsedQuestion } from './words.ts'

type Language = ParsedQuestion['language']

/** Patterns for the lines of a job page that are about an aspect. For requirements, all lines are used. */
const ASPECT_LINES: Partial<Record<Aspect, RegExp>> = {
  schooling: /degree|diploma|certificate|kcse|kcpe|grade|bachelor|master|education/i,
  age: /\baged?\b|years old|years or above/i,
  experience: /experience|years of|served/i,
  place: /resident|residence|live within|home constituency/i,
  requirements: /./,
}
/** How many lines of a job page an answer quotes. */
const MAX_QUOTED = { ofOneJob: 6, ofEachJob: 2 }

/** Splits a text of a job page into its points (list items or lines), as plain text. */
const pointsOf = (html: string): string[] =>
  html
    .split(/<\/(?:li|p)>/)
    .map((part) => plainText(part.replace(/^[\s\S]*<\/h\d>/, '')).replace(/[.;]$/, ''))
    .filter(Boolean)

/** What the fields of a job say about each aspect. Lines of `qualification_html` are quoted in addition. */
const factsOf = (row: JobTextRow, aspect: Aspect, language: Language): string[] => {
  const say = SAY[language]
  switch (aspect) {
    case 'pay':
      return row.remuneration ? [row.remuneration] : []
    case 'duration':
      return row.terms ? [row.terms] : []
    case 'age':
      return row.min_age ? [say.age(row.min_age)] : []
    case 'experience':
      return [row.experience_required ? say.experienceNeeded : say.noExperienceNeeded]
    case 'documents': {
      const names = requestedDocuments(row).map(({ name, required }) =>
        required ? say.requiredDocument(name) : say.document(name),
      )
      return names.length > 0 ? [names.join(', ')] : [say.noDocuments]
    }
    case 'posts':
      return row.vacancies ? [row.vacancies.toLocaleString('en')] : []
    case 'deadline':
      return [row.expiry_date ? say.moment(row.expiry_date) : say.noDeadline]
    case 'place':
      return [row.location]
    // Schooling and requirements.
    default:
      return row.level ? [say.level(row.level)] : []
  }
}

/** How many characters of a job page an answer quotes about the work. */
const MAX_WORK_LENGTH = 260

/** Describes the work of a job with the first sentences of its page. */
export const workDescription = ({ description_html: html }: JobTextRow): string => {
  const text = pointsOf(html)[0] ?? ''
  const lastSentenceEnd = text.slice(0, MAX_WORK_LENGTH).lastIndexOf('. ')
  return text.length > MAX_WORK_LENGTH && lastSentenceEnd > 0
    ? text.slice(0, lastSentenceEnd + 1)
    : text.slice(0, MAX_WORK_LENGTH)
}

/** What a job page says about one aspect, as one sentence. Undefined when it says nothing. */
export const factSentence = (
  row: JobTextRow,
  aspect: Aspect,
  language: Language,
  isOnlyJob: boolean,
): string | undefined => {
  const say = SAY[language]
  const facts = factsOf(row, aspect, language)
  const pattern = ASPECT_LINES[aspect]
  const quotedPoints = pattern
    ? pointsOf(row.qualification_html)
        .filter((point) => pattern.test(point))
        .slice(0, isOnlyJob ? MAX_QUOTED.ofOneJob : MAX_QUOTED.ofEachJob)
    : []
  if (facts.length + quotedPoints.length === 0) return undefined
  const sentence = [...facts, ...(quotedPoints.length > 0 ? [say.quoted(quotedPoints.join('; '))] : [])].join(
    '. ',
  )
  const capitalised = `${sentence[0]?.toUpperCase() ?? ''}${sentence.slice(1)}`
  // The fact may already end with a full stop, so none is added.
  return `${say.aspects[aspect]}: ${capitalised}.`.replace(/\.\.$/, '.')
}
