import { t } from '@lingui/core/macro'
import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { longDeadline } from '#contract/dates.ts'
import { extensionRuleWords, ruleOf } from '#contract/jobs/extensions.ts'
import { call } from '../api.ts'
import { formatNumber } from '../ui/card.ts'
import { writtenInstant } from '../staff-ui/deadline-parts.ts'
import { DOCUMENT_OPTIONS, EXPERIENCE_OPTIONS, type JobField } from './job-words.ts'

/**
 * Loads the lists from which the fields of a job choose. They include entries that are switched off, because
 * old jobs still have those. A form offers only entries that are active or already chosen.
 */
export async function loadJobLists() {
  const { types, levels, counties, areas, centres } = await call('GET /api/staff/reference-data/')
  return {
    types,
    levels,
    counties: counties.map(({ code, name }) => ({ id: code, name, is_active: true })),
    areas: areas.map(({ id, area_name, county_name, position_type, is_active }) => ({
      id,
      name: `${area_name}, ${county_name} (${position_type})`,
      is_active,
    })),
    centres: centres.map(({ id, name, county_name, is_active }) => ({
      id,
      name: `${name}, ${county_name}`,
      is_active,
    })),
  }
}
export type JobLists = Awaited<ReturnType<typeof loadJobLists>>

type NamedEntry = { id: number; name: string }

/** The choices of a field: the active entries, and the chosen ones even if they are switched off. */
export const offeredChoices = <T extends NamedEntry & { is_active: boolean }>(
  list: T[],
  chosen: readonly (number | undefined)[],
) =>
  list
    .filter(({ id, is_active }) => is_active || chosen.includes(id))
    .map((entry) => (entry.is_active ? entry : { ...entry, name: t`${entry.name} (switched off)` }))

/** The name of an entry; its number if the list no longer has the entry. */
const nameOf = (list: NamedEntry[], id: number | undefined) =>
  id ? (list.find((named) => named.id === id)?.name ?? t`No. ${id}`) : ''
/** The names of areas or centres. These names contain commas, so semicolons are between them. */
const namesOf = (list: NamedEntry[], ids: number[]) => ids.map((id) => nameOf(list, id)).join('; ')

/** The value of a field in words; '' if it is empty. Rich text is shown elsewhere. */
export function fieldInWords(field: JobField, jobContent: JobContent, lists: JobLists): string {
  switch (field) {
    case 'job_type_id':
      return nameOf(lists.types, jobContent.job_type_id)
    case 'county_code':
      return nameOf(lists.counties, jobContent.county_code) || t`Nationwide`
    case 'min_qualification_level_id':
      return nameOf(lists.levels, jobContent.min_qualification_level_id)
    case 'documents':
      return DOCUMENT_OPTIONS.find(([value]) => value === jobContent.documents)?.[1] ?? ''
    case 'wanted_documents':
      return jobContent.wanted_documents
        .map(({ name, required }) => (required ? t`${name} (required)` : name))
        .join('; ')
    case 'experience_required': {
      const choice = jobContent.experience_required === false ? 'no' : 'yes'
      return EXPERIENCE_OPTIONS.find(([value]) => value === choice)?.[1] ?? ''
    }
    case 'extension_minutes': {
      const rule = ruleOf(jobContent)
      return rule ? extensionRuleWords(rule).join(' ') : ''
    }
    case 'extension_hours':
    case 'extension_times':
    case 'extension_least_hours':
    case 'extension_night_from':
    case 'extension_night_until':
      // These fields have no sentence of their own: the sentence for `extension_minutes` includes them.
      return ''
    case 'expiry_date':
      return jobContent.expiry_date ? longDeadline(writtenInstant(jobContent.expiry_date)) : t`No deadline`
    case 'by_election_areas':
      return namesOf(lists.areas, jobContent.by_election_areas)
    case 'huduma_centres':
      return namesOf(lists.centres, jobContent.huduma_centres)
    case 'vacancies':
      return jobContent.vacancies ? formatNumber(jobContent.vacancies) : ''
    default:
      return String(jobContent[field] ?? '')
  }
}
