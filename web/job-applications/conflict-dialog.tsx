import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { hourAndMinute } from '../ui/hour-and-minute.ts'
import type { Draft } from './draft.ts'
import { educationWords, experienceWords, refereeWords } from './record-words.ts'
import { canCombine, type Choice, differingSections, likelyChoice, type Section } from './sections.ts'
import type { Wizard } from './use-wizard.ts'

const TITLES: Record<Section, string> = {
  personal: 'Personal details',
  education: 'Education',
  experience: 'Work experience',
  referees: 'Referees',
}

/**
 * Shown while the person types, without interrupting. Next, Save Progress and Submit open the dialog at once.
 */
export const TwoPlaces = ({ onChoose }: { onChoose: () => void }) => (
  <p className="message" role="alert">
    Changed in two places.{' '}
    <button className="link" type="button" onClick={onChoose}>
      Choose a version
    </button>
  </p>
)

/**
 * T22: the draft was written in two places. The later writer sees both versions, part by part, and chooses;
 * the server stores the other one.
 */
export function ConflictDialog({
  wizard,
  open,
  onClose,
}: {
  wizard: Wizard
  open: boolean
  onClose: () => void
}) {
  const { conflict, draft } = wizard
  return conflict && open ? (
    <Choose wizard={wizard} theirs={conflict.theirs} mine={draft} onLater={onClose} />
  ) : null
}

function Choose({
  wizard,
  mine,
  theirs,
  onLater,
}: {
  wizard: Wizard
  mine: Draft
  theirs: Draft
  onLater: () => void
}) {
  const sections = differingSections(mine, theirs)
  const { base } = wizard
  const [choices, setChoices] = useState<Partial<Record<Section, Choice>>>(() =>
    Object.fromEntries(sections.map((section) => [section, likelyChoice(section, base, mine)])),
  )
  const elsewhere = wizard.conflict?.from === 'device' ? 'In another tab' : 'Somewhere else'
  const at =
    wizard.conflict?.from === 'server' && wizard.serverAt ? `, saved ${hourAndMinute(wizard.serverAt)}` : ''
  const settle = () => {
    wizard.session.choose(choices)
    onLater()
  }
  return (
    <Dialog
      title="Changed in two places"
      onClose={onLater}
      buttons={
        <>
          <button className="btn" type="button" onClick={settle}>
            Keep what is ticked
          </button>
          <button className="btn btn-2" type="button" onClick={onLater}>
            Not now
          </button>
        </>
      }
    >
      <p>
        This application was also changed in another tab or on another device. Nothing is lost: choose which
        version to keep, part by part.
      </p>
      {sections.map((section) => (
        <fieldset className="versions mt4" key={section}>
          <legend>{TITLES[section]}</legend>
          {(
            ['mine', 'theirs', ...(canCombine(section, mine, theirs) ? (['both'] as const) : [])] as const
          ).map((choice) => (
            <label className="version" key={choice}>
              <input
                type="radio"
                name={`keep-${section}`}
                checked={choices[section] === choice}
                onChange={() => setChoices({ ...choices, [section]: choice })}
              />
              <span>
                <b>{choice === 'mine' ? 'Here' : choice === 'theirs' ? `${elsewhere}${at}` : 'Both'}</b>
                {choice !== 'both' && (
                  <Version draft={choice === 'mine' ? mine : theirs} section={section} wizard={wizard} />
                )}
                {choice === 'both' && <span className="small quiet">Combine both lists</span>}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  )
}

function Version({ draft, section, wizard }: { draft: Draft; section: Section; wizard: Wizard }) {
  const lines = linesOf(draft, section, wizard)
  return lines.length === 0 ? (
    <span className="small quiet">Nothing</span>
  ) : (
    lines.map((line, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- lines keep their places
      <span className="small any" key={index}>
        {line}
      </span>
    ))
  )
}

function linesOf({ answers, forms, typed }: Draft, section: Section, { context, today }: Wizard): string[] {
  const begun = (words: string) => (words.trim() ? [`Started: ${words}`] : [])
  const line = ({ what, where, when }: { what: string; where: string; when: string }) =>
    [what, where, when].filter(Boolean).join(' · ')
  switch (section) {
    case 'personal': {
      const place = context.places.find(
        ({ id }) => id === (answers.huduma_centre ?? answers.by_election_area),
      )?.name
      return [answers.address, answers.employment_number, place ?? '', ...Object.values(typed)].filter(
        Boolean,
      )
    }
    case 'education':
      return [
        ...answers.education.map((education) => line(educationWords(education))),
        ...begun(line(educationWords(forms.education))),
      ]
    case 'experience': {
      const { company, position, responsibilities } = forms.experience
      return [
        ...answers.experience.map((experience) => line(experienceWords(experience, today))),
        ...begun([position, company, responsibilities].filter(Boolean).join(' · ')),
      ]
    }
    case 'referees':
      return [
        ...answers.referees.map((referee) => line(refereeWords(referee))),
        ...begun(line(refereeWords(forms.referee))),
      ]
  }
}
