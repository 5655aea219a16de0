import { canonical } from '#contract/canonical.ts'
import { RESULT_FORMAT } from './pack.ts'
import type { Line, UnitResult } from './select.ts'

/** A line in canonical JSON. Only the place may hold what JSON must quote. */
const lineText = ({ leaf, lot, place, points, rank, reason, result }: Line) =>
  `{"leaf":"${leaf}","lot":"${lot}","place":${canonical(place)},"points":${points},"rank":${rank},"reason":${canonical(reason)},"result":"${result}"}`

/**
 * `selection-result/1` in canonical JSON (RFC 8785), in pieces: for 1,250,000 people the text is longer than
 * a string may be. The names of each object are written in their order.
 */
export function* resultText(units: Iterable<UnitResult>): Generator<string> {
  yield `{"format":${canonical(RESULT_FORMAT)},"units":[`
  let isFirstUnit = true
  for (const { unit, seats, filled, shortfalls, closings, lines } of units) {
    yield `${isFirstUnit ? '' : ','}{"closings":${canonical(closings)},"filled":${filled},"lines":[`
    isFirstUnit = false
    let isFirst = true
    for (const line of lines()) {
      yield isFirst ? lineText(line) : `,${lineText(line)}`
      isFirst = false
    }
    yield `],"seats":${seats},"shortfalls":${canonical(shortfalls)},"unit":${canonical(unit)}}`
  }
  yield ']}'
}
