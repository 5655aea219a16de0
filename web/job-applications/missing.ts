import { missingParts, personalFaults } from '#contract/application-rules.ts'
import { DOCUMENT_WORDS } from '#contract/documents.ts'
import { NEXT_WORDS, type Step } from '#contract/application-words.ts'
import { type FormName, LIST_OF, lookAtForm } from './lists.ts'
import { missingDocuments } from './step-tabs.tsx'
import type { Wizard } from './use-wizard.ts'

export type StillMissing = { step: Step; words: string }

const ASKED_OF_SOME: Record<string, string> = { employment_number: 'employment number', huduma_centre: 'Huduma Centre', by_election_area: 'By-Election Area' }

/** What each step still lacks, in a line each: for the margin. Of the first step the answer itself is named. */
export function stillMissing({ draft, flags, context }: Wizard): StillMissing[] {
  const personal = Object.keys(personalFaults(draft.answers, context.job, '')).map((field) => `Personal details: ${ASKED_OF_SOME[field]}`)
  const found: StillMissing[] = missingParts(flags, draft.answers, context.job)
    .filter(({ line, step }, at, all) => step === 1 || !all.slice(at + 1).some((other) => other.step === step) || line.startsWith(NEXT_WORDS.education))
    .flatMap(({ line, step }) => (step === 1 && personal.length > 0 ? personal : [line]).map((words) => ({ step, words })))
  const documents = context.job.documents === 'required' ? missingDocuments(context) : []
  return documents.length > 0 ? [...found, { step: 4, words: DOCUMENT_WORDS.missing(documents) }] : found
}

const STEP_OF: Record<FormName, Step> = { education: 2, experience: 3, referee: 4 }

/** Forms in which something stands that is in no list: it would not be sent. */
export const openForms = ({ draft, context, today }: Pick<Wizard, 'draft' | 'context' | 'today'>): Step[] =>
  (Object.keys(LIST_OF) as FormName[])
    .filter((name) => ['partial', 'complete'].includes(lookAtForm(name, draft, context.job, today).is))
    .map((name) => STEP_OF[name])
