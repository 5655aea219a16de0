import { formatNumber } from '../ui/card.ts'

/** The count in words: `1 application`, `1,880 applications`. */
export const countedApplications = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'application' : 'applications'}`
