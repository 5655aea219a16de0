import type { FieldErrors } from '#contract/endpoint.ts'
import {
  type Answers,
  asStored,
  educationErrors,
  experienceErrors,
  refereeErrors,
} from '#contract/job-applications/rules.ts'
import { NEXT_WORDS } from '#contract/job-applications/words.ts'
import { normaliseEmail, normalisePhone } from '#contract/normalise.ts'
import type { Forms } from './draft.ts'

// How the entries of the three lists differ: education, experience and referees.

/** The three lists of the application form. Each list has its own form that adds an entry. */
export type FormName = keyof Forms

type EntryKind<Entry> = {
  listOf: (answers: Answers) => Entry[]
  errors: (entry: Entry, today: string) => FieldErrors
  /** The sentence for a list that has fewer entries than this. */
  tooFew: (minEntries: number) => string
  /** Turns an entry of the list into what its form shows. */
  asForm: (entry: Entry) => Entry
  /** Turns an entry into what the server stores: trimmed, with a phone number as +254712345678 (W25). */
  asStored: (entry: Entry) => Entry
  /** The list without 'no experience yet', which a real entry replaces. */
  withoutPlaceholder: (list: Entry[]) => Entry[]
}

/** An entry of a list without spaces at the start and end of its texts. */
const trimmed = <Entry extends object>(entry: Entry): Entry => {
  const texts = Object.entries(entry).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value.trim()]] : [],
  )
  return { ...entry, ...Object.fromEntries(texts) }
}

export const ENTRY_KINDS: { [Name in FormName]: EntryKind<Forms[Name]> } = {
  education: {
    listOf: ({ education }) => education,
    errors: educationErrors,
    tooFew: () => NEXT_WORDS.education,
    asForm: (entry) => entry,
    asStored: trimmed,
    withoutPlaceholder: (list) => list,
  },
  experience: {
    listOf: ({ experience }) => experience,
    errors: experienceErrors,
    tooFew: () => NEXT_WORDS.experience,
    asForm: (entry) => ({
      ...entry,
      // The end date is empty, not 'Present', while the person works there (W21).
      end_date: entry.currently_working ? '' : entry.end_date,
      // What is typed over the entry 'no experience yet' is real work.
      no_experience: false,
    }),
    asStored: (entry) => asStored(trimmed(entry)),
    // A real entry of work replaces the entry 'no experience yet' (W5).
    withoutPlaceholder: (list) => list.filter((entry) => !entry.no_experience),
  },
  referee: {
    listOf: ({ referees }) => referees,
    errors: refereeErrors,
    tooFew: NEXT_WORDS.referees,
    asForm: (entry) => entry,
    asStored: (entry) => {
      const { email, phone, ...rest } = trimmed(entry)
      return { ...rest, email: normaliseEmail(email), phone: normalisePhone(phone) }
    },
    withoutPlaceholder: (list) => list,
  },
}
