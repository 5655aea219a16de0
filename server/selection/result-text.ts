import { canonical } from '#contract/canonical.ts'
import { RESULT_FORMAT } from './pack.ts'
import type { Line, UnitResult } from './select.ts'

/** A person's line of the result, in canonical JSON. Only its place may need escaped characters. */
const lineText = ({ leaf, lot, place, points, rank, reason, result }: Line) =>
  `{"leaf":"${leaf}","lot":"${lot}","place":${canonical(place)},"points":${points},"rank":${rank},"reason":${canonical(reason)},"result":"${result}"}`

/**
 * The result `selection-result/1` in canonical JSON (RFC 8785), in pieces. For 1,250,000 people, the text is
 * longer than a string may be. Canonical JSON has the names of each object in alphabetical order.
 */
export function* resultText(units: Iterable<UnitResult>): Generator<string> {
  yield `{"format":${canonical(RESULT_FORMAT)},"units":[`
  let isFirstUnit = true
  for (const { unit, seats, filled, shortfalls, closings, lines } of units) {
    yield `${isFirstUnit ? '' : ','}{"closings":${canonical(closings)},"filled":${filled},"lines":[`
    isFirstUnit = false
    let isFirstLine = true
    for (const line of lines()) {
      yield isFirstLine ? lineText(line) : `,${lineText(line)}`
      isFirstLine = false
    }
    yield `],"seats":${seats},"shortfalls":${canonical(shortfalls)},"unit":${canonical(unit)}}`
  }
  yield ']}'
}
