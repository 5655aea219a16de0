/** S1 §5 Normalisation: trimmed and lower-cased; an accented letter is one, however a device composes it. */
export const normaliseEmail = (email: string) => email.trim().toLowerCase().normalize('NFC')

/**
 * S1 §5: trimmed, lower-cased, a capital after a space, hyphen, apostrophe or period;
 * but not after the digraph ng' (A17): o'brien becomes O'Brien, ng'ang'a becomes Ng'ang'a.
 */
export const normaliseName = (name: string) =>
  name
    // Line breaks and other characters that nobody sees.
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .toLowerCase()
    .replace(/(^|[\s\-'’.])(\p{L})/gu, (whole, before: string, letter: string, position: number, all: string) =>
      (before === "'" || before === '’') && all.slice(0, position).endsWith('ng') ? whole : before + letter.toUpperCase(),
    )

/** W25: E.164 where the number is plainly Kenyan (07.., 01.., 7.., 254.., +2540..); otherwise only the clutter is removed. */
export const normalisePhone = (phone: string) => {
  const digits = phone.replace(/[^\d+]/g, '')
  const kenyan = /^(?:\+?2540?|0)?([17]\d{8})$/.exec(digits)
  return kenyan ? `+254${kenyan[1]}` : digits
}

/** C3: an answer is compared without case, spacing or accents of typing. */
export const normaliseAnswer = (answer: string) => answer.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ')

/** `+254 722 018 344`, on one line; another number as it is. */
export const phoneWords = (phone: string) => phone.replace(/^(\+254)(\d{3})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3\u00a0$4')
