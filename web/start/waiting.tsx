import { Link } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import { shortMoment } from '#contract/dates.ts'
import type { JobChange } from '#contract/staff-jobs/staff-job.ts'
import type { StartPage, WaitingItem, WaitingKind, WaitsFor } from '#contract/start/endpoints.ts'
import { formatNumber } from '../ui/card.ts'
import { staffPaths } from '../staff-paths.ts'
import { countedApplications } from '../staff-ui/applications.ts'
import { CHANGE_WORDS } from '../staff-jobs/job-words.ts'
import { countedApplicants } from '../messages/preview-emails.tsx'

const KINDS: Record<WaitingKind, string> = {
  job: t`Job`,
  list: t`Decision list`,
  message: t`Message`,
  export: t`File with identities`,
  appointment: t`Appointment`,
  names: t`Request to see names`,
  corrections: t`Corrections that applicants asked for`,
}

/** Items of these kinds have no title, so their line shows the kind, and the title of the job if any. */
const WITHOUT_TITLE: ReadonlySet<WaitingKind> = new Set(['export', 'names', 'corrections'])

/** What an item waits for, in words. It waits for this officer, or with `second` for another person. */
const STATE_TEXTS: Record<WaitsFor, (item: WaitingItem) => string> = {
  decide: ({ until }) => (until ? t`Until ${shortMoment(until)}` : ''),
  draft: () => t`Not proposed yet`,
  returned: ({ by }) => (by ? t`Returned by ${by}` : t`Returned`),
  stop: ({ until }) => t`You can stop it until ${shortMoment(until)}`,
  download: ({ until }) => t`You can download it until ${shortMoment(until)}`,
  second: () => t`Waits for a second person`,
}

/** The page where the officer can act on an item. */
const pathOf = ({ kind, waits, id, job }: WaitingItem): string => {
  if (kind === 'list') return staffPaths.decision(id)
  if (kind === 'message') return staffPaths.message(id)
  if (kind === 'corrections') return staffPaths.corrections
  if (kind === 'appointment' || !job) return staffPaths.people
  if (kind === 'export') return staffPaths.exports(job.id)
  if (kind === 'names') return waits === 'decide' ? staffPaths.names : staffPaths.applications(job.id)
  return staffPaths.job(job.id)
}

const isJobChange = (note: string): note is JobChange => Object.hasOwn(CHANGE_WORDS, note)

/** The kind of an item in words. If a job waits for a decision, its note has the proposed change. */
const kindWords = ({ kind, waits, note }: WaitingItem) =>
  kind === 'job' && waits === 'decide' && isJobChange(note)
    ? `${KINDS.job}: ${CHANGE_WORDS[note].noun.toLowerCase()}`
    : KINDS[kind]

const sizeWords = ({ kind, size }: WaitingItem) => {
  if (size === null) return ''
  if (kind === 'corrections')
    return plural(size, { one: '1 correction', other: `${formatNumber(size)} corrections` })
  return kind === 'message' ? countedApplicants(size) : countedApplications(size)
}

/** The facts of an item in one line: its kind, size and job, who proposed it, and since when it waits. */
const factsOf = (item: WaitingItem): string => {
  const { kind, waits, job, title, by, at: since } = item
  // The title of the job is left out if the link before this line already shows it.
  const facts = [
    WITHOUT_TITLE.has(kind) ? '' : kindWords(item),
    sizeWords(item),
    job && (WITHOUT_TITLE.has(kind) || job.title !== title) ? job.title : '',
    waits === 'decide' && by ? t`from ${by}` : '',
    kind === 'corrections' ? t`the oldest ${shortMoment(since)}` : shortMoment(since),
  ]
  return facts.filter(Boolean).join(' · ')
}

const WaitingLine = ({ item }: { item: WaitingItem }) => {
  const stateText = STATE_TEXTS[item.waits](item)
  return (
    <li>
      <Link to={pathOf(item)}>{WITHOUT_TITLE.has(item.kind) ? KINDS[item.kind] : item.title}</Link>
      <span className="tiny quiet">{factsOf(item)}</span>
      {stateText && (
        <span className="tiny">
          {stateText}
          {item.waits === 'returned' && item.note && <q>{item.note}</q>}
        </span>
      )}
    </li>
  )
}

type Props = { id: string; heading: string; list: StartPage['own']; empty?: string | undefined }

/** Proposals and drafts, the most urgent first. `more`: there are others. `empty`: the words for none. */
export const Waiting = ({ id, heading, list: { items, more }, empty }: Props) =>
  items.length === 0 && !empty ? null : (
    <section className="start-part" aria-labelledby={id}>
      <h2 id={id}>
        {heading}{' '}
        {items.length > 0 && (
          <span className="num">
            {items.length}
            {more && '+'}
          </span>
        )}
      </h2>
      {items.length === 0 ? (
        <p className="quiet">{empty}</p>
      ) : (
        <ul className="start-items any">
          {items.map((item) => (
            <WaitingLine key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
