import { CONCEPT_WORDS, hasMeaning } from './concepts.ts'
import { JOB_WORDS } from './known-words.ts'
import { SMALL_WORDS } from './words.ts'

/** Names that many people here bear and that mean nothing else; whoever bears another is found by what stands before it. */
const NAMES = new Set(
  `wanjiku wanjiru wambui wangari wangui wairimu waithira nyambura njeri njoki muthoni mumbi nyokabi wacera gathoni kamau mwangi njoroge kariuki karanja kimani macharia maina mburu mugo muriithi
  muriuki ndungu nganga ngugi njuguna waweru gitau githinji gachagua kinyua mureithi gichuki wachira ndirangu nderitu kiarie kinuthia kuria mungai achieng akinyi adhiambo atieno auma awino akoth anyango apiyo awuor
  onyango otieno odhiambo ochieng omondi ouma okoth owino ojwang okello okeyo oketch odongo omollo opiyo oduor odinga ogola olando oloo onyancha nekesa nafula naliaka nanjala nasimiyu wafula wanyonyi wekesa simiyu barasa
  makokha wanjala shikuku khaemba mukhwana nyongesa chebet chepkemoi chepkoech chelangat cherono cherop cherotich jepchirchir jepkosgei jepkemboi jeptoo jerono jelagat kiprotich kipchoge kipkoech kipkemboi kiprono kiplagat kiptoo kipruto
  kipngetich kibet kirui koech korir kosgei langat rotich ruto sang tanui bett biwott cheruiyot mutai keter mutua musyoka musyoki mutiso mutinda muthama mwende mwikali mueni kalondu kavutha ndunge nduku syombua wavinya kilonzo kioko
  kyalo makau mbithi muema mwanzia nzioka nzomo mwongeli bosibori kemunto kerubo kwamboka moraa nyaboke nyanchama gesare bosire makori momanyi nyakundi nyamweya omwenga ondieki ongeri onsongo nyambane abdi abdullahi hassan hussein
  mohamed muhammad fatuma halima amina zainab zuhura khadija rashid omar yusuf ibrahim jamal mwanaisha mwanajuma rehema salim saida mbarak katana kazungu kahindi charo kadzo karisa ekai ekiru lokwang lolem lekuton lesiit nkatha kananu
  kagendo kawira makena mwiti kirimi muthuri mutethia gitonga kimathi murithi ntongai leteipa saitoti sankale naserian nashipae john james peter joseph paul david daniel samuel stephen simon joshua moses elijah isaac jacob michael
  george charles william robert richard thomas francis patrick anthony dennis dominic kevin brian collins victor vincent kennedy evans erick felix geoffrey edwin elvis mary jane ann anne catherine margaret elizabeth esther lydia naomi ruth sarah susan
  lucy jackline caroline christine nancy beatrice dorothy eunice florence gladys irene janet joyce judith lilian linda mercyline milka monica pauline phoebe priscilla rachel rebecca rosemary sharon sheila stella teresia tabitha veronica
  vivian winnie zipporah eliud nelson wycliffe musalia`.split(/\s+/),
)

const PEOPLE = new Set(
  `pastor reverend rev bishop sheikh imam mr mrs ms dr prof professor hon honourable mzee mwalimu madam bwana bibi mother father mum mom dad brother sister wife husband son daughter friend boss uncle aunt cousin neighbour neighbor
  referee chief headteacher mama baba dada kaka ndugu rafiki mke mume mtoto`.split(/\s+/),
)
/** May stand between such a word and the name. */
const BETWEEN = new Set('yangu wangu yake wake is ni called named anaitwa yetu wetu'.split(' '))
const INTRODUCING = new Set(['i am', 'mimi ni', 'ni mimi', 'this is', 'i m'])
const LIVING = new Set('live lives living stay stays staying reside resides residing naishi ninaishi nakaa ninakaa anaishi plot estate'.split(' '))
const NO_NAME =
  /(?:ed|ing|able|ful|less|ly|ive|ous|ant|ent|ion|ist)$|^(?:stuck|sick|late|lost|sorry|happy|sad|poor|new|old|young|single|jobless|busy|ready|kenyan|from|born|about|out|blind|deaf|lame|form|years?|male|female|man|woman|sure|glad|mother|father|orphan|widow|single|fine|back|doing|still|very|too|only|here|currently)$/
const PRIVATE =
  /\b(?:kikuyus?|agikuyu|luos?|luhyas?|abaluhya|kambas?|akamba|kalenjins?|nandi|kipsigis|abagusii|maasai|somalis?|mijikenda|giriama|borana|samburus?|pokots?|nubians?|hiv(?: positive)?|positive and|aids|epilep\w{1,6}|diabet\w{1,6}|cancer|bipolar|schizophreni\w{1,3}|depression|ukimwi|kifafa|kisukari|saratani|pregnant|mjamzito)\b/gi

const COMMON =
  `cannot could would should might read write fill help helps let lets wants wanted says said see sees saw went goes gone take takes took gave gives give made makes make knows knew know lost found work works call calls
  he she him her his hers who whom whose which next beside behind opposite after before with without through over under again first second third because since until while still also please both each
  church school college university hospital market house home village town city hotel road street bridge office post bank shop near far north south east west central upper lower kwa kule hapa jirani mtaa kijiji shule kanisa msikiti
  can has had have did does not never anaweza hawezi amekosa hajui amesahau anataka ana hana alisema ameniambia amesema`.split(/\s+/)
const KNOWN = new Set([...SMALL_WORDS, ...JOB_WORDS, ...CONCEPT_WORDS, ...COMMON])
const MOST = 3
const MOST_PLACE = 8

const bare = (part: string) =>
  part
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’.,;:!?()"]/gu, '')

/**
 * Takes out names in small letters: those that many bear, and unknown words after what introduces somebody ("i am", "mama yangu",
 * "pastor") or says where they live; and the words for peoples and illnesses. `isOurs` tells words of this portal.
 */
export const withoutPeople = (text: string, isOurs: (word: string) => boolean): string => {
  const parts = text.replace(PRIVATE, '[private]').split(/(\s+)/)
  const isStrange = (word: string) => /^\p{L}{3,}$/u.test(word) && !isOurs(word) && !KNOWN.has(word) && !NO_NAME.test(word) && !hasMeaning(word)
  let names = 0
  let places = 0
  let before = ''
  let after = false
  return parts
    .map((part, at) => {
      if (at % 2 === 1) return part
      const word = bare(part)
      const said = `${before} ${word}`
      const introduced = INTRODUCING.has(said) || word === 'im' || PEOPLE.has(word) || (after && BETWEEN.has(word))
      before = word
      after = introduced
      if (NAMES.has(word)) {
        names = MOST
        return part.replace(/[\p{L}\p{M}'’.-]+/u, '[name]')
      }
      if (introduced) {
        names = MOST
        return part
      }
      if (LIVING.has(word)) {
        places = MOST_PLACE
        return part
      }
      const strange = isStrange(word)
      const inPlace = places > 0
      // A pause ends a name and a place.
      places = !inPlace || /[,;.?!]$/.test(part) ? 0 : places - 1
      const named = strange && names > 0
      names = named ? names - 1 : 0
      if (named) return part.replace(/[\p{L}\p{M}'’.-]+/u, '[name]')
      return inPlace && (strange || /\d/.test(word)) ? part.replace(/[\p{L}\p{M}\p{Nd}'’.-]+/u, '[place]') : part
    })
    .join('')
    .replace(/\[name\](?:\s+\[name\])+/g, '[name]')
    .replace(/\[place\](?:\s+\[place\])+/g, '[place]')
}
