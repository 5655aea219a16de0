/** Help for one person at a time: how many of each are shown, how many searches one officer makes in an hour, and how many people they are shown. */
export const SUPPORT = {
  found: 10,
  letters: 50,
  applications: 100,
  corrections: 50,
  searchesPerHour: 200,
  maxReason: 500,
  /** How long a search opens whom it found. */
  handleMinutes: 60,
  /** T32: different people shown to one officer: the most, and how many are told to administrators and auditors. */
  people: { hour: { most: 30, alarm: 20 }, day: { most: 120, alarm: 80 } },
} as const
