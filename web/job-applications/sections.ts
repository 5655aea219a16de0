import { type Answers, asStored, type Experience } from '#contract/job-applications/rules.ts'
import { normalisePhone } from '#contract/normalise.ts'
import { type Draft, type Forms, isDeepEqual } from './draft.ts'

/** The parts of a draft that are compared, and chosen, one by one after it was changed in two places. */
const SECTIONS = ['personal', 'education', 'experience', 'referees'] as const
export type Section = (typeof SECTIONS)[number]
/** `mine`: the version of this tab. `theirs`: the one written elsewhere. `both`: the two lists joined. */
export type Choice = 'mine' | 'theirs' | 'both'

/** For each list, the form that adds an entry to it. */
const FORM_OF = {
  education: 'education',
  experience: 'experience',
  referees: 'referee',
} as const satisfies Record<Exclude<Section, 'personal'>, keyof Forms>

const PERSONAL_ANSWERS = [
  'address',
  'employment_number',
  'huduma_centre',
  'by_election_area',
] as const satisfies (keyof Answers)[]

// A list as the server stores it. So an entry equals the same entry that was typed in another way, such as a
// phone number with spaces.
const storedList = ({ answers }: Draft, section: Exclude<Section, 'personal'>): unknown[] => {
  if (section === 'experience') return answers.experience.map(asStored)
  if (section === 'referees')
    return answers.referees.map((referee) => ({ ...referee, phone: normalisePhone(referee.phone) }))
  return answers.education
}

/** The content by which a section is compared: its answers, and typed text that is in no list yet. */
const contentOf = (draft: Draft, section: Section) =>
  section === 'personal'
    ? { ...Object.fromEntries(PERSONAL_ANSWERS.map((name) => [name, draft.answers[name]])), ...draft.typed }
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

/** Both lists of work. Real work replaces the entry 'no experience yet' (W5). */
const joinWork = (mine: Experience[], theirs: Experience[]) => {
  const joined = joinLists(mine, theirs)
  const real = joined.filter((entry) => !entry.no_experience)
  return real.length > 0 ? real : joined
}

/** `draft` with one list and its form as chosen. With 'both', the form is from this tab. */
function withChosenList(
  section: Exclude<Section, 'personal'>,
  choice: Choice,
  mine: Draft,
  theirs: Draft,
  draft: Draft,
): Draft {
  const form = FORM_OF[section]
  const source = choice === 'theirs' ? theirs : mine
  const joined =
    section === 'experience'
      ? joinWork(mine.answers.experience, theirs.answers.experience)
      : joinLists<unknown>(mine.answers[section], theirs.answers[section])
  const list = choice === 'both' ? joined : source.answers[section]
  return {
    ...draft,
    answers: { ...draft.answers, [section]: list },
    forms: { ...draft.forms, [form]: source.forms[form] },
    // When two lists are joined, the entry that the form was changing may have another index. So the form no
    // longer changes that entry: it adds a new one.
    editing: { ...draft.editing, [form]: choice === 'both' ? undefined : source.editing[form] },
  }
}

/** Merges two drafts, section by section, as the person chose. All else, such as the step, is from `mine`. */
export function mergeDrafts(mine: Draft, theirs: Draft, choices: Partial<Record<Section, Choice>>): Draft {
  let draft = mine
  for (const section of SECTIONS) {
    const choice = choices[section] ?? 'mine'
    if (section !== 'personal') draft = withChosenList(section, choice, mine, theirs, draft)
    else if (choice === 'theirs') {
      const taken = Object.fromEntries(PERSONAL_ANSWERS.map((name) => [name, theirs.answers[name]]))
      draft = { ...draft, answers: { ...draft.answers, ...taken }, typed: theirs.typed }
    }
  }
  return draft
}
