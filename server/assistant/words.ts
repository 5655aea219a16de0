/** What a question is made of, once case, accents and signs are out of the way. */
export type Heard = { words: string[]; language: 'en' | 'sw' }

const SWAHILI = new Set(
  `je nina ninawezaje nawezaje naweza ninaweza jinsi gani vipi aje ngapi wapi lini kwa ya wa na ni si la za cha vya kazi nafasi maombi ombi akaunti nenosiri neno siri
  kusajili kujisajili nimesahau nilisahau barua cheti vyeti nataka ningependa naomba nimetuma nilituma hali yangu wangu langu zangu changu vyangu kuna siwezi sijapata
  sijapokea umri miaka mshahara mwisho tarehe asante ahsante habari mambo nisaidie saidia msaada usaidizi simu shilingi pesa bila ama au hii huu hiyo hizi hicho lakini kama
  nikisahau kutuma kuomba naombaje nitajuaje nitapata nitaitwa nimekosea kubadilisha kubadili nyaraka hati wasimamizi wadhamini mdhamini mwamuzi waamuzi elimu uzoefu kidato
  hatua muda gharama bure niaje mse nko niko iko ziko hakuna mtu poa sana buda manze mnataka mko naeza napata nafanya nafaa lazima inafaa inachukua inafungwa zinafungwa wangapi
  kiasi gani nini nani kwani bado tayari leo kesho wiki mwezi dakika sasa hivi kule hapa huko mahali kaunti nchini serikali tume mtandao tovuti ukurasa haifunguki imekataa
  imefungwa kufungua nifanye fanya nifanyeje inaitwa kujua uchaguzi nambari namba kitambulisho pasi ulemavu mlemavu jina kufuta futa kurekebisha kurudi rudi picha faili kubwa
  ndio ndiyo hapana karani makarani vituo kituo huduma tafadhali rafiki haki hongo rushwa kutapeli matapeli tapeli mangapi mingapi mimi wewe yako wako naingiaje kuingia ingia nashindwa nimeshortlistiwa nimechaguliwa niliomba nimeomba nimeapply niliapply nimesubmit zipo yapi zipi kura mkopo`.split(
    /\s+/,
  ),
)
const ENGLISH = new Set(
  `how do i the is my what can to a an for in of when where which are there have has you me it if does did will was were be am who why should must not no any please
  with on from by about this that your they them we our or and but need want get got many much long open close tell show help apply job jobs application applications`.split(
    /\s+/,
  ),
)

/** Kiswahili words that carry no meaning of their own; English ones are known to the database. */
const EMPTY = new Set(
  `je ya wa na ni si la za cha vya kwa gani vipi aje nini au ama hii huu hiyo hizi hicho lakini kama sana sasa hivi mimi wewe tafadhali please pls kindly hi hello hey sasa
  niaje mambo habari yenu wenu zenu lenu iko ziko niko mse buda manze bana maze naomba nataka ningependa kujua want know tell just sir madam dear hapo hapa yangu yako bro boss guys something anything thing things really just still then also been already again there maybe kindly even
  actually basically somehow whole entire exactly good day ati ndio trying try tried keep keeps keeping able sure believe think thought never ever always sometimes guide like says say said tell told going go goes
  make put use using come comes came out about until anything kwamba ndiyo yangu langu zangu wangu
  naweza naeza nawezaje anaweza unaweza tunaweza mnaweza inaweza linaweza kuwa kwenye bila baada kabla sina yenye basi hata tena pia tu kweli guys guy yesterday since whole wasee msee
  im ive ill id dont dnt didnt doesnt cant isnt wasnt arent werent havent hasnt hadnt wont wouldnt couldnt shouldnt whats wheres hows thats theres youre theyre lets u ur r n wat wht wil wld shud shld cud cn coz cause bcoz plz gonna wanna gotta ok okay ati yaani
  anywhere nowhere somewhere itself myself yourself whole explain exactly roughly simply properly getting done doing took being having anyone someones
  leo jana kitu vitu hapana huko pale fulani yote zote wote either whether`.split(/\s+/),
)

/** The small words of both languages: none of them is a slip. */
export const SMALL_WORDS: string[] = [...SWAHILI, ...ENGLISH, ...EMPTY]

/** At most this many words of a question are looked at. */
const MOST = 60

/** Lower case, without accents and signs. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The words of a question, as many as are looked at. */
export const wordsOf = (text: string): string[] => wordsIn(text).slice(0, MOST)

const count = (words: string[], known: Set<string>) => words.filter((word) => known.has(word)).length

/** The parts of a reference number may look like small words: ZA, NA and WA are of no language there. */
const REFERENCE = /\b[a-z0-9]{2}[–—-][a-z0-9]{6}[–—-][a-z0-9]\b/gi

/** A question is answered in the language that most of its small words are of. */
export const heard = (text: string): Heard => {
  const spoken = wordsOf(text.replace(REFERENCE, ' '))
  return { words: wordsOf(text), language: count(spoken, SWAHILI) > count(spoken, ENGLISH) ? 'sw' : 'en' }
}

/** The words that say what a question is about. */
export const tellingWords = (words: string[]): string[] => words.filter((word) => !EMPTY.has(word))
