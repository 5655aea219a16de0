// Well-known places in Kenya that spell the letters of a reference number. No place starts with X.
// I, O and Q are missing, because `REFERENCE_CHARACTERS` leaves them out.
const PLACE_NAMES: Record<string, string> = {
  A: 'Athi',
  B: 'Bungoma',
  C: 'Chuka',
  D: 'Dadaab',
  E: 'Eldoret',
  F: 'Funyula',
  G: 'Garissa',
  H: 'Homa Bay',
  J: 'Juja',
  K: 'Kisumu',
  L: 'Lamu',
  M: 'Mombasa',
  N: 'Nairobi',
  P: 'Pokot',
  R: 'Ruiru',
  S: 'Siaya',
  T: 'Turkana',
  U: 'Ugunja',
  V: 'Voi',
  W: 'Wajir',
  X: 'X-ray',
  Y: 'Yatta',
  Z: 'Zombe',
}
const DIGIT_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/**
 * The reference number as people say it: `K for Kisumu, seven – four, T for Turkana, R for Ruiru, nine, ...`
 */
export const referenceAloud = (reference: string): string =>
  reference
    .split('-')
    .map((group) =>
      // `Number('K')` is NaN, which has no word, so the character is a letter and is spelt with a place.
      Array.from(
        group,
        (character) =>
          DIGIT_WORDS[Number(character)] ?? `${character} for ${PLACE_NAMES[character] ?? character}`,
      ).join(', '),
    )
    .join(' – ')
