/**
 * The address of every page of visitors and applicants. A redirect or link is one of these, or of
 * `staffPaths`, and never text from a request (T37).
 */
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
  ownSelection: (applicationId: number) => `/dashboard/applications/${applicationId}/selection`,
  profile: '/dashboard/profile',
  editProfile: '/dashboard/profile?edit=1',
  notifications: '/dashboard/notifications',
  settings: '/dashboard/settings',
  deleteAccount: '/dashboard/delete-account',
  corrections: '/dashboard/corrections',
  /** The address of the profile, with a link back to the application for this job (W13). */
  profileFor: (jobId: number) => `/dashboard/profile?job=${jobId}`,
  apply: (jobId?: number | string) => (jobId === undefined ? '/apply' : `/apply?job=${jobId}`),
  about: '/about',
  services: '/services',
  resources: '/resources',
  dataCost: '/resources/data',
  contact: '/contact',
  complaints: '/complaints',
  privacy: '/privacy',
  terms: '/terms',
  apiDocs: '/api-docs',
  transparency: '/transparency',
  verify: '/verify',
  status: '/status',
  selections: '/selections',
  selectionSample: '/selections/sample',
  selection: (job: number | string) => `/selections/${job}`,
  /** A selection's result. `run`: its computation. `unit`: an area whose seats are filled together. */
  selectionUnit: (job: number, run: number, unit: number) => `/selections/${job}/results/${run}/${unit}`,
} as const

/**
 * Whether this is an address of a page for people who are logged in. After a login, the portal returns only
 * to such an address (A20, T37). It takes `/dashboard/jobs?page=2` and refuses `//evil.example/dashboard`.
 */
export const isGuarded = (address: string) =>
  /^\/(?:dashboard|apply|security-setup)(?:\/[\w-]+)*\/?(?:\?[\w=&%+.-]*)?$/.test(address)

/** Whether this is the page of the application form, also with slashes at the end of its address. */
export const isWizard = (pathname: string) => pathname.replace(/\/+$/, '') === paths.apply()
