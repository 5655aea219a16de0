import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'

// The size of a whole election: 302,860 clerks of 1,250,000 applicants, in 290 constituencies of 5 wards.
export const PEOPLE = 1_250_000
export const PLACES = 1_450
export const PLACES_OF_UNIT = 5
export const SEATS = 302_860

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Writes a pack with one person on each line. Their facts are hashes, so they are always the same. */
export function writeElection(file: string, { placesOfUnit }: { placesOfUnit: number }): void {
  const unitOf = (place: number) => `unit ${Math.floor(place / placesOfUnit)}`
  const descriptor = openSync(file, 'w')
  let text = '{"format":"selection-pack/1","pool":[\n'
  for (let person = 0; person < PEOPLE; person++) {
    const facts = digest(`facts ${person}`)
    const place = facts.readUInt32BE() % PLACES
    const percent = facts.readUInt16BE(4) % 100
    text += JSON.stringify({
      leaf: digest(`leaf ${person}`).toString('hex'),
      unit: unitOf(place),
      place: `place ${place}`,
      points: facts.readUInt16BE(6) % 101,
      // A third of the people are women and 2 % disabled, so that the selection must raise both shares.
      gender: percent < 33 ? 'female' : percent < 99 ? 'male' : 'other',
      disability: facts.readUInt16BE(8) % 100 < 2,
    })
    text += person === PEOPLE - 1 ? '\n' : ',\n'
    if (text.length > 1_000_000 || person === PEOPLE - 1) {
      writeSync(descriptor, text)
      text = ''
    }
  }
  const seats = Array.from({ length: PLACES }, (_, place) => ({
    unit: unitOf(place),
    place: `place ${place}`,
    seats: Math.floor(SEATS / PLACES) + Number(place < SEATS % PLACES),
  }))
  const rule = {
    seats,
    gender: { maxShare: [2, 3], from: 3 },
    disability: { minShare: [1, 20], from: 20 },
    reservePercent: 20,
  }
  writeSync(descriptor, `],"rule":${JSON.stringify(rule)},"seed":"${digest('seed').toString('hex')}"}`)
  closeSync(descriptor)
}
