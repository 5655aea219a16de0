import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Passage } from './answer.ts'
import { type Aspect, GENERAL_SECTION } from './aspects.ts'
import { passageText } from './help.ts'
import { factSentence } from './job-facts.ts'
import type { OpeningsQuestion } from './openings-question.ts'
import { linkInLanguage, SAY } from './sentences.ts'
import { findJobTexts, findPassages, type JobTextRow, type OpeningRow } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import type { ParsedQuestion } from './words.ts'

type Language = ParsedQuestion['language']

const whereAndWhen = (row: OpeningRow, language: Language) => {
  const say = SAY[language]
  return [
    row.location,
    row.vacancies ? say.posts(row.vacancies) : '',
    row.expiry_date ? say.closes(say.moment(row.expiry_date)) : say.noDeadline,
  ]
    .filter(Boolean)
    .join(', ')
}

const factList = (row: OpeningRow, language: Language) => {
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

const passageOf = (row: OpeningRow): Passage => ({
  title: row.title,
  url: `/jobs/${row.id}`,
  text: `${row.title}\n${factList(row, 'en')}`,
})

/** A link to the page of a job. */
export const jobLink = ({ id, title }: Pick<OpeningRow, 'id' | 'title'>): AnswerLink => ({
  title,
  url: `/jobs/${id}`,
})

/** Makes an answer from the open jobs, with links to them and to the list of all jobs. */
export const openingsAnswer = (
  text: string,
  language: Language,
  links: AnswerLink[],
  rows: OpeningRow[] = [],
): Answer => ({
  source: 'openings',
  text,
  language,
  links: [...links, linkInLanguage(language, 'allJobs', '/jobs')],
  suggestions: suggestionsAfter('openings', language),
  passages: rows.slice(0, ASSISTANT.namedInAnswer).map(passageOf),
})

/** A heading that says how many jobs are open. `searchText` describes the search, as in ` in Kisumu`. */
export const openHeading = (rows: OpeningRow[], searchText: string, language: Language) => {
  const posts = rows.reduce((sum, row) => sum + (row.vacancies ?? 0), 0)
  return SAY[language].open(rows.length, searchText, posts)
}

/** Lists open jobs below a heading. */
export const listJobs = (
  rows: OpeningRow[],
  { asksFacts, asksRules }: OpeningsQuestion,
  language: Language,
  heading: string,
) => {
  const say = SAY[language]
  const shown = rows.slice(0, ASSISTANT.namedInAnswer)
  const ruleTextsOf = ({ remuneration, level, min_age: age }: OpeningRow) => {
    const pay = asksFacts ? remuneration : undefined
    const levelText = asksRules && level ? say.level(level) : undefined
    const ageText = asksRules && age ? say.age(age) : undefined
    return [pay, levelText, ageText].filter(Boolean).map((fact) => `${fact}, `)
  }
  const lines = shown.map(
    (row) => `• ${row.title}: ${ruleTextsOf(row).join('')}${whereAndWhen(row, language)}`,
  )
  const moreLine = rows.length > shown.length ? [say.more(rows.length - shown.length)] : []
  return [heading, [...lines, ...moreLine].join('\n')].join('\n\n')
}

/** What the help says in general about an aspect of jobs (such as pay), with a link to it. */
export const answerInGeneral = async ({ db, config }: Deps, aspect: Aspect, language: Language) => {
  const [section] = await findPassages(db, [GENERAL_SECTION[aspect]])
  return (
    section && {
      text: SAY[language].inGeneral(passageText(section, language, config)),
      link: { title: section.title, url: section.url },
    }
  )
}

/** The most aspects in one answer. More would make it too long. */
const MAX_ASPECTS = 2

/**
 * Answers what a question asks about a kind of post, for each open job of that kind. If a job page does not
 * say it, the answer says so.
 */
export const answerFacts = async (
  deps: Deps,
  rows: OpeningRow[],
  question: OpeningsQuestion,
  language: Language,
): Promise<Answer> => {
  const say = SAY[language]
  const jobTexts = await findJobTexts(deps.db, rows.slice(0, ASSISTANT.factsOfJobs))
  const isOnlyJob = rows.length === 1
  const aspects = question.aspects.slice(0, MAX_ASPECTS)
  const sentenceOf = (jobText: JobTextRow, aspect: Aspect) =>
    factSentence(jobText, aspect, language, isOnlyJob)
  const unansweredAspect = aspects.find((aspect) =>
    jobTexts.some((jobText) => sentenceOf(jobText, aspect) === undefined),
  )
  const lines = jobTexts.map((jobText) => {
    const jobSentences = aspects.map(
      (aspect) => sentenceOf(jobText, aspect) ?? `${say.aspects[aspect]}: ${say.notSaid}`,
    )
    if (!isOnlyJob) return `• ${jobText.title}. ${jobSentences.join(' ')}`
    // The other facts of the job. The comparison leaves out the two characters of a fact's bullet.
    const otherFacts = factList(jobText, language)
      .split('\n')
      .filter(
        (fact) =>
          !jobSentences.some((sentence) => sentence.toLowerCase().includes(fact.slice(2).toLowerCase())),
      )
    return [jobText.title, ...jobSentences.map((sentence) => `• ${sentence}`), ...otherFacts].join('\n')
  })
  const moreLine = rows.length > jobTexts.length ? [say.more(rows.length - jobTexts.length)] : []
  const generalAnswer = unansweredAspect && (await answerInGeneral(deps, unansweredAspect, language))
  const text = [
    [...lines, ...moreLine].join('\n'),
    ...(generalAnswer ? [generalAnswer.text] : []),
    say.noticeDecides,
  ].join('\n\n')
  // The open jobs as a passage for a provider, in English.
  const descriptions = jobTexts.map((jobText) => {
    const passage = passageOf(jobText)
    const facts = aspects.map((aspect) => factSentence(jobText, aspect, 'en', isOnlyJob)).filter(Boolean)
    return { ...passage, text: [passage.text, ...facts].join('\n') }
  })
  return {
    ...openingsAnswer(text, language, [
      ...jobTexts.map(jobLink),
      ...(generalAnswer ? [generalAnswer.link] : []),
    ]),
    passages: descriptions,
  }
}
