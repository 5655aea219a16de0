/** Every page's address. A redirect or link is one of these, never text from a request (T37). */
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
  applications: (status?: string) => (status ? `/dashboard/applications?status=${status}` : '/dashboard/applications'),
  application: (id: number) => `/dashboard/applications/${id}`,
  profile: '/dashboard/profile',
  editProfile: '/dashboard/profile?edit=1',
  notifications: '/dashboard/notifications',
  settings: '/dashboard/settings',
  /** W13: the profile, with the way back to the application for a job. */
  profileFor: (jobId: number) => `/dashboard/profile?job=${jobId}`,
  apply: (jobId?: number | string) => (jobId === undefined ? '/apply' : `/apply?job=${jobId}`),
  about: '/about',
  services: '/services',
  resources: '/resources',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  apiDocs: '/api-docs',
  staff: '/staff',
  staffLogin: '/staff/login',
  staffPeople: '/staff/people',
  staffLog: '/staff/log',
  transparency: '/transparency',
  verify: '/verify',
} as const

/** Whether this is the page of the form, however its address is written. */
export const isWizard = (pathname: string) => pathname.replace(/\/+$/, '') === paths.apply()
