import type { Criterion, Fact } from './rule.ts'

/** The facts of one application, each with its value, and the kinds of documents that were sent with it. */
export type FactValues = Record<Exclude<Fact, 'document'>, number> & { documents: readonly string[] }

/** The value for which a criterion gives points. A document has the value 1 if it was sent, else 0. */
const valueOf = ({ fact, document }: Criterion, values: FactValues): number =>
  fact === 'document' ? Number(document !== undefined && values.documents.includes(document)) : values[fact]

/**
 * The points of an application for each criterion. A criterion has rows in ascending order. The last row
 * whose `from` is at most the value gives the points; a value below all rows gives 0.
 */
export const pointsByCriterion = (criteria: readonly Criterion[], values: FactValues): number[] =>
  criteria.map((criterion) => {
    const value = valueOf(criterion, values)
    return criterion.table.filter(({ from }) => from <= value).at(-1)?.points ?? 0
  })

/** The most points that a person can get by this rule. */
export const mostPoints = ({ criteria }: { criteria: readonly Criterion[] }): number =>
  sumOf(criteria.map(({ table }) => Math.max(0, ...table.map(({ points }) => points))))

export const sumOf = (points: readonly number[]): number => points.reduce((sum, each) => sum + each, 0)
