import type { Level } from '../last-hour/brownout.ts'

/** For each overload level, what it changes for new visitors in addition to the levels below it. */
const CHANGES: Record<Level, string | undefined> = {
  0: undefined,
  1: 'The assistant is paused. You can still read the help pages.',
  2: 'If you create an account, you wait in a line. The job list does not search by words.',
  3: 'If you log in and have no draft, you wait in the line too.',
  4: 'Other pages may take longer.',
}

/** Sentences of the status page. */
export const STATUS_WORDS = {
  means: 'What this means for you',
  line: 'See the line',
  /** Everything that changes at an overload level. What most people experience comes first. */
  changes: (level: Level): string[] =>
    ([2, 3, 4, 1] as const)
      .filter((reached) => reached <= level)
      .flatMap((reached) => CHANGES[reached] ?? []),
} as const
