import { t } from '@lingui/core/macro'
import { DECISIONS } from '#contract/decisions/limits.ts'
import { TimeLeft } from '../staff-ui/time-left.tsx'

/** The sentences about the time when a list takes effect: before it, after it, and for screen readers. */
const WORDS = {
  until: (time: string) => t`Takes effect at ${time}; you can undo it until then.`,
  due: t`Taking effect now`,
  announcedWhenDue: t`It is taking effect now.`,
  lastMinute: t`Less than a minute is left to undo it.`,
}
/** The same for an officer who may not undo the list. */
const READER_WORDS = {
  ...WORDS,
  // The time ends in "a.m." or "p.m.", so the sentence needs no second full stop.
  until: (time: string) => t`Takes effect at ${time}`,
  lastMinute: t`It takes effect in less than a minute.`,
}

type Props = { effectiveAt: string; mayUndo: boolean; onDue: () => void }

/** Shows when a list takes effect. `onDue` is called after that time, to load the list's new state. */
export const TakesEffect = ({ effectiveAt, mayUndo, onDue }: Props) => (
  <TimeLeft
    dueAt={effectiveAt}
    shownMinutes={DECISIONS.undoMinutes}
    words={mayUndo ? WORDS : READER_WORDS}
    onDue={onDue}
  />
)
