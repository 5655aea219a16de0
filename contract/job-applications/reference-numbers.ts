/**
 * The 31 characters of a reference number. People read it out over the phone, so 0, O, 1, I and Q are left
 * out. The last character is a check character, which reveals every single wrong character and every swap of
 * two neighbours. That needs a prime number of characters, and 31 is prime.
 */
export const REFERENCE_CHARACTERS = '23456789ABCDEFGHJKLMNPRSTUVWXYZ'

/** How many characters come before the check character. */
const LENGTH = 8
const BASE = BigInt(REFERENCE_CHARACTERS.length)
const valueOf = (character: string) => REFERENCE_CHARACTERS.indexOf(character)
const characterOf = (value: number) => REFERENCE_CHARACTERS[value] ?? ''

/** Computes the check character. The weight grows with each position, so that a swap changes the sum. */
const checkCharacterOf = (characters: string) =>
  characterOf(
    Array.from(characters).reduce((sum, character, index) => sum + valueOf(character) * (index + 2), 0) %
      REFERENCE_CHARACTERS.length,
  )

/**
 * A reference number such as `K7-4TR9XM-P`, made from 8 random bytes. No application has this example,
 * because its check character would have to be B.
 */
export const referenceFrom = (random: Uint8Array): string => {
  let number = random.subarray(0, 8).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let characters = ''
  for (let index = 0; index < LENGTH; index++) {
    characters += characterOf(Number(number % BASE))
    number /= BASE
  }
  return `${characters.slice(0, 2)}-${characters.slice(2)}-${checkCharacterOf(characters)}`
}

/** Reads a reference number in any case, with any spaces and hyphens. Undefined if the text is none. */
export const referenceFromText = (text: string): string | undefined => {
  const characters = text.toUpperCase().replace(/[\s–-]/g, '')
  const withoutCheck = characters.slice(0, LENGTH)
  if (
    characters.length !== LENGTH + 1 ||
    Array.from(characters).some((character) => valueOf(character) < 0) ||
    checkCharacterOf(withoutCheck) !== characters.at(-1)
  )
    return undefined
  return `${withoutCheck.slice(0, 2)}-${withoutCheck.slice(2)}-${characters.at(-1)}`
}
