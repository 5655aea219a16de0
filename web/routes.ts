import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

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
    route('dashboard', 'dashboard/shell.tsx', [
      index('dashboard/dashboard-page.tsx'),
      route('jobs', 'dashboard/jobs-page.tsx', { id: 'dashboard-jobs' }),
      route('applications', 'dashboard/applications-page.tsx'),
      route('applications/:id', 'dashboard/application-page.tsx'),
      route('profile', 'dashboard/profile-page.tsx'),
      route('notifications', 'dashboard/notifications-page.tsx'),
      route('settings', 'dashboard/settings-page.tsx'),
    ]),
    route('apply', 'job-applications/apply-page.tsx'),
    route('newsletter/confirm/:token', 'newsletter/confirm-page.tsx'),
    route('newsletter/stop/:token', 'newsletter/stop-page.tsx'),
    route('api-docs', 'pages/api-page.tsx'),
    route('transparency', 'transparency/transparency-page.tsx'),
    route('verify', 'transparency/verify-page.tsx'),
    ...['about', 'services', 'resources', 'contact', 'privacy', 'terms'].map((path) => route(path, 'pages/content-page.tsx', { id: path })),
    route('resources/:slug', 'pages/content-page.tsx', { id: 'help' }),
    route('*', 'layout/not-found-page.tsx'),
  ]),
  layout('staff/frame.tsx', [
    route('staff/login', 'staff/login-page.tsx'),
    route('staff/join/:token', 'staff/join-page.tsx'),
    route('staff', 'staff/shell.tsx', [
      index('staff/home-page.tsx'),
      route('jobs', 'staff/jobs-page.tsx', { id: 'staff-jobs' }),
      route('jobs/:id', 'staff/job-page.tsx', { id: 'staff-job' }),
      route('people', 'staff/people-page.tsx'),
      route('log', 'staff/log-page.tsx'),
    ]),
  ]),
] satisfies RouteConfig
