const WORDS = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]

/** `Two answers need you` */
export const answersNeedYou = (count: number) =>
  count === 1 ? 'One answer needs you' : `${WORDS[count] ?? count} answers need you`
