import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words in English, Kiswahili and Sheng that mean the same here; the first stands for all. */
const GROUPS = `
password nenosiri pass passcode passwd pwd pin passwad passowrd psw pswd nywila
account accounts akaunti acc acount profile wasifu akaonti akaunt profiles user username
apply application applications applied applying applicant ombi maombi kuomba omba naomba apps aply appl applicaton candidature
job jobs kazi vacancy vacancies position positions post posts opening openings ajira nafasi role gig gigs vacance ajiri
referee referees reference references mdhamini wadhamini mwamuzi waamuzi refs refree refrees refferee refferees msimamizi wasimamizi mdhaminiwa
document documents hati nyaraka cheti vyeti paper papers certificate certificates docs attachment attachments testimonial credentials cv cvs resumes vitae transcript transcripts curriculum
file files faili format formats pdf doc docx jpg jpeg png word pdfs
photo photos picture pictures picha image images scan scanned selfie snapshot
email emails mail gmail letter barua message inbox spam junk mails emailed mailed yahoo hotmail letters imeili meili emali
phone phones simu mobile smartphone cell cellphone line sim fone simcard safaricom airtel telkom rununu cellular
number namba nambari numba nambali
money pesa ganji doo chapaa shilingi cash fee fees ada charge charges mpesa payment cost costs price pay paid paying pays payments bob ksh kes shillings shilling munde mulla charged amount hela pocket
bribe hongo rushwa corruption corrupt chai kitu bribes connections tribalism bribery facilitation
scam fraud fake tapeli matapeli conman con cheat swindle scammer scammers broker brokers agent agents fraudster fraudsters conned scammed fraudulent genuine legit hoax uongo mkora wakora
free bure freely gharama costless
premises office offices ofisi headquarters floor building room street towers situated physically branch jengo ghorofa barabara mtaa visit
refused refuse rejected reject denied declined unsuccessful regret regretted turned kataliwa rejection declining invalid unaccepted kukataliwa hukuchaguliwa dropped bounced unsupported
response reply answer answers feedback jibu majibu respond hear outcome result results news responses communication matokeo jibuni replied responded heard hearing
selected chosen picked shortlisted shortlist successful invited shortlisting longlisted kuchaguliwa pick waliochaguliwa
interview interviews mahojiano interviewed intaview intaviews intervew intavyu usaili oral
wait waiting weeks week wiki days day siku duration waited months month miezi mwezi subiri ngoja delay delayed delays patience kitambo kawia
secret security usalama
question swali
county kaunti region subcounty subcounties location residence reside residing village district counties home hometown province
ward wadi
constituency jimbo
disability disabled ulemavu mlemavu walemavu pwd handicapped wheelchair blind deaf albino albinism crutches crutch impaired impairment epilepsy epileptic amputee lame kiziwi kipofu kiwete viziwi vipofu bubu mute autism handicap braille
experience uzoefu experienced internship internships volunteer vibarua kibarua volunteering volunteered hustle casual fresher employed unemployed jobless employment
education elimu studies studying study school shule chuo university college campus kcse kcpe degree diploma dropout student students institution course courses academic academics masomo kidato shahada stashahada graduate graduated graduating graduation masters bachelors phd
grade gredi marks grades score
contact call reach talk speak mawasiliano wasiliana ongea hotline helpline toll customercare whatsapp telegram twitter facebook tuongee piga calling calls called
help msaada support usaidizi assist assistance assisting guidance
slow polepole hanging hang hangs lagging loading load loads freezes freezing buffering lag spinning blank crashed crashing crash 502 503 500 504 overloaded traffic white
internet mtandao network wifi bundles connection net offline stima electricity bundle hotspot signal coverage blackout kplc power token lights disconnected disconnect intaneti umeme betri battery netwak
website site tovuti portal page ukurasa system web websites webpage siti
captcha recaptcha robot roboti puzzle bot checkbox
submit submitted submitting submission send sent sending tuma kutuma submits sumit submited sendd forwarded wasilisha posted deliver delivered
save saved saving hifadhi saves store stored kept autosave seva
continue resume endelea later baadaye proceed halfway midway midpoint pause paused resuming partway continuing unfinished
change edit update modify alter replace switch badilisha badili amend changing changed edited editing updating updated swap swapping replaced replacing rewrite revise revising adjust
correct rekebisha fix mistake mistakes wrong incorrect kosa makosa misspelt mistyped typo spelling spelled spelt corrections correcting corrected rectify amendment typos erroneous inaccurate kimakosa
delete remove erase futa ondoa deleting deleted removed removing erased clear terminate deactivate wipe
withdraw cancel ghairi quit quitting resign withdrawing withdrawn withdrawal unapply jitoa kujitoa cancelling cancelled
receipt receipts prove evidence stakabadhi risiti acknowledgement proof uthibitisho confirmation slip acknowledgment proofs ushahidi acknowledged
verify verification verified thibitisha activate activation confirm confirming verifying unverified confirmed validate validated verifed authentic activated activating
code otp kodi digits codes tarakimu kod
locked lock blocked block suspended imefungwa frozen lockout banned bans barred restricted imeblock imelock attempts attempt tries locks locking blocks blocking
login signin logon ingia logging logins signing accessing
logout signout loggedout logged timeout timed session sessions signedout logoff idle inactive inactivity
register registration registered registering signup enrol enroll sajili jisajili usajili kujiandikisha jiandikisha join registeration regista onboard enrolment enrollment kujisajili kujiunga jiunge joining unregistered newcomer
forgot forget forgotten sahau remember recall 4got forgt forgoten kumbuka
lost lose poteza potea stolen losing misplaced vanish vanished disappeared disappear imepotea zimepotea gone
age umri minor underage eighteen teenager teen young youth kijana vijana mdogo
years year miaka mwaka
deadline mwisho closing closes close closed expire expired late missed miss midnight extended extension extend closure expiring expires chelewa lapse lapsed ends
time muda dakika minutes minute hours hour mins min hrs hr sekunde saa masaa
steps step hatua stages stage sections section part parts tab tabs screen sehemu
draft drafts rasimu drafted halfdone
status hali progress state track tracking tracker follow ilipofika monitor
internal ndani
external nje
notice notices tangazo matangazo advert adverts advertisement ad ads posting listing
red nyekundu crimson highlighted
language lugha kiswahili english
name names jina majina surname surnames firstname lastname middle maiden initials capital capitals uppercase lowercase caps herufi
birth kuzaliwa dob
id kitambulisho identity idno vitambulisho nationalid ids alien maisha
passport pasipoti
address anwani
qualification qualifications qualify qualified eligible eligibility sifa nafaa nastahili naqualify eligibilty criteria vigezo kigezo suitable fit competent
person people mtu watu someone somebody anyone anybody man woman guy jamaa lady stranger individual fella dude msee mse bwana fulani mfanyakazi staffer insider anonymous outsider
relative relatives friend friends wife husband sister brother cousin son daughter mother father uncle aunt ndugu dada kaka rafiki mama baba spouse sibling siblings neighbour neighbor jirani pastor chief boss bosses employer employers supervisor lecturer teacher colleague colleagues imam workmate mzee mkubwa ex chifu mwalimu pasta mkuu
fill filling filled complete completing jaza kujaza nikijaza fills type typing typed enter entering entered input
public umma
transparent transparency transparently uwazi
notify inform informed julisha arifu alert alerts notification notifications subscribe subscription newsletter subscribed unsubscribe
many several multiple two twice both mbili nyingi
training mafunzo seminar orientation induction
safe salama secure private privacy faragha confidential confidentiality protected third parties party share shared sharing sell sold gdpr odpc siri
appeal rufaa complain complaint complaints contest dispute unfair unfairly kulalamika lalamika malalamiko unfairness petition challenge
upload uploading uploaded pakia attach attaching uploads uplod upld attached insert
size ukubwa mb mbs megabytes big large kubwa heavy huge bigger larger compress compressed reduce shrink capacity kb kbs kilobytes exceed exceeds heavyweight uzito
receive received receiving got pokea arrive arrived reached fika imefika yamefika limefika gotten recieve recieved receve
need needs needed require required requires requirements requirement necessary must mandatory compulsory obligatory lazima hitaji ninahitaji nahitaji mahitaji needful inatakikana inatakiwa takikana takiwa naitaji
year yrs yr
several another second limit unlimited nyingine zaidi mbalimbali kadhaa
broken error errors haifanyi haitaki haikubali inagoma imegoma imekwama kwama gome goma stuck hung unresponsive failing greyed grayed unclickable
finish finished finishing done maliza kumaliza nimemaliza finalise finalize
hacked hacker hackers hack hijacked intruder compromised breached breach unauthorised unauthorized impersonating dukuliwa imedukuliwa suspicious
fingerprint fingerprints hash hashes checksum
married marriage wedding divorced olewa nimeolewa ndoa
abroad overseas diaspora dubai saudi qatar usa uk uganda tanzania foreign foreigner foreigners ughaibuni majuu ngambo
live stay stays staying lives living ishi naishi
moved relocate relocated relocating nimehama hamia shifted moving
form fomu forms
see view viewed visible onekana
computer laptop desktop kompyuta pc
browser opera chrome firefox kabambe itel tecno infinix samsung android iphone ios
behalf behalfof cyber cybercafe attendant proxy badala
clearance clearances goodconduct kra helb crb eacc dci cid police polisi tax compliance hesabu
hours weekend weekends saturday sunday jumamosi jumapili weekday lunch holiday
missing absent haipo hazipo
limit maximum max
choose chagua
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

/** Each word by the one that stands for all of its meaning. */
export const SAME: ReadonlyMap<string, string> = new Map([
  ...GROUPS.flatMap(([first = '', ...others]) => [first, ...others].map((word) => [word, first] as const)),
  ...counties.map((name) => [name, 'county'] as const),
])
