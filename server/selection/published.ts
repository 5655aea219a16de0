import type { Prepared } from './prepare.ts'
import { leafOf } from './people.ts'
import { select } from './select.ts'

// The public files of a selection, as docs/selection.md describes them. No file shows gender or disability. A
// closing says where the rule first refused a kind of people; here it has only place and rank. A person's
// line has no reason.

export const PUBLISHED_FORMAT = 'selection-published/1'

const leavesOf = ({ people }: Prepared, marks: Uint8Array): string[] => {
  const leaves: string[] = []
  for (const [person, mark] of marks.entries()) if (mark) leaves.push(leafOf(people, person))
  return leaves.sort()
}

/** Each public file with its name and its text in pieces. `selection.json`, which lists units, is last. */
export function* publishedFiles(
  prepared: Prepared,
): Generator<{ name: string; pieces: () => Iterable<string> }> {
  const units: unknown[] = []
  let number = 0
  for (const { unit, closings, lines } of select(prepared)) {
    const file = `unit-${++number}.jsonl`
    units.push({ unit, file, closings: closings.map(({ place, rank }) => ({ place, rank })) })
    yield {
      name: file,
      *pieces() {
        for (const { rank, points, lot, leaf, place, result } of lines())
          yield `${JSON.stringify({ rank, points, lot, leaf, place, result })}\n`
      },
    }
  }
  const { rule, seed, isHeld, isGone } = prepared
  const whole = {
    format: PUBLISHED_FORMAT,
    rule,
    seed,
    held: leavesOf(prepared, isHeld),
    gone: leavesOf(prepared, isGone),
    units,
  }
  yield { name: 'selection.json', pieces: () => [`${JSON.stringify(whole, null, 1)}\n`] }
}
