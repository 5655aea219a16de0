/** The Constitution's limits for public offices, as shares of all people on a list. */
export const CONSTITUTION = {
  /** Article 27 (8): not more than two thirds of one gender. */
  oneGenderAtMost: 2 / 3,
  /** Article 54 (2): at least five percent persons with disabilities. */
  pwdAtLeast: 0.05,
} as const

// Shares are compared in whole numbers: exactly two thirds are allowed, and 2 / 3 has no exact value.
export const isAboveTwoThirds = (count: number, total: number) => count * 3 > total * 2
export const isAtLeastFivePercent = (count: number, total: number) => count * 20 >= total

/** How many women, men, others and persons with disabilities (`pwd`, of any gender) a list has. */
type PeopleCounts = { women: number; men: number; others: number; pwd: number }

/** Which of women and men are above two thirds; undefined when neither are. */
const genderAboveTwoThirds = ({ women, men, others }: PeopleCounts) => {
  const total = women + men + others
  if (isAboveTwoThirds(women, total)) return 'women'
  return isAboveTwoThirds(men, total) ? 'men' : undefined
}

/** Which limits of the Constitution a list breaks. Officers see this, but nothing enforces it. */
export const brokenLimits = (counts: PeopleCounts) => ({
  genderAboveLimit: genderAboveTwoThirds(counts),
  hasTooFewPwd: !isAtLeastFivePercent(counts.pwd, counts.women + counts.men + counts.others),
})
