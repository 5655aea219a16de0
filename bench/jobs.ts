import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jobFilters } from '#contract/jobs.ts'
import { SORTS } from '#contract/job-words.ts'
import { JOBS } from '#contract/limits.ts'
import { pageOfJobs } from '../server/jobs/store.ts'
import type { Portal } from './portal.ts'

type Filters = Record<string, string>

const COUNT = 500
const samples = join(import.meta.dirname, '../server/database/reference/sample-jobs.json')

const list = async (portal: Portal, query: Filters) =>
  (await (await fetch(`${portal.url}/api/jobs/list/?${new URLSearchParams(query)}`)).json()) as { pages: number; count: number }

/** Fills the portal up to 500 open jobs: the samples again and again, each copy at its own place, day and deadline. */
export async function fillWithJobs(portal: Portal) {
  const originals = JSON.parse(readFileSync(samples, 'utf8')) as { reference: string; title: string }[]
  const { count } = await list(portal, { page: '1' })
  const copies = Array.from({ length: COUNT - count }, (_, at) => {
    const original = originals[at % originals.length]
    const number = Math.floor(at / originals.length) + 2
    const days = { expires_in_days: 2 + ((at * 37) % 60), posted_days_ago: (at * 17) % 30 }
    return { ...original, ...days, reference: `${original?.reference}/${number}`, title: `${original?.title}, intake ${number}` }
  })
  const file = join(portal.dataDir, 'jobs.json')
  writeFileSync(file, JSON.stringify(copies))
  portal.command('jobs', 'import', file)
}

const FILTERS: Filters[] = [
  {},
  { job_type: 'External' },
  { job_type: 'By-Election Temporary Jobs' },
  { category: 'Voter Registration' },
  { category: 'ICT' },
  { search: 'officer' },
  { location: 'nairobi' },
  { search: 'clerk', job_type: 'By-Election Temporary Jobs' },
]

/** One filter in one order, with all its pages. */
export type Question = { filters: Filters; pages: number }

/** Every filter of the list in every order, with as many pages as it has. */
export async function questionsOf(portal: Portal): Promise<Question[]> {
  const questions: Question[] = []
  for (const filters of FILTERS.flatMap((chosen) => Object.keys(SORTS).map((sort) => ({ ...chosen, sort })))) {
    const { pages, count } = await list(portal, { ...filters, page: '1' })
    if (count > 0) questions.push({ filters, pages })
  }
  return questions
}

/** The addresses of all pages of all questions, well mixed and always in the same order. */
export const addressesOf = (questions: Question[]): string[] =>
  questions
    .flatMap(({ filters, pages }) => Array.from({ length: pages }, (_, at) => `/api/jobs/list/?${new URLSearchParams({ ...filters, page: String(at + 1) })}`))
    .map((address, at) => ({ address, place: (at * 7_919) % 10_007 }))
    .sort((left, right) => left.place - right.place)
    .map(({ address }) => address)

/** A question as pgbench asks it: the product's own statement, a random page, and the values of its parameters. */
export function pgbenchScript({ filters, pages }: Question, name: string): { script: string; weight: number; values: Record<string, string> } {
  const query = pageOfJobs(jobFilters.parse(filters), new Date(), JOBS.pageSize, 0)
  const values: Record<string, string> = {}
  const variable = (at: number) => {
    // The offset comes last.
    if (at === query.values.length) return ':first'
    const value = query.values[at - 1]
    values[`${name}_${at}`] = value instanceof Date ? value.toISOString() : String(value)
    return `:${name}_${at}`
  }
  const statement = query.text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, at: string) => variable(Number(at)))
  return { script: `\\set first ${JOBS.pageSize} * random(0, ${pages - 1})\n${statement.trim()};\n`, weight: pages, values }
}
