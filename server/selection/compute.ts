import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { prepareFile } from './command.ts'
import type { Prepared } from './prepare.ts'
import { resultText } from './result-text.ts'
import { select } from './select.ts'

/**
 * The names of two files. `pack` is read. `lines` is written: one line of JSON for each person, unit by unit.
 */
export type ComputeTask = { pack: string; lines: string }
/** `resultDigest`: SHA-256 of the result, in hex. `units`: the result of each unit without people's lines. */
export type Computed = { resultDigest: string; units: unknown[] }

const CHUNK_CHARACTERS = 1_048_576

function writeLines(prepared: Prepared, file: string): unknown[] {
  const descriptor = openSync(file, 'w')
  const units: unknown[] = []
  let text = ''
  const flush = () => {
    // One write may store only a part of the bytes.
    for (let bytes = Buffer.from(text); bytes.length > 0; )
      bytes = bytes.subarray(writeSync(descriptor, bytes))
    text = ''
  }
  for (const { lines, ...unit } of select(prepared)) {
    units.push(unit)
    const lastRanks = new Map<string, number>()
    for (const line of lines()) {
      const placeRank = (lastRanks.get(line.place) ?? 0) + 1
      lastRanks.set(line.place, placeRank)
      text += `${JSON.stringify({ ...line, unit: unit.unit, placeRank })}\n`
      if (text.length > CHUNK_CHARACTERS) flush()
    }
  }
  flush()
  closeSync(descriptor)
  return units
}

/**
 * Computes a selection in a thread of its own, which selection-ceremony/work.ts starts. It computes the
 * result twice, for its digest and for its lines: all lines together would take too much memory.
 */
export default ({ pack, lines }: ComputeTask): Computed => {
  const prepared = prepareFile(pack)
  const digest = createHash('sha256')
  for (const piece of resultText(select(prepared))) digest.update(piece)
  return { resultDigest: digest.digest('hex'), units: writeLines(prepared, lines) }
}
