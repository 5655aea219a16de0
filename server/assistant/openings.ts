import { shortDeadline } from '#contract/dates.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Passage } from './answer.ts'
import { gramsOf, type OpeningsQuestion, openingsQuestionOf } from './openings-question.ts'
import { SAY } from './sentences.ts'
import { findLevel, findOpenings, findPlace, findTypeName, type OpeningRow } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import type { Heard } from './words.ts'

/** Jobs named in one answer; the list has the others. */
const NAMED = 5
const DAY_MS = 86_400_000
const SOON_DAYS = 7

export type OpeningsAnswer = Answer & { sure: boolean }

const line = (row: OpeningRow, language: Heard['language']) => {
  const say = SAY[language]
  return [row.location, row.vacancies ? say.posts(row.vacancies) : '', row.expiry_date ? say.closes(shortDeadline(row.expiry_date)) : say.noDeadline]
    .filter(Boolean)
    .join(', ')
}

const facts = (row: OpeningRow, language: Heard['language']) => {
  const say = SAY[language]
  return [
    line(row, language),
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

const passage = (row: OpeningRow): Passage => ({ title: row.title, url: `/jobs/${row.id}`, text: `${row.title}\n${facts(row, 'en')}` })

/** The best fits alone, when some fit better than others. */
const best = (rows: OpeningRow[]) => rows.filter((row) => row.matched === rows[0]?.matched)

const within = (asked: OpeningsQuestion, now: Date) => (asked.soon ? new Date(now.getTime() + SOON_DAYS * DAY_MS) : undefined)

/** What the open jobs say to a question; undefined when it is not about them. */
export async function answerFromOpenings({ db, now, config }: Deps, { words, language }: Heard): Promise<OpeningsAnswer | undefined> {
  const asked = openingsQuestionOf(words)
  if (!asked) return undefined
  const say = SAY[language]
  const place = asked.rest.length > 0 ? await findPlace(db, gramsOf(asked.rest)) : undefined
  const inPlace = new Set(place?.gram.split(' '))
  const subject = asked.rest.filter((word) => !inPlace.has(word) && word !== config.organisation.acronym.toLowerCase()).join(' ')
  if (!asked.sure && !subject && !place) return undefined
  const wanted = { county: place?.county, place: place?.county_name, type: asked.type, level: asked.level, before: within(asked, now()) }
  const rows = best(await findOpenings(db, { ...wanted, subject: subject || undefined }, now()))
  const [first] = rows
  const fits = !subject || (first !== undefined && (first.matched === 0 ? first.wanted <= 3 : first.matched * 2 >= first.wanted))
  const links = [...rows.slice(0, NAMED).map(({ id, title }) => ({ title, url: `/jobs/${id}` })), { title: say.allJobs, url: '/jobs' }]
  const answer = (text: string, named: OpeningRow[], sure: boolean): OpeningsAnswer => ({
    source: 'openings',
    text,
    links: named.length > 0 ? links : [{ title: say.allJobs, url: '/jobs' }],
    suggestions: suggestionsAfter('openings', language),
    passages: named.slice(0, NAMED).map(passage),
    sure,
  })
  const what = [
    subject ? say.forSubject(subject) : '',
    asked.type ? say.ofType((await findTypeName(db, asked.type))?.name ?? '') : '',
    place ? say.inPlace(place.name) : '',
    asked.level ? say.forLevel((await findLevel(db, asked.level))?.short_name ?? '') : '',
    wanted.before ? say.closingSoon(SOON_DAYS) : '',
  ].join('')
  if (rows.length === 0 || !fits) {
    if (!asked.sure) return undefined
    const all = await findOpenings(db, { subject: undefined, county: undefined, place: undefined, type: undefined, level: undefined, before: undefined }, now())
    return answer(say.noneFound(what, all.length), [], !subject)
  }
  if (asked.kind === 'facts' && subject && first && rows.length === 1) {
    return answer(`${first.title}\n${facts(first, language)}\n\n${say.noticeDecides}`, rows, true)
  }
  const posts = rows.reduce((sum, row) => sum + (row.vacancies ?? 0), 0)
  const shown = rows
    .slice(0, NAMED)
    .map((row) => `• ${row.title}: ${asked.kind === 'facts' && row.remuneration ? `${row.remuneration}, ` : ''}${line(row, language)}`)
  const more = rows.length > NAMED ? [say.more(rows.length - NAMED)] : []
  return answer([say.open(rows.length, what, posts), [...shown, ...more].join('\n')].join('\n\n'), rows, asked.sure || (first?.matched ?? 0) > 0)
}
