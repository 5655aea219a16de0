import { DECISIONS } from '#contract/staff/limits.ts'
import { TimeLeft } from '../staff-ui/time-left.tsx'

const WORDS = {
  until: (hour: string) => `Takes effect at ${hour}; it can be undone until then.`,
  now: 'Taking effect now',
  telling: 'It is taking effect now.',
  lastMinute: 'Less than a minute is left to undo it.',
}

/** When a list takes effect. */
export const TakesEffect = ({ moment, onPast }: { moment: string; onPast: () => void }) => (
  <TimeLeft at={moment} minutes={DECISIONS.undoMinutes} words={WORDS} onPast={onPast} />
)
