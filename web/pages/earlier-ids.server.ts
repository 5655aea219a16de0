/**
 * Ids that sections of the public pages had before their headings were reworded, by their present id. Links
 * that people saved still end in them.
 */
export const EARLIER_IDS: Readonly<Record<string, readonly string[]>> = {
  // Help
  'someone-changed-my-password': ['somebody-changed-my-password'],
  'the-code-in-the-email-does-not-work': ['the-code-in-the-letter-does-not-work'],
  'can-i-save-and-continue-later': ['can-i-save-and-go-on-later'],
  'can-someone-else-apply-for-me': ['can-somebody-else-apply-for-me'],
  'what-are-the-steps-and-how-long-do-they-take': ['how-long-does-an-application-take'],
  'someone-asked-me-for-money': ['somebody-asked-me-for-money'],
  'which-file-types-and-sizes-can-i-upload': ['which-files-are-taken-and-how-large'],
  'my-file-was-not-accepted': ['my-file-is-refused'],
  'the-job-says-expired': ['the-notice-says-expired'],
  'the-email-with-the-link-has-not-come': ['the-letter-with-the-link-has-not-come'],
  'how-are-selected-people-notified': ['how-are-selected-people-told'],
  // Resources
  'to-create-an-account': ['have-these-ready-to-create-an-account'],
  'to-apply': ['have-these-ready-to-apply'],
  'i-created-an-account-and-no-email-came': [
    'i-created-an-account-and-no-letter-came',
    'i-pressed-the-button-and-nothing-came-by-email',
  ],
  'my-code-does-not-work': ['the-code-in-the-email-does-not-work', 'the-code-in-the-letter-does-not-work'],
  // Complaints, contact, privacy
  'someone-asked-for-a-bribe-or-offered-one': ['somebody-asked-for-a-bribe-or-offered-one'],
  'what-to-include-so-that-we-can-help-the-first-time': ['what-to-say-so-that-one-letter-is-enough'],
  'what-we-keep': ['what-we-keep-and-why'],
  'what-we-note-about-visits': ['what-we-write-down-about-visits'],
  emails: ['letters'],
}
