/** The Constitution's limits for public offices, as shares of the total. */
export const CONSTITUTION = {
  /** Article 27 (8): not more than two thirds of one gender. */
  oneGenderAtMost: 2 / 3,
  /** Article 54 (2): at least five percent persons with disabilities. */
  pwdAtLeast: 0.05,
} as const

/** The limits that are broken, if any. For display only: nothing enforces them. */
export function balanceOf({ women, men, others, pwd }: { women: number; men: number; others: number; pwd: number }) {
  const all = women + men + others
  const most = all * CONSTITUTION.oneGenderAtMost
  return {
    aboveTwoThirds: all === 0 ? undefined : women > most ? ('women' as const) : men > most ? ('men' as const) : undefined,
    belowPwd: all > 0 && pwd < all * CONSTITUTION.pwdAtLeast,
  }
}
