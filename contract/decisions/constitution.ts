/** The Constitution's limits for public offices, as shares of the total. */
export const CONSTITUTION = {
  /** Article 27 (8): not more than two thirds of one gender. */
  oneGenderAtMost: 2 / 3,
  /** Article 54 (2): at least five percent persons with disabilities. */
  pwdAtLeast: 0.05,
} as const

// In whole numbers: 2 / 3 has no exact value, and exactly two thirds are allowed.
export const isAboveTwoThirds = (count: number, whole: number) => count * 3 > whole * 2
export const isFivePercent = (count: number, whole: number) => count * 20 >= whole

/** The limits that are broken, if any. For display only: nothing enforces them. */
export function balanceOf({
  women,
  men,
  others,
  pwd,
}: {
  women: number
  men: number
  others: number
  pwd: number
}) {
  const all = women + men + others
  return {
    aboveTwoThirds: isAboveTwoThirds(women, all)
      ? ('women' as const)
      : isAboveTwoThirds(men, all)
        ? ('men' as const)
        : undefined,
    belowPwd: !isFivePercent(pwd, all),
  }
}
