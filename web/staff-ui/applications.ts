import { plural } from '@lingui/core/macro'
import { formatNumber } from '../ui/card.ts'

/** A number of applications in words: `1 application`, `1,880 applications`. */
export const countedApplications = (count: number) => {
  const number = formatNumber(count)
  return plural(count, { one: `${number} application`, other: `${number} applications` })
}
