import { disabilityInWords, genderInWords, suppressSmallCounts } from '#contract/decisions/fairness.ts'
import { type PlaceSums, SUMMED, type Summed } from '#contract/reports/endpoints.ts'
import { HIRED, type PlaceRow, SHORTLISTED, type SumRow } from './store.ts'

type Names = { counties: PlaceRow[]; constituencies: PlaceRow[] }

/** Submitted applications by county, the largest first, and within a county by constituency. */
export function byCounty(rows: SumRow[], { counties, constituencies }: Names) {
  const [county, constituency] = [counties, constituencies].map(
    (places) => new Map(places.map(({ code, name }) => [code, name])),
  )
  const found = new Map<number, PlaceSums[]>()
  for (const row of rows) {
    if (row.of !== 'place' || row.county === null || row.constituency === null) continue
    const { count: received, shortlisted, hired } = row
    const entry = {
      code: row.constituency,
      name: constituency?.get(row.constituency) ?? '',
      received,
      shortlisted,
      hired,
    }
    found.set(row.county, [...(found.get(row.county) ?? []), entry])
  }
  const most = <It extends PlaceSums>(list: It[]) =>
    list.sort((left, right) => right.received - left.received || left.name.localeCompare(right.name))
  if (found.size === 0) return []
  // A map shows every county, also those without applications.
  for (const { code } of counties) if (!found.has(code)) found.set(code, [])
  return most(
    [...found].map(([code, inside]) => ({
      code,
      name: county?.get(code) ?? '',
      received: inside.reduce((all, entry) => all + entry.received, 0),
      shortlisted: inside.reduce((all, entry) => all + entry.shortlisted, 0),
      hired: inside.reduce((all, entry) => all + entry.hired, 0),
      constituencies: most(inside),
    })),
  )
}

const isAt: Record<Summed, (stage: number) => boolean> = {
  received: () => true,
  shortlisted: (stage) => SHORTLISTED.includes(stage),
  hired: (stage) => HIRED.includes(stage),
}

/**
 * Gender and disability by stage. Received applications count only in complete blocks, so that one more
 * application never reveals one person. The further stages hold only people whose list has taken effect.
 */
export function byPerson(rows: SumRow[]) {
  const persons = rows.filter(({ of }) => of === 'person')
  const late = rows.filter(({ of }) => of === 'late')
  const countOf = (stage: Summed, is: (row: SumRow) => boolean) => {
    const all = persons
      .filter((row) => isAt[stage](row.stage ?? 0) && is(row))
      .reduce((sum, { count }) => sum + count, 0)
    return stage === 'received' ? all - late.filter(is).reduce((sum, { count }) => sum + count, 0) : all
  }
  const gender = SUMMED.map((stage) => {
    const counts = (['F', 'M', 'O'] as const).map((entry) => countOf(stage, (row) => row.gender === entry))
    const whole = counts.reduce((all, entry) => all + entry, 0)
    const [women, men, others] = suppressSmallCounts(counts, [false, false, true])
    const nothing = { count: null, fewer: false }
    return { stage, whole, women: women ?? nothing, men: men ?? nothing, others: others ?? nothing }
  })
  const disability = SUMMED.map((stage) => {
    const counts = [true, false].map((entry) => countOf(stage, (row) => row.is_pwd === entry))
    const [those, others] = suppressSmallCounts(counts)
    const nothing = { count: null, fewer: false }
    return {
      stage,
      whole: counts.reduce((all, entry) => all + entry, 0),
      with: those ?? nothing,
      without: others ?? nothing,
    }
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
    left_out: late.reduce((sum, { count }) => sum + count, 0),
  }
}
