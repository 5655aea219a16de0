/** Sentences for logged-in applicants, when a busy portal cannot show something yet. */
export const BUSY_PAGE_WORDS = {
  applications:
    'Very many people are here, so we cannot show your applications at this moment. What you saved and submitted is safe.',
  drafts:
    'Very many people are here, so notifications and numbers appear a little later. Your draft is safe. You can continue, save and submit it now.',
  again: (seconds: number) =>
    `This page tries again by itself in about ${seconds} seconds. You do not need to reload it or to log in again.`,
  onDevice: 'A draft is saved on this device. You can continue it now:',
  fromJob: 'You can also open the page of the job and press Continue Application.',
  numbers: 'These numbers come later, by themselves.',
} as const
