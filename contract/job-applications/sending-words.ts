import { clockTimeInFull, shortMoment } from '../dates.ts'
import type { DocumentKind } from '../documents/documents.ts'
import { documentName, type JobDocuments } from '../jobs/wanted-documents.ts'

// Sentences for an applicant while the browser sends an application, and when a file was refused.

/** The names of these documents within a sentence. */
const USUAL_NAMES: Partial<Record<DocumentKind, string>> = { cv: 'CV', cover_letter: 'cover letter' }
type Job = Pick<JobDocuments, 'wanted_documents'>
const quoted = (name: string) => `“${name}”`
const nameOf = (kind: DocumentKind, job: Job) =>
  USUAL_NAMES[kind] ?? `file for ${quoted(documentName(kind, job))}`
/**
 * Names of documents after the word "your": `CV and your cover letter`. They are joined with a template,
 * so that the catalogues of translations have the words between them.
 */
const named = (kinds: readonly DocumentKind[], job: Job) =>
  kinds
    .map((kind) => nameOf(kind, job))
    .reduce((names, name) => (names ? `${names} and your ${name}` : name), '')

/**
 * Sentences of refusals that the form shows too. They are in this file, because the table of all refusals is
 * too large to load with the form.
 */
export const REFUSAL_WORDS = {
  jobClosed: 'Applications for this job have closed.',
  alreadyApplied: 'You have already applied for this position.',
} as const

/**
 * Sentences for an applicant while a submit has no answer yet. A time such as `5:00 p.m.` already ends with a
 * full stop, so none follows.
 */
export const SENDING_WORDS = {
  receivedTitle: 'We have your application',
  received: (moment: Date) =>
    `We received your application at ${clockTimeInFull(moment)} It counts. Keep this page open; we are sending it again.`,
  receivedShort: (moment: Date) => `Received at ${clockTimeInFull(moment)} It counts.`,
  /** Shown on the login page. */
  logIn: (moment: Date) =>
    `We received your application at ${clockTimeInFull(moment)} It counts. Log in with the same account, and we send it again.`,
  busyTitle: 'We are very busy',
  busy: 'We could not take your application yet. Keep this page open; we are sending it again.',
  files: 'A file has not reached us yet. We send the file, and then your application again.',
  /** A title has no full stop. */
  fileRefused: (kinds: readonly DocumentKind[], job: Job) => `We could not take your ${named(kinds, job)}`,
  /** The same text as a sentence, which comes before the reasons. */
  fileRefusedFor: (kinds: readonly DocumentKind[], job: Job) =>
    `We could not take your ${named(kinds, job)}.`,
  fileLost: 'This file is no longer on this device.',
  /** Before the deadline. */
  otherFile: 'Choose another file at step 4, then submit again.',
  ask: (deadline: string | null) =>
    `You can choose another file and submit again until ${shortMoment(deadline)} If you do nothing, we send your application without this file at that time.`,
  chooseFile: (kind: DocumentKind, job: Job) => `Choose a file: ${documentName(kind, job)}`,
  chooseOther: 'Choose another file',
  sendWithout: 'Send it without this file',
  openToReplace: 'Open this application to choose another file.',
  openToChoose: 'Open this application to choose another file, or to send it without this one.',
  sentWithout: (kinds: readonly DocumentKind[], job: Job) =>
    `We could not take your ${named(kinds, job)}, so your application was sent without it.`,
  sendingWithout: (kinds: readonly DocumentKind[], job: Job) =>
    `We could not take your ${named(kinds, job)}. The deadline has passed, so we send your application without it.`,
  /** Shown after the deadline, for a job that requires the document. */
  fileNeeded: (kinds: readonly DocumentKind[], job: Job, moment: Date) =>
    [
      `We could not take your ${named(kinds, job)}, and this job asks for it. You cannot replace it after the deadline.`,
      `If you think this is wrong, write to us. Say that we received your application at ${clockTimeInFull(moment)}`,
    ].join('\n'),
  notSubmitted: 'It is not submitted',
  stillSending: 'We are still sending it',
  extended: (deadline: string) => `The deadline was extended to ${shortMoment(deadline)} EAT.`,
  deadlinePassed: 'The deadline has passed.',
  afterDeadline: 'Only an application that reached us before the deadline counts. Your draft is kept.',
} as const

/** Sentences of the form that corrects a sent application (W15). The dashboard shows `counts` too. */
export const CORRECTED_WORDS = {
  counts: 'What you sent keeps counting until you send the correction.',
  changed: 'What changed',
  send: 'Are you sure you want to send the correction? It replaces what you sent before. You can correct it again while the job is open.',
  sendYes: 'Yes, Send',
  sent: 'Correction Sent Successfully!',
} as const
