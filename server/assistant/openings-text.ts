import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import { shortDeadline } from '#contract/dates.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Passage } from './answer.ts'
import { type Aspect, GENERAL_SECTION } from './aspects.ts'
import { saidBy } from './help.ts'
import { factSentence } from './job-facts.ts'
import type { OpeningsQuestion } from './openings-question.ts'
import { linkSaid, SAY } from './sentences.ts'
import { findJobTexts, findPassages, type OpeningRow } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import type { ParsedQuestion } from './words.ts'

type Language = ParsedQuestion['language']

const whereAndWhen = (row: OpeningRow, language: Language) => {
  const say = SAY[language]
  return [
    row.location,
    row.vacancies ? say.posts(row.vacancies) : '',
    row.expiry_date ? say.closes(shortDeadline(row.expiry_date)) : say.noDeadline,
  ]
    .filter(Boolean)
    .join(', ')
}

const facts = (row: OpeningRow, language: Language) => {
  const say = SAY[language]
  return [
    whereAndWhen(row, language),
    row.remuneration ?? '',
    row.terms ?? '',
    row.level ? say.level(row.level) : '',
    row.min_age ? say.age(row.min_age) : '',
    say.referees(row.min_referees),
  ]
    .filter(Boolean)
    .map((fact) => `• ${fact[0]?.toUpperCase()}${fact.slice(1)}`)
    .join('\n')
}

const passage = (row: OpeningRow): Passage => ({
  title: row.title,
  url: `/jobs/${row.id}`,
  text: `${row.title}\n${facts(row, 'en')}`,
})
/** The page of a job, called by its title. */
export const linkTo = ({ id, title }: Pick<OpeningRow, 'id' | 'title'>): AnswerLink => ({
  title,
  url: `/jobs/${id}`,
})

/** What the open jobs say, with links to them and to the list of all. */
export const answer = (
  text: string,
  language: Language,
  links: AnswerLink[],
  rows: OpeningRow[] = [],
): Answer => ({
  source: 'openings',
  text,
  language,
  links: [...links, linkSaid(language, 'allJobs', '/jobs')],
  suggestions: suggestionsAfter('openings', language),
  passages: rows.slice(0, ASSISTANT.namedInAnswer).map(passage),
})

/** The jobs as a list, below how many there are. */
export const listed = (
  rows: OpeningRow[],
  { facts: wanted, rules }: OpeningsQuestion,
  what: string,
  language: Language,
  heading?: string,
) => {
  const say = SAY[language]
  const posts = rows.reduce((sum, row) => sum + (row.vacancies ?? 0), 0)
  const shown = rows.slice(0, ASSISTANT.namedInAnswer)
  const ruled = ({ remuneration, level, min_age: age }: OpeningRow) =>
    [wanted && remuneration, rules && level && say.level(level), rules && age && say.age(age)]
      .filter(Boolean)
      .map((fact) => `${fact}, `)
  const lines = shown.map((row) => `• ${row.title}: ${ruled(row).join('')}${whereAndWhen(row, language)}`)
  const more = rows.length > shown.length ? [say.more(rows.length - shown.length)] : []
  return [heading ?? say.open(rows.length, what, posts), [...lines, ...more].join('\n')].join('\n\n')
}

/** What the help says about an aspect of jobs in general, and where. */
export const inGeneral = async ({ db, config }: Deps, aspect: Aspect, language: Language) => {
  const [found] = await findPassages(db, [GENERAL_SECTION[aspect]])
  return (
    found && {
      text: SAY[language].inGeneral(saidBy(found, language, config)),
      link: { title: found.title, url: found.url },
    }
  )
}

/** Aspects that one answer speaks of. */
const MOST_ASPECTS = 2

/**
 * What is asked of a kind of post, for each open job of that kind: its own fact, or that its page does not
 * say.
 */
export const answerFacts = async (
  deps: Deps,
  rows: OpeningRow[],
  question: OpeningsQuestion,
  language: Language,
): Promise<Answer> => {
  const say = SAY[language]
  const jobTexts = await findJobTexts(deps.db, rows.slice(0, ASSISTANT.factsOfJobs))
  const alone = rows.length === 1
  const aspects = question.aspects.slice(0, MOST_ASPECTS)
  const sentences = jobTexts.map((jobText) =>
    aspects.map((aspect) => factSentence(jobText, aspect, language, alone)),
  )
  const silent = aspects.find((_, index) => sentences.some((ofJob) => ofJob[index] === undefined))
  const complete = sentences.map((ofJob) =>
    ofJob.map((sentence, index) => sentence ?? `${say.aspects[aspects[index] as Aspect]}: ${say.notSaid}`),
  )
  const lines = jobTexts.map((jobText, index) => {
    const ofJob = complete[index] ?? []
    if (!alone) return `• ${jobText.title}. ${ofJob.join(' ')}`
    const others = facts(jobText, language)
      .split('\n')
      .filter(
        (fact) => !ofJob.some((sentence) => sentence.toLowerCase().includes(fact.slice(2).toLowerCase())),
      )
    return [jobText.title, ...ofJob.map((sentence) => `• ${sentence}`), ...others].join('\n')
  })
  const more = rows.length > jobTexts.length ? [say.more(rows.length - jobTexts.length)] : []
  const general = silent && (await inGeneral(deps, silent, language))
  const text = [[...lines, ...more].join('\n'), ...(general ? [general.text] : []), say.noticeDecides].join(
    '\n\n',
  )
  const descriptions = jobTexts.map((jobText) => {
    const own = aspects.map((aspect) => factSentence(jobText, aspect, 'en', alone)).filter(Boolean)
    return { ...passage(jobText), text: [passage(jobText).text, ...own].join('\n') }
  })
  return {
    ...answer(text, language, [...jobTexts.map(linkTo), ...(general ? [general.link] : [])]),
    passages: descriptions,
  }
}
