import { SAME } from './concept-groups.ts'

/** Roots of Kiswahili verbs, without what stands before and after them, by what they mean here. */
const ROOTS: Record<string, string> = Object.fromEntries(
  `search tafut
  forgot sahau
  lost potez pote
  change badil geuz
  delete fut ond
  submit tum tumiw wasilish
  use tumi
  apply omb
  register sajil andikish jiung
  write andik
  login ingi
  logout tok tole ondol
  upload paki ambatish
  receive poke pat fik fikish
  refused katal kata
  response jib
  money lip
  notify julish arif
  fill jaz
  invited it
  interview hoj
  verify thibitish hakikish hakik
  correct rekebish sahihish kose
  save hifadh
  continue endele
  finish maliz kamilik kamilish
  selected chagul teul
  choose chagu
  need hitaj takik
  locked fung fungiw zui
  open fungu
  slow funguk
  deadline chelew
  broken shindw shindik gom kwam
  time chuku
  internet katik zimik
  wait subir ngoj
  remember kumbuk
  stolen ib
  hacked dukul
  scam tapel dangany
  bribe hong
  education som
  contact wasilian pigi
  question uliz
  live ish
  moved ham hami
  married olew
  withdraw jito ghair
  status fuatil angali
  check kagu
  see on onyesh onekan
  next fuat
  help said
  allowed ruhus
  selected ajir
  start anz
  repeat rud
  share shirik
  delete hariribu
  appeal lalamik`
    .split('\n')
    .flatMap((line) => {
      const [meaning = '', ...roots] = line.trim().split(' ')
      return roots.map((root) => [root, meaning])
    }),
)

/** These only look like verbs. */
const OTHERS = new Set(['katika', 'taarifa', 'hapana', 'kwamba', 'tafadhali', 'information'])

/** Who, when and whom: `ni-me-`, `hu-ja-`, `a-li-ni-`, `ha-wa-ja-`, `ku-`. */
const BEFORE =
  /^(?:ku|hu|(?:ha|si)?(?:ni|n|u|a|tu|m|mu|wa|i|zi|li|ya|ki|vi)?(?:na|li|ta|me|mesha|ki|ka|nge|ja|taka|po|si|sha)?)(?:ku|ni|m|mw|tu|wa|i|zi|li|ya|ki|vi|ji|ye|yo|lo|cho|po)?$/
/** By whom, for whom, and the last vowel. */
const AFTER = /^(?:i|e|a|u)?(?:l?iw|l?ew|w|i|e|ik|ek|ish|esh|iz|lish|z|sh|ishw|eshw|li|le|an|ian)?(?:a|e|i)?(?:ni|je|vyo|po)?$/
const LONGEST_BEFORE = 9
const SHORTEST = 3

/** What a Kiswahili verb, or an English one that Sheng has put Kiswahili around, means here; undefined of anything else. */
export const verbIn = (word: string): string | undefined => {
  if (word.length < 5 || OTHERS.has(word)) return undefined
  for (let at = 0; at <= Math.min(LONGEST_BEFORE, word.length - SHORTEST); at++) {
    if (at > 0 && !BEFORE.test(word.slice(0, at))) continue
    const rest = word.slice(at)
    const said = at > 0 && rest.length > SHORTEST ? (SAME.get(rest.replace(/(?<=[^aeiou])(?:iwa|iana|ia|ika|ishwa)$/, '')) ?? SAME.get(rest)) : undefined
    if (said) return said
    for (let end = rest.length - 1; end >= 2; end--) {
      const root = rest.slice(0, end)
      const meant = Object.hasOwn(ROOTS, root) ? ROOTS[root] : undefined
      if (meant && (at > 0 || end > 3) && AFTER.test(rest.slice(end))) return meant
    }
  }
  return undefined
}
