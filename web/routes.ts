import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Each page's address and file. If several routes have the same file, each needs its own `id`. */
export default [
  layout('layout/public-layout.tsx', [
    index('jobs/home-page.tsx'),
    route('jobs', 'jobs/jobs-page.tsx'),
    route('jobs/:id', 'jobs/job-page.tsx'),
    route('login', 'accounts/login-page.tsx'),
    route('register', 'accounts/register-page.tsx'),
    route('forgot-password', 'accounts/forgot-password-page.tsx'),
    route('security-setup', 'accounts/security-setup-page.tsx'),
    route('verify-email/:token?', 'accounts/verify-email-page.tsx'),
    route('not-me/:token', 'accounts/undo-reset-page.tsx'),
    route('confirm-email/:token', 'accounts/confirm-email-page.tsx'),
    route('undo-email/:token', 'accounts/undo-email-page.tsx'),
    route('dashboard', 'dashboard/shell.tsx', [
      index('dashboard/dashboard-page.tsx'),
      route('jobs', 'dashboard/jobs-page.tsx', { id: 'dashboard-jobs' }),
      route('applications', 'dashboard/applications-page.tsx'),
      route('applications/:id', 'dashboard/application-page.tsx'),
      route('applications/:id/selection', 'dashboard/own-selection-page.tsx'),
      route('profile', 'dashboard/profile-page.tsx'),
      route('corrections', 'corrections/corrections-page.tsx'),
      route('notifications', 'notifications/notifications-page.tsx'),
      route('settings', 'dashboard/settings-page.tsx'),
      route('delete-account', 'erasure/delete-account-page.tsx'),
    ]),
    route('apply', 'job-applications/apply-page.tsx'),
    route('newsletter/confirm/:token', 'newsletter/confirm-page.tsx'),
    route('newsletter/stop/:token', 'newsletter/stop-page.tsx'),
    route('api-docs', 'pages/api-page.tsx'),
    route('transparency', 'transparency/transparency-page.tsx'),
    route('selections', 'selections/selections-page.tsx'),
    route('selections/sample', 'selections/sample-page.tsx'),
    route('selections/:job', 'selections/selection-page.tsx'),
    route('selections/:job/results/:run/:unit', 'selections/unit-page.tsx'),
    route('verify', 'transparency/verify-page.tsx'),
    route('status', 'status/status-page.tsx'),
    ...['about', 'services', 'resources', 'contact', 'complaints', 'privacy', 'terms'].map((path) =>
      route(path, 'pages/content-page.tsx', { id: path }),
    ),
    route('resources/:slug', 'pages/content-page.tsx', { id: 'help' }),
    route('*', 'layout/not-found-page.tsx'),
  ]),
  layout('staff-ui/frame.tsx', [
    route('staff/login', 'staff/login-page.tsx'),
    route('staff/join/:token', 'staff/join-page.tsx'),
    route('staff', 'staff-ui/shell.tsx', [
      index('start/home-page.tsx'),
      route('jobs', 'staff-jobs/jobs-page.tsx', { id: 'staff-jobs' }),
      // The head and the tabs of a job stay while its next page loads.
      layout('staff-ui/job-layout.tsx', [
        route('jobs/:id', 'staff-jobs/job-page.tsx', { id: 'staff-job' }),
        // These pages have three loaders. So opening a case does not load the rows or the overview again.
        route('jobs/:id/applications', 'review/overview-route.ts', [
          layout('review/rows-route.ts', [
            index('review/applications-page.tsx', { id: 'staff-applications' }),
          ]),
        ]),
        route('jobs/:id/selection-rule', 'selection-rules/rule-page.tsx'),
        route('jobs/:id/selection', 'selection-ceremony/ceremony-page.tsx'),
        route('jobs/:id/shares', 'shares/shares-page.tsx'),
        route('jobs/:id/selection/documents', 'selection-checks/documents-page.tsx'),
        route('jobs/:id/messages', 'messages/messages-page.tsx'),
        route('messages/:id', 'messages/message-page.tsx'),
        route('jobs/:id/exports', 'exports/exports-page.tsx'),
        route('jobs/:id/published-list', 'exports/published-list-page.tsx'),
        route('jobs/:id/reports', 'reports/job-reports-page.tsx'),
        route('decisions', 'decisions/decisions-page.tsx'),
      ]),
      route('reports', 'reports/portal-reports-page.tsx'),
      route('last-hour', 'last-hour/last-hour-page.tsx'),
      route('decisions/:id', 'decisions/decision-page.tsx'),
      route('support', 'support/support-page.tsx', [route('people/:handle', 'support/person-page.tsx')]),
      route('names', 'support/names-page.tsx'),
      route('corrections', 'support/corrections-page.tsx', { id: 'staff-corrections' }),
      // These pages have two loaders each. So a filter or another county loads only what it changes.
      route('reference-data', 'reference-data/lists-route.ts', [
        index('reference-data/reference-data-page.tsx'),
      ]),
      route('retention', 'retention/retention-page.tsx'),
      route('account', 'staff/account-page.tsx'),
      route('people', 'staff/people-page.tsx'),
      route('audit-log', 'audit-log/alarms-route.ts', [index('audit-log/audit-log-page.tsx')]),
      route('*', 'staff-ui/no-page.tsx'),
    ]),
  ]),
] satisfies RouteConfig
