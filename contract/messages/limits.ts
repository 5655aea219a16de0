/** Limits of messages to applicants. */
export const MESSAGES = {
  maxName: 120,
  maxSubject: 150,
  maxBody: 4_000,
  /** The number of emails that the preview of a message shows. */
  previews: 3,
  pageSize: 20,
  maxTemplates: 200,
} as const

/**
 * Without a second officer, an officer may write to `maxRecipientsAlone` applicants within `aloneMinutes`.
 * Every message can be stopped for `stopMinutes`.
 */
export const SENDING = { maxRecipientsAlone: 20, aloneMinutes: 60, stopMinutes: 10, maxNote: 1_000 } as const
