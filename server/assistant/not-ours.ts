/** What people ask that no section of the help answers, in English, Kiswahili and Sheng: so that the nearest section is not said to it. */
export const NOT_OURS: string[] = `
what is the weather today; will it rain tomorrow; tell me a joke; sing me a song; write a poem for me; who won the match; football results; premier league table; what time is it; what day is it today;
who is the president; who will be the next president; which party is the best; who should i vote for; when is the general election; how do i vote; where is my polling station; how do i register as a voter; am i a registered voter;
transfer my vote to another ward; results of the presidential election; who won in our constituency; how many voters are there; how many people voted; what is the constitution; who is the chairman of the commission; who are the commissioners;
how do i get a loan; i need money for school fees; lend me some money; where can i borrow; how do i start a business; buy airtime; my mpesa is not working; reverse an mpesa transaction; how do i get a kra pin; how do i file tax returns;
how do i get a passport at immigration; renew my driving licence; how do i get a birth certificate; replace a lost national id; how do i apply for university; kuccps application; helb loan application; hustler fund; nhif registration; sha payment;
how do i cook ugali; recipe for chapati; best phone to buy; price of unga; price of fuel; dollar exchange rate; where is the nearest hospital; i am sick; i have a headache; i need a doctor; my girlfriend left me; i am in love; i feel sad today;
what is the capital of france; how far is the moon; solve this equation; do my homework; translate this sentence to french; what is the meaning of life; who made you; which model are you; can you write code; fix my computer; install windows;
how do i open a bank account; best bank in kenya; land for sale; house to rent; how do i get married; file for divorce; report a crime; my phone was snatched by thieves; call the police; traffic fines; matatu fare to town; bus to mombasa; book a flight;
bet on a game; jackpot prediction; how do i join the army; police recruitment date; teachers service commission vacancies; jobs in dubai; jobs in qatar; work abroad agencies; nurse jobs in the uk; how do i become a pilot; nairobi county bursary; cdf bursary form;
how do i hack facebook; download a movie; how do i get followers; tiktok is not opening; reset my facebook password; my gmail is locked; how do i use whatsapp; delete my instagram; how do i block somebody on whatsapp;
lorem ipsum; blah blah blah; asdf qwerty; something something; no idea; never mind; nothing; test test; just testing; hmm; really; are you serious; ok then; you do not understand; that is not what i asked;
hali ya hewa leo; mvua itanyesha kesho; niambie kichekesho; niimbie wimbo; nani alishinda mechi; saa ngapi sasa; leo ni siku gani; nani ni rais; rais ajaye ni nani; chama gani ni bora; nimpigie nani kura; uchaguzi mkuu ni lini;
napiga kura wapi; nitapigaje kura; kituo changu cha kura kiko wapi; nijiandikishe vipi kama mpiga kura; matokeo ya urais; nani alishinda ubunge; mwenyekiti wa tume ni nani; makamishna ni kina nani; nikopeshe pesa; nahitaji mkopo; nipate mkopo wapi;
nianzishe biashara gani; mpesa imekataa; kurudisha pesa ya mpesa; kra pin napata wapi; pasipoti ya kusafiri napata wapi; leseni ya kuendesha gari; cheti cha kuzaliwa napata wapi; kitambulisho kimepotea nipate kingine wapi; bei ya unga; bei ya mafuta;
hospitali iko wapi; mimi ni mgonjwa; kichwa kinaniuma; mpenzi ameniacha; nina huzuni leo; napika ugali aje; mji mkuu wa ufaransa; nifanyie homework; tafsiri sentensi hii; wewe ni model gani; nani alikuunda; nyumba ya kukodisha; shamba linauzwa;
nauli ya kwenda mjini; gari ya kwenda mombasa; niibiwa simu barabarani; polisi wanaajiri lini; jeshi linaajiri lini; kazi za dubai; kazi za ughaibuni; basari ya kaunti; facebook yangu imefungwa; whatsapp haifunguki; nidownload movie wapi; tiktok imegoma;
mechi ilikuwa aje jana; arsenal imeshinda; nipe odds za leo; nataka kubet; sijui nimechoka tu; ni sawa tu; achana nayo; hapana si hiyo; hujanielewa; unasema nini wewe; uko serious kweli; zii; wacha tu; maisha ni ngumu; doo imeisha kwa mfuko; nikopeshe soo
`
  .split(/[;\n]/)
  .map((phrase) => phrase.trim())
  .filter(Boolean)
