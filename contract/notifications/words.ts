/** S1 §8. */
export const NOTIFICATION_WORDS = {
  noToken: 'No authentication token',
  failed: 'Failed to fetch notifications',
} as const
