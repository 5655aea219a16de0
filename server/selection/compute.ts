import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { prepareFile } from './command.ts'
import { RefusedPack } from './pack.ts'
import type { Prepared } from './prepare.ts'
import { resultText } from './result-text.ts'
import { select, type UnitResult } from './select.ts'

/**
 * The names of two files. `packFile` is read. `linesFile` is written: one line of JSON for each person, unit
 * by unit.
 */
export type ComputeTask = { packFile: string; linesFile: string }
/** `resultDigest`: SHA-256 of the result, in hex. `units`: the result of each unit without people's lines. */
export type Computed = { resultDigest: string; units: unknown[] }
/** The sentence with which the engine refused a pack. */
export type Refused = { refused: string }

const CHUNK_CHARACTERS = 1_048_576

/** Joins pieces of a text, and passes it on to `write` in longer pieces, because each call costs time. */
function joinPieces(write: (text: string) => void) {
  let text = ''
  const flush = () => {
    write(text)
    text = ''
  }
  const add = (piece: string) => {
    text += piece
    if (text.length > CHUNK_CHARACTERS) flush()
  }
  return { add, flush }
}

/** The people's lines of a unit as JSON. A line also has the unit, and the person's rank in their place. */
function* fileLines({ unit, lines }: UnitResult): Generator<string> {
  const lastRanks = new Map<string, number>()
  for (const line of lines()) {
    const placeRank = (lastRanks.get(line.place) ?? 0) + 1
    lastRanks.set(line.place, placeRank)
    yield `${JSON.stringify({ ...line, unit, placeRank })}\n`
  }
}

/** Computes the result unit by unit. Writes the lines of each unit to a file before it passes the unit on. */
function* selectIntoFile(prepared: Prepared, descriptor: number): Generator<UnitResult> {
  const file = joinPieces((text) => {
    // One write may store only a part of the bytes.
    for (let bytes = Buffer.from(text); bytes.length > 0; )
      bytes = bytes.subarray(writeSync(descriptor, bytes))
  })
  for (const result of select(prepared)) {
    for (const line of fileLines(result)) file.add(line)
    yield result
  }
  file.flush()
}

function compute({ packFile, linesFile }: ComputeTask): Computed {
  const prepared = prepareFile(packFile)
  const digest = createHash('sha256')
  const units: unknown[] = []
  const descriptor = openSync(linesFile, 'w')
  const selected = function* () {
    for (const result of selectIntoFile(prepared, descriptor)) {
      const { lines: _lines, ...unit } = result
      units.push(unit)
      yield result
    }
  }
  const text = joinPieces((pieces) => digest.update(pieces))
  try {
    for (const piece of resultText(selected())) text.add(piece)
    text.flush()
  } finally {
    closeSync(descriptor)
  }
  return { resultDigest: digest.digest('hex'), units }
}

/**
 * Computes a selection in a thread of its own, which selection-ceremony/work.ts starts. A refusal is
 * returned, because an error that leaves a thread loses its class.
 */
export default (task: ComputeTask): Computed | Refused => {
  try {
    return compute(task)
  } catch (error) {
    if (!(error instanceof RefusedPack)) throw error
    return { refused: error.message }
  }
}
