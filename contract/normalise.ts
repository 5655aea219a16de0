/**
 * S1 §5 Normalisation: trimmed, lower-cased, NFC. Every device's form of an accented letter becomes the same
 * character.
 */
export const normaliseEmail = (email: string) => email.trim().toLowerCase().normalize('NFC')

/**
 * S1 §5: trimmed, lower-cased, then a capital after a space, hyphen, apostrophe or period. No capital follows
 * the digraph ng' (A17):
 * o'brien becomes O'Brien, ng'ang'a becomes Ng'ang'a.
 */
export const normaliseName = (name: string) =>
  name
    // Line breaks and other invisible characters.
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .toLowerCase()
    .replace(
      /(^|[\s\-'’.])(\p{L})/gu,
      (whole, before: string, letter: string, position: number, all: string) =>
        (before === "'" || before === '’') && all.slice(0, position).endsWith('ng')
          ? whole
          : before + letter.toUpperCase(),
    )

/**
 * W25: E.164 for a number that is clearly Kenyan (07.., 01.., 7.., 254.., +2540..). Otherwise only the
 * separators are removed.
 */
export const normalisePhone = (phone: string) => {
  const digits = phone.replace(/[^\d+]/g, '')
  const kenyan = /^(?:\+?2540?|0)?([17]\d{8})$/.exec(digits)
  return kenyan ? `+254${kenyan[1]}` : digits
}

/** C3: answers are compared without case, extra spaces or compatibility forms (NFKC). */
export const normaliseAnswer = (answer: string) =>
  answer.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')

/** `+254 722 018 344`, without line breaks; any other number unchanged. */
export const phoneWords = (phone: string) =>
  phone.replace(/^(\+254)(\d{3})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3\u00a0$4')
