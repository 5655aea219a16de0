import type { PageAddress } from '#contract/site/pages.ts'

/** The titles of the portal's pages. A link below an answer has its page's title as text. */
export const PAGE_TITLES: Record<string, string> = {
  '/jobs': 'Jobs',
  '/login': 'Login',
  '/register': 'Create Your Account',
  '/forgot-password': 'Forgot Password',
  '/dashboard': 'Dashboard',
  '/dashboard/applications': 'My Applications',
  '/dashboard/profile': 'My Profile',
  '/dashboard/notifications': 'Notifications',
  '/dashboard/settings': 'Change Password',
  '/contact': 'Contact',
  '/complaints': 'Complaints',
  '/line': 'The line',
  '/status': 'How the portal is',
  '/privacy': 'Privacy',
  '/resources/data': 'What applying costs in data',
  '/selections': 'Selections',
  '/selections/sample': 'A sample of a selection',
  '/transparency': 'The public log',
  '/verify': 'Check a receipt',
} satisfies Partial<Record<PageAddress | '/resources/data', string>>
