import type { JobContent } from '#contract/staff-jobs.ts'
import { longDeadline } from '#contract/dates.ts'
import { call } from '../api.ts'
import { useAnswer } from '../use-answer.ts'
import { writtenInstant } from './deadline-parts.ts'
import { DOCUMENT_OPTIONS, EXPERIENCE_OPTIONS, type JobField } from './job-words.ts'

async function askAll() {
  const [types, levels, counties, areas, centres] = await Promise.all([
    call('GET /api/job-types/'),
    call('GET /api/qualification-levels/'),
    call('GET /api/counties/'),
    call('GET /api/by-election-areas/'),
    call('GET /api/huduma-centres/'),
  ])
  return {
    types,
    levels,
    counties,
    areas: areas.map(({ id, area_name, county_name, position_type }) => ({ id, name: `${area_name}, ${county_name} (${position_type})` })),
    centres: centres.map(({ id, name, county_name }) => ({ id, name: `${name}, ${county_name}` })),
  }
}
export type JobLists = Awaited<ReturnType<typeof askAll>>

/** The lists that a job's fields choose from. */
export const useJobLists = () => useAnswer('lists', askAll)

type Named = { id: number; name: string }
const nameOf = (list: Named[], id: number | undefined) => (id ? (list.find((one) => one.id === id)?.name ?? `No. ${id}`) : '')
const namesOf = (list: Named[], ids: number[]) => ids.map((id) => nameOf(list, id)).join('; ')

/** A field as somebody reads it; '' where nothing is said. Rich text is shown as text elsewhere. */
export function fieldInWords(field: JobField, it: JobContent, lists: JobLists): string {
  switch (field) {
    case 'job_type_id':
      return nameOf(lists.types, it.job_type_id)
    case 'county_code':
      return nameOf(lists.counties, it.county_code) || 'Nationwide'
    case 'min_qualification_level_id':
      return nameOf(lists.levels, it.min_qualification_level_id)
    case 'documents':
      return DOCUMENT_OPTIONS.find(([value]) => value === it.documents)?.[1] ?? ''
    case 'experience_required':
      return EXPERIENCE_OPTIONS[it.experience_required === false ? 1 : 0][1]
    case 'expiry_date':
      return it.expiry_date ? longDeadline(writtenInstant(it.expiry_date)) : 'No deadline'
    case 'by_election_areas':
      return namesOf(lists.areas, it.by_election_areas)
    case 'huduma_centres':
      return namesOf(lists.centres, it.huduma_centres)
    default:
      return String(it[field] ?? '')
  }
}
