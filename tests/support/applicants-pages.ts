import type { Page } from '@playwright/test'
import type { OpenedPage } from './waterfalls.ts'

/** Also checks, at the first page of a browser, who is logged in. */
export const PROFILE = 'GET /api/user/profile/'
const STATS = 'GET /api/dashboard/stats/'
const LIST = 'GET /api/job-applications/'
const APPLICATION = 'GET /api/job-applications/{id}/'
const JOB = 'GET /api/jobs/{id}/'
const CHECK = 'GET /api/job-applications/check/{id}/'

const inMenu = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name })
const onPage = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('link', { name }).filter({ visible: true }).first()

/**
 * The ids of an applicant with one submitted application, `sent`, one draft, for `job`, and one application
 * that is being corrected, `corrected`, for `correctedJob`.
 */
export type ApplicantsIds = { sent: number; job: number; corrected: number; correctedJob: number }

/** The link to a page, on the page that is open. */
const linkTo = (path: string) => (page: Page) =>
  page.getByRole('main').locator(`a[href="${path}"]`).filter({ visible: true }).first()

/** The form for a job. `later`: what it loads as soon as it knows the number of the application. */
const form = (job: number, from: string, later: OpenedPage['later']): OpenedPage => ({
  path: `/apply?job=${job}`,
  from,
  link: linkTo(`/apply?job=${job}`),
  heading: /./,
  calls: [JOB, CHECK, PROFILE, 'GET /api/qualification-levels/'],
  later,
})

/** All pages of this applicant. */
export const applicantsPages = ({ sent, job, corrected, correctedJob }: ApplicantsIds): OpenedPage[] => [
  {
    path: '/dashboard',
    from: '/dashboard/settings',
    link: inMenu('Dashboard'),
    heading: /^Habari, /,
    calls: [STATS, PROFILE, LIST, 'GET /api/notifications/'],
    later: [
      [APPLICATION, LIST, 'only the list tells which draft comes first'],
      [JOB, LIST, 'the chosen job is loaded only if the list has no application for it'],
    ],
  },
  {
    path: '/dashboard/jobs',
    from: '/dashboard/settings',
    link: inMenu('Available Jobs'),
    heading: 'Available Job Openings',
    calls: [STATS, 'GET /api/jobs/list/'],
  },
  {
    path: '/dashboard/applications',
    from: '/dashboard/settings',
    link: inMenu('My Applications'),
    heading: 'My Applications',
    calls: [STATS, LIST],
  },
  {
    path: `/dashboard/applications/${sent}`,
    from: '/dashboard/applications?status=pending',
    link: linkTo(`/dashboard/applications/${sent}`),
    heading: /./,
    calls: [
      STATS,
      APPLICATION,
      'GET /api/job-applications/{id}/access-records/',
      'GET /api/job-applications/{id}/points/',
    ],
  },
  {
    path: `/dashboard/applications/${sent}/selection`,
    from: `/dashboard/applications/${sent}`,
    link: onPage('Your place in the selection'),
    heading: /./,
    calls: [STATS, 'GET /api/job-applications/{id}/selection/'],
  },
  {
    path: '/dashboard/profile',
    from: '/dashboard/settings',
    link: inMenu('My Profile'),
    heading: /./,
    calls: [STATS, PROFILE],
  },
  {
    path: '/dashboard/corrections',
    from: '/dashboard/profile',
    link: onPage('ask us to correct it'),
    heading: 'Correct my details',
    calls: [STATS, PROFILE, 'GET /api/corrections/'],
  },
  {
    path: '/dashboard/notifications',
    from: '/dashboard/settings',
    link: inMenu('Notifications'),
    heading: 'Notifications',
    calls: [STATS, 'GET /api/notifications/'],
  },
  {
    path: '/dashboard/settings',
    from: '/dashboard/profile',
    link: onPage('Change Password'),
    heading: 'Change Password',
    calls: [
      STATS,
      'GET /api/sessions/',
      'GET /api/email-change/',
      'GET /api/failed-logins/',
      'GET /api/passkeys/',
    ],
  },
  {
    path: '/dashboard/delete-account',
    from: '/dashboard/settings',
    link: onPage('Delete my account'),
    heading: 'Delete my account',
    calls: [STATS, 'GET /api/erasure/', 'GET /api/passkeys/'],
  },
  {
    path: '/security-setup',
    from: '/dashboard',
    link: onPage('Set Security Question'),
    heading: 'Set Security Question',
    calls: [],
  },
  form(job, '/dashboard/applications', [
    [APPLICATION, CHECK, 'only the check tells the number of the application'],
  ]),
  form(correctedJob, `/dashboard/applications/${corrected}`, [
    [APPLICATION, CHECK, 'only the check tells the number of the application'],
    [APPLICATION, CHECK, 'the version that was sent, too: only the check tells that it is corrected'],
  ]),
]
