import { disabilityInWords, genderInWords, suppressSmallCounts } from '#contract/decisions/fairness.ts'
import { type PlaceSums, SUMMED_STAGES, type SummedStage } from '#contract/reports/endpoints.ts'
import { HIRED, type PlaceRow, SHORTLISTED, type SumRow } from './store.ts'

type Names = { counties: PlaceRow[]; constituencies: PlaceRow[] }

const namesByCode = (places: PlaceRow[]) => new Map(places.map(({ code, name }) => [code, name]))
const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
const largestFirst = <Place extends PlaceSums>(places: Place[]) =>
  places.sort((left, right) => right.received - left.received || left.name.localeCompare(right.name))

/** Sums of submitted applications by county, and in it by constituency. The largest sum is first. */
export function byCounty(rows: SumRow[], { counties, constituencies }: Names) {
  const countyNames = namesByCode(counties)
  const constituencyNames = namesByCode(constituencies)
  const constituenciesOf = new Map<number, PlaceSums[]>()
  for (const row of rows) {
    if (row.group !== 'place' || row.county === null || row.constituency === null) continue
    const { count: received, shortlisted, hired } = row
    const name = constituencyNames.get(row.constituency) ?? ''
    const sums = { code: row.constituency, name, received, shortlisted, hired }
    constituenciesOf.set(row.county, [...(constituenciesOf.get(row.county) ?? []), sums])
  }
  if (constituenciesOf.size === 0) return []
  // Counties without applications are added, because a map shows every county.
  for (const { code } of counties) {
    if (!constituenciesOf.has(code)) constituenciesOf.set(code, [])
  }
  return largestFirst(
    [...constituenciesOf].map(([code, inside]) => ({
      code,
      name: countyNames.get(code) ?? '',
      received: total(inside.map(({ received }) => received)),
      shortlisted: total(inside.map(({ shortlisted }) => shortlisted)),
      hired: total(inside.map(({ hired }) => hired)),
      constituencies: largestFirst(inside),
    })),
  )
}

/**
 * Whether a count of 0 may be shown: for women, for men and for others, in this order. The two counts of
 * disability have no such list: a zero among them is hidden like any other small count.
 */
const IS_ZERO_PUBLIC = [false, false, true]

/** Only the types need this default: `suppressSmallCounts` gives each count a cell. */
const UNKNOWN = { count: null, fewer: false }

/** For each sum, whether an application at this stage is part of it: received, shortlisted or hired. */
const countsAs: Record<SummedStage, (stage: number) => boolean> = {
  received: () => true,
  shortlisted: (stage) => SHORTLISTED.includes(stage),
  hired: (stage) => HIRED.includes(stage),
}

/**
 * Counts of gender and disability by stage. Received applications count only in complete blocks, so that one
 * more application never reveals one person. Later stages contain only people whose decision list was
 * applied.
 */
export function byPerson(rows: SumRow[]) {
  const persons = rows.filter(({ group }) => group === 'person')
  const incompleteBlock = rows.filter(({ group }) => group === 'incomplete_block')
  const countPersons = (stage: SummedStage, isCounted: (row: SumRow) => boolean) => {
    const counted = persons.filter((row) => countsAs[stage](row.stage ?? 0) && isCounted(row))
    const leftOut = stage === 'received' ? incompleteBlock.filter(isCounted) : []
    return total(counted.map(({ count }) => count)) - total(leftOut.map(({ count }) => count))
  }
  const gender = SUMMED_STAGES.map((stage) => {
    const counts = (['F', 'M', 'O'] as const).map((code) => countPersons(stage, (row) => row.gender === code))
    const [women = UNKNOWN, men = UNKNOWN, others = UNKNOWN] = suppressSmallCounts(counts, IS_ZERO_PUBLIC)
    return { stage, whole: total(counts), women, men, others }
  })
  const disability = SUMMED_STAGES.map((stage) => {
    const counts = [true, false].map((isPwd) => countPersons(stage, (row) => row.is_pwd === isPwd))
    const [withDisability = UNKNOWN, without = UNKNOWN] = suppressSmallCounts(counts)
    return { stage, whole: total(counts), with: withDisability, without }
  })
  return {
    gender: gender.map((row) => ({
      ...row,
      words: genderInWords([row.women, row.men, row.others], row.whole),
    })),
    disability: disability.map((row) => ({
      ...row,
      words: disabilityInWords([row.with, row.without], row.whole),
    })),
    left_out: total(incompleteBlock.map(({ count }) => count)),
  }
}
