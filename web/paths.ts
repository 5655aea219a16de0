/** The address of every page. A redirect or link is one of these, never text from a request (T37). */
export const paths = {
  home: '/',
  jobs: '/jobs',
  job: (id: number | string) => `/jobs/${id}`,
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  securitySetup: '/security-setup',
  dashboard: '/dashboard',
  dashboardJobs: (page = 1) => (page > 1 ? `/dashboard/jobs?page=${page}` : '/dashboard/jobs'),
  applications: (status?: string) =>
    status ? `/dashboard/applications?status=${status}` : '/dashboard/applications',
  application: (id: number) => `/dashboard/applications/${id}`,
  profile: '/dashboard/profile',
  editProfile: '/dashboard/profile?edit=1',
  notifications: '/dashboard/notifications',
  settings: '/dashboard/settings',
  /** W13: the profile, with the link back to the application for a job. */
  profileFor: (jobId: number) => `/dashboard/profile?job=${jobId}`,
  apply: (jobId?: number | string) => (jobId === undefined ? '/apply' : `/apply?job=${jobId}`),
  about: '/about',
  services: '/services',
  resources: '/resources',
  contact: '/contact',
  complaints: '/complaints',
  privacy: '/privacy',
  terms: '/terms',
  apiDocs: '/api-docs',
  staff: '/staff',
  staffLogin: '/staff/login',
  staffJobs: '/staff/jobs',
  staffJob: (id: number) => `/staff/jobs/${id}`,
  staffAwaiting: '/staff/jobs?state=awaiting',
  staffApplications: (jobId: number, query = '') =>
    `/staff/jobs/${jobId}/applications${query ? `?${query}` : ''}`,
  staffDecisions: (jobId?: number) => (jobId ? `/staff/decisions?job=${jobId}` : '/staff/decisions'),
  staffDecision: (id: number) => `/staff/decisions/${id}`,
  staffMessages: (jobId: number) => `/staff/jobs/${jobId}/messages`,
  staffMessage: (id: number) => `/staff/messages/${id}`,
  staffPublishedList: (jobId: number) => `/staff/jobs/${jobId}/published-list`,
  staffExports: (jobId: number, query = '') => `/staff/jobs/${jobId}/exports${query ? `?${query}` : ''}`,
  staffReports: (jobId: number) => `/staff/jobs/${jobId}/reports`,
  staffPortalReports: '/staff/reports',
  staffLastHour: '/staff/last-hour',
  staffSupport: '/staff/support',
  staffHelped: (handle: string) => `/staff/support/people/${handle}`,
  staffNames: '/staff/names',
  staffReferenceData: '/staff/reference-data',
  staffAccount: '/staff/account',
  staffPeople: '/staff/people',
  staffAuditLog: '/staff/audit-log',
  transparency: '/transparency',
  verify: '/verify',
  status: '/status',
} as const

/** A20, T37: an address of a page for people who are logged in, and of no other. */
export const isGuarded = (address: string) =>
  /^\/(?:dashboard|apply|security-setup)(?:\/[\w-]+)*\/?(?:\?[\w=&%+.-]*)?$/.test(address)

/** Whether this is the page of the form, however its address is written. */
export const isWizard = (pathname: string) => pathname.replace(/\/+$/, '') === paths.apply()
