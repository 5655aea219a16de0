/** The Constitution's limits for public offices, as shares of the total. */
export const CONSTITUTION = {
  /** Article 27 (8): not more than two thirds of one gender. */
  oneGenderAtMost: 2 / 3,
  /** Article 54 (2): at least five percent persons with disabilities. */
  pwdAtLeast: 0.05,
} as const

// Compared in whole numbers: exactly two thirds are allowed, and 2 / 3 has no exact value.
export const isAboveTwoThirds = (count: number, total: number) => count * 3 > total * 2
export const isFivePercent = (count: number, total: number) => count * 20 >= total

/** How many people of each kind. `pwd` are persons with disabilities, of any gender. */
type PeopleCounts = { women: number; men: number; others: number; pwd: number }

const genderAboveTwoThirds = ({ women, men, others }: PeopleCounts) => {
  const total = women + men + others
  if (isAboveTwoThirds(women, total)) return 'women'
  return isAboveTwoThirds(men, total) ? 'men' : undefined
}

/** Which limits of the Constitution the numbers break. They are shown to officers; nothing enforces them. */
export const balanceOf = (counts: PeopleCounts) => ({
  aboveTwoThirds: genderAboveTwoThirds(counts),
  belowPwd: !isFivePercent(counts.pwd, counts.women + counts.men + counts.others),
})
