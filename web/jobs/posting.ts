import { t } from '@lingui/core/macro'
import { nairobiDate } from '#contract/dates.ts'
import type { Job } from '#contract/jobs/endpoints.ts'
import type { Organisation } from '#contract/site/endpoints.ts'
import { pagePath } from '../language/paths.ts'

/** The job as a schema.org JobPosting, for search engines; undefined once it is closed. */
export const createPosting = (
  job: Job,
  organisation: Organisation,
  publicUrl: string,
): string | undefined => {
  if (job.is_expired) return undefined
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: job.title,
    description: `${job.description}<h3>${t`Requirements`}</h3>${job.qualification}`,
    identifier: { '@type': 'PropertyValue', name: organisation.name, value: job.reference },
    url: publicUrl + pagePath(`/jobs/${job.id}`),
    datePosted: nairobiDate(new Date(job.created_at)),
    ...(job.expiry_date ? { validThrough: job.expiry_date } : {}),
    // Jobs in a by-election or a Huduma centre are for a limited time.
    employmentType:
      job.job_type_code === 'by_election' || job.job_type_code === 'huduma' ? 'TEMPORARY' : 'FULL_TIME',
    hiringOrganization: { '@type': 'Organization', name: organisation.name, sameAs: organisation.website },
    jobLocation: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality: job.location, addressCountry: 'KE' },
    },
    applicantLocationRequirements: { '@type': 'Country', name: 'Kenya' },
    // People apply on this site itself, not by email or elsewhere.
    directApply: true,
    ...(job.vacancies ? { totalJobOpenings: job.vacancies } : {}),
  }
  // A "<" is escaped, because in a text it could close the script element.
  return JSON.stringify(posting).replace(/</g, '\\u003c')
}

/**
 * The job postings for search engines, by the data of their page. They are not a part of that data, because
 * the router sends the data to the browser, which needs no posting.
 */
const postings = new WeakMap<object, string>()
/** Stores the job posting for the page with this data. Returns the data. */
export function withPosting<Data extends object>(data: Data, posting: string | undefined): Data {
  if (posting) postings.set(data, posting)
  return data
}
/** The job posting of the page with this data; '' in the browser. */
export const storedPosting = (data: object) => postings.get(data) ?? ''
