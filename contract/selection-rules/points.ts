import type { Criterion, Fact } from './rule.ts'

/** The value of each fact of one application, and the kinds of documents that were sent with it. */
export type FactValues = Record<Exclude<Fact, 'document'>, number> & { documents: readonly string[] }

/** The value that the table of a criterion is read with. A document counts 1 if it was sent, and 0 if not. */
const valueOf = ({ fact, document }: Criterion, values: FactValues): number =>
  fact === 'document' ? Number(document !== undefined && values.documents.includes(document)) : values[fact]

/**
 * The points of an application for each criterion. The rows of a table ascend: the last row whose `from` is
 * at most the value gives the points, and a value below all rows gives 0.
 */
export const pointsByCriterion = (criteria: readonly Criterion[], values: FactValues): number[] =>
  criteria.map((criterion) => {
    const value = valueOf(criterion, values)
    return criterion.table.filter(({ from }) => from <= value).at(-1)?.points ?? 0
  })

/** The most points that a person can have. */
export const mostPoints = ({ criteria }: { criteria: readonly Criterion[] }): number =>
  sumOf(criteria.map(({ table }) => Math.max(0, ...table.map(({ points }) => points))))

export const sumOf = (points: readonly number[]): number => points.reduce((sum, each) => sum + each, 0)
