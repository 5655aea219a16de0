import { formatNumber } from '../ui/card.ts'

/** So many of them, in words: `1 application`, `1,880 applications`. */
export const applications = (count: number) => `${formatNumber(count)} ${count === 1 ? 'application' : 'applications'}`
