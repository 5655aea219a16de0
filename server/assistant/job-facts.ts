import { shortDeadline } from '#contract/dates.ts'
import { requestedDocuments } from '#contract/jobs/wanted-documents.ts'
import { plainText } from '../jobs/rich-text.ts'
import type { Aspect } from './aspects.ts'
import { SAY } from './sentences.ts'
import type { JobTextRow } from './store.ts'
import type { ParsedQuestion } from './words.ts'

type Language = ParsedQuestion['language']

/** Lines of a job page that speak of an aspect; those who only ask for the requirements are shown all. */
const SPEAKS_OF: Partial<Record<Aspect, RegExp>> = {
  schooling: /degree|diploma|certificate|kcse|kcpe|grade|bachelor|master|education/i,
  age: /\baged?\b|years old|years or above/i,
  experience: /experience|years of|served/i,
  place: /resident|residence|live within|home constituency/i,
  requirements: /./,
}
/** Lines that are quoted of one job, and of each of several. */
const QUOTED = { alone: 6, beside: 2 }

/** The single points of what a job asks for, as plain text. */
const pointsOf = (html: string): string[] =>
  html
    .split(/<\/(?:li|p)>/)
    .map((part) => plainText(part.replace(/^[\s\S]*<\/h\d>/, '')).replace(/[.;]$/, ''))
    .filter(Boolean)

const factOf = (row: JobTextRow, aspect: Aspect, language: Language): string[] => {
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
        required ? say.requiredDocument(name) : name,
      )
      return names.length > 0 ? [names.join(', ')] : [say.noDocuments]
    }
    case 'posts':
      return row.vacancies ? [row.vacancies.toLocaleString('en')] : []
    case 'deadline':
      return [row.expiry_date ? shortDeadline(row.expiry_date) : say.noDeadline]
    case 'place':
      return [row.location]
    default:
      return row.level ? [say.level(row.level)] : []
  }
}

/** The longest that the work of a job is described with. */
const LONGEST_WORK = 260

/** What the work is, in the first words of the job page. */
export const workOf = ({ description_html: html }: JobTextRow): string => {
  const text = pointsOf(html)[0] ?? ''
  const sentences = text.slice(0, LONGEST_WORK).lastIndexOf('. ')
  return text.length > LONGEST_WORK && sentences > 0
    ? text.slice(0, sentences + 1)
    : text.slice(0, LONGEST_WORK)
}

/** What a job says of one aspect, as one sentence; undefined where it says nothing. */
export const factSentence = (
  row: JobTextRow,
  aspect: Aspect,
  language: Language,
  alone: boolean,
): string | undefined => {
  const say = SAY[language]
  const fact = factOf(row, aspect, language)
  const about = SPEAKS_OF[aspect]
  const quoted = about
    ? pointsOf(row.qualification_html)
        .filter((point) => about.test(point))
        .slice(0, alone ? QUOTED.alone : QUOTED.beside)
    : []
  if (fact.length + quoted.length === 0) return undefined
  const sentence = [...fact, ...(quoted.length > 0 ? [say.quoted(quoted.join('; '))] : [])].join('. ')
  return `${say.aspects[aspect]}: ${sentence[0]?.toUpperCase() ?? ''}${sentence.slice(1)}.`.replace(
    /\.\.$/,
    '.',
  )
}
