#!/usr/bin/env node
// Checks the published files of a selection, without asking anyone: no network, no library, only Node's own
// cryptography (Node 18 or newer). The files are described in selection.md.
//
//   node check-selection.mjs FOLDER
//
// It checks the seed and its parts, order, lots, counts, reserves, and that each person who was passed over
// comes at or after a closing of their place. It cannot check the shares of gender and disability: no one may
// see these.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

class Wrong extends Error {}
const must = (holds, sentence) => {
  if (!holds) throw new Wrong(sentence)
}
/** What the files say, without characters that could write over the verdict on your screen. */
const shown = (text) => `${text}`.slice(0, 100).replace(/[\p{C}\p{Z}]+/gu, ' ')
const isCount = (value) => Number.isSafeInteger(value) && value >= 0
const isHex = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const compare = (left, right) => (left < right ? -1 : Number(left > right))

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const byName = ([left], [right]) => compare(left, right)
const sorted = (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value)
/** JSON with the names of objects in order: RFC 8785 for texts and whole numbers. */
const canonical = (value) => JSON.stringify(value, (_, member) => sorted(member))
const linesOf = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse)

/** The seed follows from its parts. One of them is the digest of the published rule, which is in rule.json. */
function checkSeed({ seed, parts, rule }, folder) {
  must(sha256(canonical(parts)) === seed, 'The seed does not follow from its parts')
  const text = readFileSync(join(folder, 'rule.json'))
  must(sha256(text) === parts.rule, 'rule.json is not the rule whose digest is a part of the seed')
  const { seats, gender, disability, reservePercent } = JSON.parse(text)
  const published = canonical({ seats, gender, disability, reservePercent })
  must(canonical(rule) === published, 'The rule in selection.json is not the rule in rule.json')
}

/** Rank from 1, points descending, then lot ascending, then leaf ascending; each lot follows from the seed. */
function checkOrder(lines, key, where) {
  lines.forEach((line, index) => {
    const who = `${where}, rank ${index + 1}`
    must(line.rank === index + 1, `${who}: the line says rank ${shown(line.rank)}`)
    must(isCount(line.points), `${who}: the points are not a whole number`)
    must(isHex(line.leaf), `${who}: the leaf is not 64 lower-case hexadecimal digits`)
    const lot = createHmac('sha256', key).update(Buffer.from(line.leaf, 'hex')).digest('hex')
    must(line.lot === lot, `${who}: the lot must be ${lot}`)
    const before = lines[index - 1]
    const order = before
      ? line.points - before.points || compare(before.lot, line.lot) || compare(before.leaf, line.leaf)
      : -1
    must(order < 0, `${who}: this person comes before the person above`)
  })
}

/** As many are taken as there are seats, or people; the reserve is the first of those who are not taken. */
function checkPlace(lines, { place, seats }, { closings, held, reservePercent }, where) {
  const what = `${where}, place ${shown(place)}`
  const effective = Math.min(seats, lines.length)
  const taken = lines.filter(({ result }) => result === 'taken')
  must(taken.length === effective, `${what}: ${taken.length} are taken, and there are ${effective} seats`)
  const ranks = closings.filter((closing) => closing.place === place).map(({ rank }) => rank)
  const firstClosing = Math.min(...ranks)
  let reserve = Number((BigInt(seats) * BigInt(reservePercent) + 99n) / 100n)
  let free = effective - taken.filter(({ leaf }) => held.has(leaf)).length
  for (const { rank, leaf, result } of lines) {
    if (result === 'taken') {
      if (!held.has(leaf)) free--
      continue
    }
    must(!held.has(leaf), `${where}, rank ${rank}: this person is held, but not taken`)
    const expected = reserve-- > 0 ? 'reserve' : 'not_taken'
    must(result === expected, `${where}, rank ${rank}: the result must be ${expected}`)
    must(
      free === 0 || rank >= firstClosing,
      `${where}, rank ${rank}: passed over while a seat was free, before any closing of the place`,
    )
  }
}

/** Each closing is the rank of a person of its place who is not taken. */
function checkClosings(lines, closings, where) {
  let last = 0
  for (const { place, rank } of closings) {
    const line = lines[rank - 1]
    const isRight = line && rank > last && line.place === place && line.result !== 'taken'
    must(isRight, `${where}: the closing at rank ${shown(rank)} is wrong`)
    last = rank
  }
}

function check(folder) {
  const whole = JSON.parse(readFileSync(join(folder, 'selection.json'), 'utf8'))
  const { format, rule, seed, units } = whole
  must(format === 'selection-published/1', 'selection.json is not of the format selection-published/1')
  must(isHex(seed), 'The seed is not 64 lower-case hexadecimal digits')
  if (whole.parts) checkSeed(whole, folder)
  const { reservePercent, seats: allSeats } = rule
  must(isCount(reservePercent) && reservePercent <= 100, 'reservePercent is not from 0 to 100')
  const [held, gone] = [new Set(whole.held), new Set(whole.gone)]
  const key = Buffer.from(seed, 'hex')
  const leaves = new Set()
  let [people, taken] = [0, 0]
  const [listed, ruled] = [units, allSeats].map((entries) => new Set(entries.map(({ unit }) => unit)).size)
  must(listed === units.length && ruled === listed, 'The units of the files are not the units of the rule')
  for (const { unit, file, closings } of units) {
    const where = `Unit ${shown(unit)}`
    must(/^unit-\d+\.jsonl$/.test(file), `${where}: the file has a wrong name`)
    const lines = linesOf(join(folder, file))
    checkOrder(lines, key, where)
    checkClosings(lines, closings, where)
    const byPlace = new Map()
    for (const seats of allSeats.filter((line) => line.unit === unit)) {
      must(isCount(seats.seats) && !byPlace.has(seats.place), `${where}: a place is twice in the rule`)
      byPlace.set(seats.place, { seats, lines: [] })
    }
    must(byPlace.size > 0, `${where} is not in the rule`)
    for (const line of lines) {
      const { leaf, rank } = line
      must(!leaves.has(leaf), `${where}, rank ${rank}: the leaf is there twice`)
      must(!gone.has(leaf), `${where}, rank ${rank}: this person is gone, but listed`)
      leaves.add(leaf)
      must(byPlace.has(line.place), `${where}, rank ${rank}: the place is not in the rule`)
      byPlace.get(line.place).lines.push(line)
      if (line.result === 'taken') taken++
    }
    for (const place of byPlace.values())
      checkPlace(place.lines, place.seats, { closings, held, reservePercent }, where)
    people += lines.length
  }
  for (const leaf of held) must(leaves.has(leaf), `${shown(leaf)} is held, but not listed`)
  const parts = whole.parts ? ', and the seed from its parts' : ''
  return `correct: ${people} people in ${units.length} units, ${taken} taken; all ${people} lots follow from the seed${parts}`
}

const [folder, ...more] = process.argv.slice(2)
if (folder === undefined || more.length > 0) {
  console.error('Usage: node check-selection.mjs FOLDER')
  process.exit(2)
}
try {
  console.log(check(folder))
} catch (error) {
  const why = error instanceof Wrong ? error.message : `a file cannot be read: ${shown(error.message)}`
  console.log(`WRONG: ${why}`)
  process.exitCode = 1
}
