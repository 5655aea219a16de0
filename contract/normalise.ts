// Typed values in the form in which they are stored and compared.

/**
 * Trimmed, lower-cased and in Unicode form NFC (S1 §5). Devices write an accented character in different
 * forms; NFC makes them equal.
 */
export const normaliseEmail = (email: string) => email.trim().toLowerCase().normalize('NFC')

/**
 * Trimmed and lower-cased, with a capital at the start and after a space, hyphen, apostrophe or period (S1
 * §5): o'brien becomes O'Brien. No capital follows ng' (A17): ng'ang'a becomes Ng'ang'a.
 */
export const normaliseName = (name: string) =>
  name
    // Line breaks and other invisible characters.
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .toLowerCase()
    .replace(
      /(^|[\s\-'’.])(\p{L})/gu,
      (whole, before: string, character: string, position: number, wholeText: string) =>
        (before === "'" || before === '’') && wholeText.slice(0, position).endsWith('ng')
          ? whole
          : before + character.toUpperCase(),
    )

/**
 * `+254722018344` for a number that is clearly Kenyan: 07.., 01.., 7.., 254.. or +2540.. (W25). Any other
 * number keeps only its digits and +.
 */
export const normalisePhone = (phone: string) => {
  const digits = phone.replace(/[^\d+]/g, '')
  const kenyan = /^(?:\+?2540?|0)?([17]\d{8})$/.exec(digits)
  return kenyan ? `+254${kenyan[1]}` : digits
}

/**
 * An answer to a security question, for comparing: no capitals, no extra spaces, and one form of each
 * character (Unicode NFKC, C3).
 */
export const normaliseAnswer = (answer: string) =>
  answer.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')

/** `+254 722 018 344` with spaces at which a line never breaks. Any other number stays as it is. */
export const phoneWords = (phone: string) =>
  phone.replace(/^(\+254)(\d{3})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3\u00a0$4')
