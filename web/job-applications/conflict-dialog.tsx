import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { hourAndMinute } from '../ui/hour-and-minute.ts'
import type { Conflict } from './application-state.ts'
import type { Draft } from './draft.ts'
import { educationWords, experienceWords, type RecordWords, refereeWords } from './record-words.ts'
import { canCombine, type Choice, differingSections, likelyChoice, type Section } from './sections.ts'
import type { Wizard } from './use-wizard.ts'

const TITLES: Record<Section, string> = {
  personal: t`Personal details`,
  education: t`Education`,
  experience: t`Work experience`,
  referees: t`Referees`,
}

/**
 * Says that the draft was changed in two places, without interrupting a person who types. The buttons Next,
 * Save Progress and Submit open the dialog at once.
 */
export const TwoPlaces = ({ onChoose }: { onChoose: () => void }) => (
  <p className="message" role="alert">
    <Trans>
      Changed in two places.{' '}
      <button className="link" type="button" onClick={onChoose}>
        Choose a version
      </button>
    </Trans>
  </p>
)

type DialogProps = { wizard: Wizard; isOpen: boolean; onClose: () => void }

/**
 * The draft was written in two places. The later writer sees both versions, part by part, and chooses. The
 * server keeps the other version in its history (T22).
 */
export const ConflictDialog = ({ wizard, isOpen, onClose }: DialogProps) =>
  wizard.conflict && isOpen ? (
    <ChooseVersions wizard={wizard} conflict={wizard.conflict} onClose={onClose} />
  ) : null

type ChooseProps = { wizard: Wizard; conflict: Conflict; onClose: () => void }

function ChooseVersions({ wizard, conflict, onClose }: ChooseProps) {
  const { draft: mine, base } = wizard
  const { theirs } = conflict
  const sections = differingSections(mine, theirs)
  const [choices, setChoices] = useState<Partial<Record<Section, Choice>>>(() =>
    Object.fromEntries(sections.map((section) => [section, likelyChoice(section, base, mine)])),
  )
  const keepChoices = () => {
    wizard.session.choose(choices)
    onClose()
  }
  return (
    <Dialog
      title={t`Changed in two places`}
      onClose={onClose}
      buttons={
        <>
          <button className="btn" type="button" onClick={keepChoices}>
            <Trans>Keep what is ticked</Trans>
          </button>
          <button className="btn btn-2" type="button" onClick={onClose}>
            <Trans>Not now</Trans>
          </button>
        </>
      }
    >
      <p>
        <Trans>
          This application was also changed in another tab or on another device. Nothing is lost: choose which
          version to keep, part by part.
        </Trans>
      </p>
      {sections.map((section) => (
        <SectionVersions
          key={section}
          wizard={wizard}
          conflict={conflict}
          section={section}
          chosen={choices[section]}
          onChoose={(choice) => setChoices({ ...choices, [section]: choice })}
        />
      ))}
    </Dialog>
  )
}

/** The title of the other version: where it was written and, if it is on the server, when it was saved. */
const theirTitle = ({ from }: Conflict, serverAt: number | undefined): string => {
  if (from === 'device') return t`In another tab`
  if (!serverAt) return t`Somewhere else`
  const savedTime = hourAndMinute(serverAt)
  return t`Somewhere else, saved ${savedTime}`
}

function SectionVersions({
  wizard,
  conflict,
  section,
  chosen,
  onChoose,
}: {
  wizard: Wizard
  conflict: Conflict
  section: Section
  chosen: Choice | undefined
  onChoose: (choice: Choice) => void
}) {
  const { draft: mine, serverAt } = wizard
  const { theirs } = conflict
  const option = (choice: Choice, title: string, content: ReactNode) => (
    <label className="version" key={choice}>
      <input
        type="radio"
        name={`keep-${section}`}
        checked={chosen === choice}
        onChange={() => onChoose(choice)}
      />
      <span>
        <b>{title}</b>
        {content}
      </span>
    </label>
  )
  return (
    <fieldset className="versions mt4">
      <legend>{TITLES[section]}</legend>
      {option('mine', t`Here`, <Version draft={mine} section={section} wizard={wizard} />)}
      {option(
        'theirs',
        theirTitle(conflict, serverAt),
        <Version draft={theirs} section={section} wizard={wizard} />,
      )}
      {canCombine(section, mine, theirs) &&
        option(
          'both',
          t`Both`,
          <span className="small quiet">
            <Trans>Combine both lists</Trans>
          </span>,
        )}
    </fieldset>
  )
}

function Version({ draft, section, wizard }: { draft: Draft; section: Section; wizard: Wizard }) {
  const lines = linesOf(draft, section, wizard)
  return lines.length === 0 ? (
    <span className="small quiet">
      <Trans>Nothing</Trans>
    </span>
  ) : (
    lines.map((line, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- lines keep their places
      <span className="small any" key={index}>
        {line}
      </span>
    ))
  )
}

/** An entry of a list, such as a certificate, in one line. */
const entryLine = ({ what, where, when }: RecordWords) => [what, where, when].filter(Boolean).join(' · ')
/** What is typed in an add form and not in its list yet; empty if the form is empty. */
const startedLine = (words: string) => (words.trim() ? [t`Started: ${words}`] : [])

function linesOf({ answers, forms, typed }: Draft, section: Section, { context, today }: Wizard): string[] {
  switch (section) {
    case 'personal': {
      const placeId = answers.huduma_centre ?? answers.by_election_area
      const place = context.places.find(({ id }) => id === placeId)?.name ?? ''
      return [answers.address, answers.employment_number, place, ...Object.values(typed)].filter(Boolean)
    }
    case 'education':
      return [
        ...answers.education.map((education) => entryLine(educationWords(education))),
        ...startedLine(entryLine(educationWords(forms.education))),
      ]
    case 'experience': {
      const { company, position, responsibilities } = forms.experience
      return [
        ...answers.experience.map((experience) => entryLine(experienceWords(experience, today))),
        ...startedLine([position, company, responsibilities].filter(Boolean).join(' · ')),
      ]
    }
    case 'referees':
      return [
        ...answers.referees.map((referee) => entryLine(refereeWords(referee))),
        ...startedLine(entryLine(refereeWords(forms.referee))),
      ]
  }
}
