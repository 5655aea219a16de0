/** The titles of the pages. A link below an answer shows the title of its page, not its text in the help. */
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
  '/transparency': 'The public log',
  '/verify': 'Check a receipt',
}
