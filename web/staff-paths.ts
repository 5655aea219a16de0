/**
 * The addresses of staff pages. They are in a file of their own, so that no applicant downloads them. `query`
 * has no question mark.
 */
export const staffPaths = {
  home: '/staff',
  login: '/staff/login',
  jobs: '/staff/jobs',
  job: (id: number) => `/staff/jobs/${id}`,
  awaiting: '/staff/jobs?state=awaiting',
  applications: (jobId: number, query = '') => `/staff/jobs/${jobId}/applications${query ? `?${query}` : ''}`,
  /** The page where a job's applications are shared out among officers. */
  shares: (jobId: number) => `/staff/jobs/${jobId}/shares`,
  decisions: (jobId?: number) => (jobId ? `/staff/decisions?job=${jobId}` : '/staff/decisions'),
  decision: (id: number) => `/staff/decisions/${id}`,
  messages: (jobId: number) => `/staff/jobs/${jobId}/messages`,
  /**
   * The page to check documents. `show`: open, failed or passed. `after`: the last id on the previous page;
   * absent for the first page.
   */
  selectionDocuments: (jobId: number, show = 'open', after?: number) =>
    `/staff/jobs/${jobId}/selection/documents?show=${show}${after ? `&after=${after}` : ''}`,
  message: (id: number) => `/staff/messages/${id}`,
  publishedList: (jobId: number) => `/staff/jobs/${jobId}/published-list`,
  exports: (jobId: number, query = '') => `/staff/jobs/${jobId}/exports${query ? `?${query}` : ''}`,
  reports: (jobId: number) => `/staff/jobs/${jobId}/reports`,
  selection: (jobId: number) => `/staff/jobs/${jobId}/selection`,
  selectionRule: (jobId: number) => `/staff/jobs/${jobId}/selection-rule`,
  portalReports: '/staff/reports',
  lastHour: '/staff/last-hour',
  support: '/staff/support',
  /** A person whom support helps. For one hour, the handle means this person, for this officer only. */
  helped: (handle: string) => `/staff/support/people/${handle}`,
  names: '/staff/names',
  corrections: '/staff/corrections',
  referenceData: '/staff/reference-data',
  account: '/staff/account',
  people: '/staff/people',
  retention: '/staff/retention',
  auditLog: '/staff/audit-log',
} as const
