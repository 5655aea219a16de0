import { type Answers, asStored } from '#contract/job-applications/rules.ts'
import { normalisePhone } from '#contract/normalise.ts'
import { type Draft, type Forms, isDeepEqual } from './draft.ts'

/** The parts of a draft. Each can change in two places without the others. */
export const SECTIONS = ['personal', 'education', 'experience', 'referees'] as const
export type Section = (typeof SECTIONS)[number]
export type Choice = 'mine' | 'theirs' | 'both'

const FORM_OF = {
  education: 'education',
  experience: 'experience',
  referees: 'referee',
} as const satisfies Record<Exclude<Section, 'personal'>, keyof Forms>

const PERSONAL = [
  'address',
  'employment_number',
  'huduma_centre',
  'by_election_area',
] as const satisfies (keyof Answers)[]

// A list as the server stores it. So the same entry compares equal, even if it was typed in another form.
const storedList = ({ answers }: Draft, section: Exclude<Section, 'personal'>): unknown[] => {
  if (section === 'experience') return answers.experience.map(asStored)
  if (section === 'referees')
    return answers.referees.map((referee) => ({ ...referee, phone: normalisePhone(referee.phone) }))
  return answers.education
}

/** What of a section is compared: its answers, and typed text that is in no list yet. */
const contentOf = (draft: Draft, section: Section) =>
  section === 'personal'
    ? { ...Object.fromEntries(PERSONAL.map((name) => [name, draft.answers[name]])), ...draft.typed }
    : { list: storedList(draft, section), form: draft.forms[FORM_OF[section]] }

/** The sections in which two versions differ. */
export const differingSections = (mine: Draft, theirs: Draft): Section[] =>
  SECTIONS.filter((section) => !isDeepEqual(contentOf(mine, section), contentOf(theirs, section)))

/**
 * The version that is ticked before the person chooses: the one that alone has changed. If both have changed,
 * the version of this tab.
 */
export const likelyChoice = (section: Section, base: Draft | undefined, mine: Draft): Choice =>
  base && isDeepEqual(contentOf(base, section), contentOf(mine, section)) ? 'theirs' : 'mine'

/** Whether both versions of a section can be joined. Lists can, a single answer cannot. */
export const canCombine = (section: Section, mine: Draft, theirs: Draft) =>
  section !== 'personal' && mine.answers[section].length > 0 && theirs.answers[section].length > 0

const joinLists = <Entry>(mine: Entry[], theirs: Entry[]) => [
  ...theirs,
  ...mine.filter((entry) => !theirs.some((other) => isDeepEqual(entry, other))),
]

/** The draft `into` with one list and its form as chosen. With 'both', the form is from this tab. */
function withChosenList(
  section: Exclude<Section, 'personal'>,
  choice: Choice,
  mine: Draft,
  theirs: Draft,
  into: Draft,
): Draft {
  const form = FORM_OF[section]
  const from = choice === 'theirs' ? theirs : mine
  const list =
    choice === 'both'
      ? joinLists<unknown>(mine.answers[section], theirs.answers[section])
      : from.answers[section]
  return {
    ...into,
    answers: { ...into.answers, [section]: list },
    forms: { ...into.forms, [form]: from.forms[form] },
    // When two lists are joined, the entry that the form was changing may have another index. So the form no
    // longer changes that entry: it adds a new one.
    editing: { ...into.editing, [form]: choice === 'both' ? undefined : from.editing[form] },
  }
}

/** Merges two drafts, section by section, as the person chose. The person stays on their step. */
export function mergeDrafts(mine: Draft, theirs: Draft, choices: Partial<Record<Section, Choice>>): Draft {
  let draft = mine
  for (const section of SECTIONS) {
    const choice = choices[section] ?? 'mine'
    if (section !== 'personal') draft = withChosenList(section, choice, mine, theirs, draft)
    else if (choice === 'theirs') {
      const taken = Object.fromEntries(PERSONAL.map((name) => [name, theirs.answers[name]]))
      draft = { ...draft, answers: { ...draft.answers, ...taken }, typed: theirs.typed }
    }
  }
  return draft
}
