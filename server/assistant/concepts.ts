import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words in English, Kiswahili and Sheng that mean the same here; the first stands for all. */
const GROUPS = `
password nenosiri pass passcode passwd pwd pin
account accounts akaunti acc acount profile wasifu
apply application applications applied applying applicant ombi maombi kuomba omba naomba apps
job jobs kazi vacancy vacancies position positions post posts opening openings ajira nafasi role
referee referees reference references mdhamini wadhamini mwamuzi waamuzi refs
document documents hati nyaraka cheti vyeti paper papers certificate certificates docs attachment attachments testimonial
file files faili format formats
photo photos picture pictures picha image images scan scanned
email emails mail gmail letter barua message
phone phones simu mobile smartphone cell cellphone
number namba nambari
money pesa ganji doo chapaa shilingi cash fee fees ada charge charges mpesa payment
bribe hongo rushwa corruption corrupt chai kitu
scam fraud fake tapeli matapeli conman con cheat swindle
free bure
premises office offices ofisi headquarters
refused refuse rejected reject denied declined unsuccessful regret regretted turned kataliwa
response reply answer answers feedback jibu majibu respond hear outcome result results news
selected chosen picked shortlisted shortlist successful invited
interview interviews mahojiano interviewed
wait waiting weeks week wiki days day siku duration
secret security usalama
question swali
county kaunti region
ward wadi
constituency jimbo
disability disabled ulemavu mlemavu walemavu pwd handicapped
experience uzoefu experienced
education elimu studies studying study school shule chuo university college campus
grade gredi marks
contact call reach talk speak mawasiliano wasiliana ongea
help msaada support usaidizi assist assistance
slow polepole hanging hang hangs lagging loading load loads
internet mtandao network wifi bundles connection net offline stima electricity
website site tovuti portal page ukurasa system
captcha recaptcha robot roboti
submit submitted submitting submission send sent sending tuma kutuma
save saved saving hifadhi
continue resume endelea later baadaye
change edit update modify alter replace switch badilisha badili amend
correct rekebisha fix mistake mistakes error errors wrong incorrect kosa makosa misspelt mistyped typo
delete remove erase futa ondoa
withdraw cancel ghairi
receipt receipts prove evidence stakabadhi risiti acknowledgement proof uthibitisho confirmation
verify verification verified thibitisha activate activation confirm confirming
code otp kodi
locked lock blocked block suspended imefungwa frozen
login signin logon ingia logging
logout signout loggedout logged
register registration registered registering signup enrol enroll sajili jisajili usajili kujiandikisha jiandikisha join
forgot forget forgotten sahau remember recall
lost lose poteza potea stolen
age umri old
years year miaka mwaka
deadline mwisho closing closes close closed expire expired
time muda dakika minutes minute hours hour
steps step hatua stages stage sections section
draft drafts rasimu
status hali progress
internal ndani
external nje
notice notices tangazo matangazo advert adverts advertisement
red nyekundu
language lugha kiswahili english
name names jina majina
birth kuzaliwa dob
id kitambulisho identity
passport pasipoti
address anwani
qualification qualifications qualify qualified eligible eligibility sifa nafaa nastahili naqualify
person people mtu watu someone somebody anyone anybody man woman guy jamaa lady stranger individual
relative relatives friend friends wife husband sister brother cousin son daughter mother father uncle aunt ndugu dada kaka rafiki mama baba
fill filling filled complete completing jaza kujaza nikijaza
public umma
transparent transparency transparently uwazi
notify inform informed julisha arifu alert alerts notification notifications
many several multiple two twice both mbili nyingi
training mafunzo
safe salama secure private privacy faragha
appeal rufaa complain complaint complaints
upload uploading uploaded pakia attach attaching
size ukubwa mb mbs megabytes big large kubwa
receive received receiving got pokea
need needs needed require required requires requirements requirement necessary must mandatory compulsory obligatory lazima hitaji ninahitaji nahitaji mahitaji
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

const counties = (JSON.parse(readFileSync(join(import.meta.dirname, '../database/reference/counties.json'), 'utf8')) as { name: string }[]).flatMap(
  ({ name }) =>
    name
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 3 && !['city', 'west', 'trans'].includes(word)),
)

const SAME = new Map([
  ...GROUPS.flatMap(([first = '', ...others]) => [first, ...others].map((word) => [word, first] as const)),
  ...counties.map((name) => [name, 'county'] as const),
])

/** Kiswahili and Sheng put who and when before a verb: what it ends in says what is done. */
const ENDINGS: [string, string][] = Object.entries({
  tafuta: 'search',
  sahau: 'forgot',
  poteza: 'lost',
  potea: 'lost',
  badilisha: 'change',
  badili: 'change',
  futa: 'delete',
  ondoa: 'delete',
  tuma: 'submit',
  omba: 'apply',
  sajili: 'register',
  andikisha: 'register',
  ingia: 'login',
  pakia: 'upload',
  pokea: 'receive',
  japata: 'receive',
  kataliwa: 'refused',
  kataa: 'refused',
  jibiwa: 'response',
  lipa: 'money',
  lipe: 'money',
  julisha: 'notify',
  julishwa: 'notify',
  jaza: 'fill',
  niitwe: 'interview',
  itwa: 'invited',
  lipishwa: 'money',
  thibitisha: 'verify',
  rekebisha: 'correct',
  kosea: 'correct',
  hifadhi: 'save',
  endelea: 'continue',
  chaguliwa: 'selected',
  teuliwa: 'selected',
  hitajika: 'need',
  hitaji: 'need',
  fungiwa: 'locked',
  funguki: 'slow',
  funguka: 'slow',
  fanyi: 'broken',
  chukua: 'time',
  apply: 'apply',
  upload: 'upload',
  submit: 'submit',
  register: 'register',
  login: 'login',
  forget: 'forgot',
  edit: 'change',
  change: 'change',
  save: 'save',
  delete: 'delete',
  withdraw: 'withdraw',
  cancel: 'withdraw',
  lock: 'locked',
  verify: 'verify',
  reject: 'refused',
  rejectiwa: 'refused',
  shortlistiwa: 'selected',
  logout: 'logout',
  receive: 'receive',
  reset: 'reset',
  tapeliwa: 'scam',
  konwa: 'scam',
  pigia: 'contact',
  wasiliana: 'contact',
  maliza: 'finish',
})

/** Said in more than one word. */
const TURNS: [RegExp, string][] = [
  [/\b(?:how many|ngapi|wangapi|mangapi|mingapi|how much|kiasi gani|number of)\b/g, ' qmany '],
  [/\b(?:how long|how much time|muda gani|time gani|how soon)\b/g, ' qlong time '],
  [/\b(?:kwa nini|kwanini|why)\b/g, ' qwhy '],
  [/\b(?:when|lini)\b/g, ' qwhen '],
  [/\b(?:where|wapi)\b/g, ' qwhere '],
  [/\b(?:who|whom|nani)\b/g, ' qwho '],
  [/\b(?:opening|open|create|creating|make|making) (?:an? |my |new )*(?:account|profile)\b/g, ' open create account '],
  [/\b(?:i am|im|turning|nina miaka|aged) (?:\d\d)\b|\b\d\d years?(?: old)?\b|\bumri wa miaka\b/g, ' age '],
  [/\b\d+k\b|\b(?:ksh?|kes|sh) ?\d+\b|\b\d{4,}\b(?: (?:shillings|bob))?/g, ' money '],
  [/\bbarua pepe\b/g, ' email '],
  [/\bneno (?:la )?siri\b/g, ' password '],
  [/\bnambari ya siri\b/g, ' code '],
  [/\b(?:log|sign|get|getting|logging|signing) (?:me )?in(?:to)?\b/g, ' login '],
  [/\b(?:log|sign|logged|signed|logs|kicked) (?:me )?out\b/g, ' logout '],
  [/\b(?:sign|signing) up\b/g, ' register '],
  [
    /\b(?:not working|does ?n[o']?t work|doesnt work|not work|is broken|haifanyi kazi|haifanyi|fails?|failed|failing|failure|cannot|cant|can not|unable|siwezi|inakataa|imekataa|refuses?|wont|will not)\b/g,
    ' broken ',
  ],
  [/\bcover letters?\b/g, ' coverletter '],
  [
    /\breference (?:number|no|code)s?\b|\bref (?:number|no)\b|\btracking (?:number|code)\b|\b(?:nambari|namba) ya kumbukumbu\b|\bnumber ya reference\b/g,
    ' refnumber ',
  ],
  [/\bpolice clearance\b|\btabia njema\b|\bgood conduct\b/g, ' goodconduct '],
  [/\bno longer\b/g, ' nolonger '],
  [/\bsomeone elses?\b|\bmtu mwingine\b|\bon behalf of\b/g, ' behalf '],
]

const one = (word: string) => SAME.get(word) ?? (word.length > 4 ? ENDINGS.find(([ending]) => word.endsWith(ending))?.[1] : undefined) ?? word

/** A question or a phrase in the words that stand for all of their meaning. */
export const conceptsOf = (words: string[]): string[] =>
  TURNS.reduce((line, [said, meant]) => line.replace(said, meant), words.join(' '))
    .split(' ')
    .filter(Boolean)
    .map(one)

/** Every word that has a meaning here. */
export const CONCEPT_WORDS: string[] = [...SAME.keys()].filter((word) => /^[a-z]+$/.test(word))

/** True of a word, whatever is put before its verb, that needs no mending. */
export const hasMeaning = (word: string): boolean => one(word) !== word
