// These functions bring typed values into the form in which they are stored and compared.

/**
 * Trims a text and makes it lower case, in the Unicode form NFC (S1 §5). Devices write an accented character
 * in different forms; NFC makes them equal.
 */
export const normaliseEmail = (email: string) => email.trim().toLowerCase().normalize('NFC')

/** The kinds of apostrophe that phones write in names. */
export const APOSTROPHES = "'’‘`´"

const WORD_START = new RegExp(`(^|[\\s\\-${APOSTROPHES}.])(\\p{L})`, 'gu')

/**
 * Trims a name and makes it lower case. A capital is at the start, and after a space, hyphen, apostrophe or
 * period (S1 §5): o'brien becomes O'Brien. No capital follows ng' (A17): ng'ang'a becomes Ng'ang'a.
 */
export const normaliseName = (name: string) =>
  name
    // `\p{C}` matches line breaks and other invisible characters.
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .toLowerCase()
    .replace(WORD_START, (matched, before: string, character: string, position: number, whole: string) => {
      const isAfterNg = APOSTROPHES.includes(before) && whole.slice(0, position).endsWith('ng')
      return isAfterNg ? matched : before + character.toUpperCase()
    })

/**
 * Normalises a phone number: a clearly Kenyan one (07.., 01.., 7.., 254.. or +2540..) becomes `+254722018344`
 * (W25). Any other number keeps only its digits and +.
 */
export const normalisePhone = (phone: string) => {
  const digitsAndPlus = phone.replace(/[^\d+]/g, '')
  // Nine digits after the country code or the leading 0. Kenyan mobile numbers start with 7 or 1. Those of
  // offices start with other digits, so they need the country code.
  const kenyanDigits = (/^(?:\+?2540?|0)?([17]\d{8})$/.exec(digitsAndPlus) ??
    /^254([1-9]\d{8})$/.exec(digitsAndPlus))?.[1]
  return kenyanDigits === undefined ? digitsAndPlus : `+254${kenyanDigits}`
}

/**
 * Normalises an answer to a security question for comparing: no capitals, no extra spaces, and one form of
 * each character (Unicode NFKC, C3).
 */
export const normaliseAnswer = (answer: string) =>
  answer.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')

/**
 * Writes a phone number as `+254 722 018 344`, with spaces that never break a line. Others stay unchanged.
 */
export const phoneWords = (phone: string) =>
  phone.replace(/^(\+254)(\d{3})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3\u00a0$4')
