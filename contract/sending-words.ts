import { clockTimeInFull, shortDeadline } from './dates.ts'

/** What an applicant reads while a submit is not answered yet. A time ends in a full stop of its own. */
export const SENDING_WORDS = {
  receivedTitle: 'We have your application',
  received: (at: Date) => `We received your application at ${clockTimeInFull(at)} It counts. Keep this page open; we are sending it again.`,
  receivedShort: (at: Date) => `Received at ${clockTimeInFull(at)} It counts.`,
  /** On the login page. */
  logIn: (at: Date) => `We received your application at ${clockTimeInFull(at)} It counts. Log in with the same account, and we send it again.`,
  busyTitle: 'We are very busy',
  busy: 'We could not take your application yet. Keep this page open; we are sending it again.',
  files: 'A file has not reached us yet. We send the file, and then your application again.',
  notSubmitted: 'It is not submitted',
  stillSending: 'We are still sending it',
  extended: (deadline: string) => `The deadline was extended to ${shortDeadline(deadline)} EAT.`,
  deadlinePassed: 'The deadline has passed.',
} as const
