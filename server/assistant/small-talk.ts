/** What needs no looking up: manners, and what is asked in bad faith or of the wrong office. */
export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'whoAmI' | 'refusal' | 'outOfScope'

const all = (words: string[], known: RegExp) => words.length > 0 && words.every((word) => known.test(word))

const GREETING =
  /^(?:hi+|hello+|helo|hallo|hey+|hola|greetings|good|morning|afternoon|evening|day|there|habari|hujambo|jambo|shikamoo|salamu|salaam|salam|salama|mambo|vipi|niaje|sasa|sema|yako|zenu|za|ya|asubuhi|mchana|jioni|leo|bro|sir|madam|poa|mse|buda|rafiki|oya|wasee|team|assistant)$/
const THANKS =
  /^(?:thanks?|thank|you|u|so|very|much|a|lot|many|thx|tnx|asante|ahsante|asanteni|sana|nashukuru|shukran|shukrani|ok|okay|sawa|great|good|nice|cool|perfect|alright|fine|noted|fiti|safi|for|the|your|help|kwa|msaada|wako|bro|sir|madam|helpful|got|it|that|is|was|poa|sasa)$/
const THANKS_CORE =
  /^(?:thanks?|thank|thx|tnx|asante|ahsante|asanteni|nashukuru|shukran|shukrani|ok|okay|sawa|great|cool|perfect|alright|noted|fiti|safi|nice)$/
const GOODBYE = /^(?:bye+|goodbye|good|kwaheri|kwa|heri|baadaye|tutaonana|see|you|later|night|usiku|mwema|thanks?|asante|and)$/
const GOODBYE_CORE = /^(?:bye+|goodbye|kwaheri|heri|baadaye|tutaonana|night|later)$/
const WHO =
  /^(?:who|what) are you\b|\bare you (?:a |an |really |actually )*(?:robot|bot|human|person|ai|real|machine|chatgpt|gpt|computer)\b|\bwhat can you (?:do|help)|\bwewe ni nani\b|\bunaweza kufanya nini\b|\bam i (?:talking|chatting|speaking) (?:to|with)\b|\bwhat is your name\b|\bjina lako\b/

const HOSTILE = [
  /\b(?:ignore|disregard|forget|override|bypass) (?:\w+ ){0,4}(?:instructions?|rules|prompts?|guidelines|restrictions|safety|previous|above|training)\b/,
  /\b(?:system|hidden|initial|secret|your) (?:prompt|instructions?)\b|\bprompt (?:injection|above)\b|\brepeat (?:\w+ ){0,3}(?:above|before this)\b/,
  /\b(?:jailbreak|developer mode|debug mode|god mode|dan mode|admin mode|sudo|root access|you are now|pretend (?:to be|you|that you)|act as (?:if|dan|an ai|an? hacker|root|system)|role ?play|simulate (?:a|being))\b/,
  /\b(?:drop|truncate|alter) table\b|\bunion (?:all )?select\b|\bselect (?:(?!select )\w+ )*from \w+|\bdelete from\b|\binsert into\b|\bor 1 1\b|\bupdate \w+ set\b|\bpg sleep\b/,
  /\bscript (?:(?!script )\w+ )*alert\b|\bonerror\b|\bjavascript\b.*\balert\b|\biframe src\b|\betc passwd\b|\bimg src\b|\bfetch https?\b|\bsvg onload\b/,
  /\b(?:other|another|all|every|someone elses|somebody elses|other peoples|everyones) (?:\w+ ){0,2}(?:peoples?|persons?|applicants?|users?|candidates?|accounts?)(?: \w+){0,2} (?:applications?|data|details|information|names?|emails?|phones?|numbers?|ids?|passwords?|cvs?|documents?|status)\b/,
  /\b(?:show|list|give|print|dump|send|reveal|tell|display|export|read|see|view|get|nionyeshe|nipe|onyesha)\b.*\b(?:someone elses?|somebody elses?|other peoples?|another persons?|everyones?|everybodys?|all (?:the )?(?:users|applicants|candidates|passwords|emails|accounts|applications (?:in|of))|other (?:applicants?|candidates?|users?)|watu wengine|waombaji wengine|mtu mwingine)\b/,
  /\b(?:maombi|ombi|taarifa|majina|namba|nambari|akaunti|nenosiri) (?:ya|za|la) (?:watu wengine|wengine|mtu mwingine|waombaji wote|kila mtu|mwenzangu)\b/,
  /\b(?:who else|how many (?:other )?(?:people|applicants|candidates)) (?:has |have )?appl/,
  /\b(?:api|secret|private|access|encryption|signing) keys?\b|\benvironment variables?\b|\bdatabase (?:password|dump|schema|url|tables?)\b|\bsource code\b|\bconfig(?:uration)? file\b/,
  /\b(?:password|pin|otp|code|token|id number|phone number|email|details|application|status|cv) (?:of|for) (?:the )?(?:user|applicant|admin|candidate|my (?:friend|wife|husband|neighbour|neighbor|brother|sister|boss|rival|ex))\b/,
  /\bmy (?:friend|wife|husband|neighbour|neighbor|brother|sister|boss|rival|ex|cousin|classmate|colleague)s (?:application|status|password|account|details|draft|reference)\b/,
  /\b(?:change|set|mark|make|update)\b(?:(?!\b(?:change|set|mark|make|update)\b).)*\b(?:status|applications?)\b(?:(?!\b(?:status|applications?)\b).)*\b(?:to|as) (?:hired|shortlisted|approved|accepted|selected|under review|pending)\b/,
  /^(?:please |kindly |now |just )*(?:approve|accept|shortlist|hire) (?:my|me|this|all)\b/,
  /\b(?:delete|withdraw|submit|reject|approve)\b.*\b(?:his|her|their|all|every|other) (?:\w+ )?applications?\b/,
  /\b(?:mark|make|set) me (?:as )?(?:hired|shortlisted|accepted|approved)\b|\bhire me (?:now|automatically)\b|\bshortlist me\b/,
  /\b(?:how (?:do|can|to|would)|help me|can you|want to|teach me|let us|lets)\b.*\b(?:hack|exploit|crack|ddos|brute ?force|steal|phish|forge|bypass)\b/,
  /\bbypass (?:the )?(?:log ?in|captcha|verification|otp|deadline)\b|\b(?:make|get|buy|upload|use) (?:me )?(?:an? )?fake (?:certificate|id|documents?|degree)s?\b/,
  /\b(?:log ?in|sign ?in|act|respond|answer) as (?:an? |the )?(?:admin|administrator|staff|officer|root|other user|another user)\b|\bas an? (?:admin|administrator|system|developer)\b|\bi am (?:the|an|a) (?:\w+ )?(?:admin|administrator|developer|commissioner|system)\b/,
]

const ABUSE =
  /\b(?:stupid|idiots?|fools?|foolish|useless|nonsense|rubbish|shit\w*|fuck\w*|bullshit|crap|damn|bastards?|bitch|moron|thieves|mjinga|wajinga|pumbavu|mpumbavu|wapumbavu|upuzi|ujinga|umbwa|mbwa|malaya|takataka|wezi|ghasia|shenzi|mshenzi|kuma\w*|matako|fala|wanker|suck|sucks|hate you)\b/

const POLITICS =
  /\b(?:who (?:will|is going to|might|would|should) win|who won|will (?:\w+ )?win|next president|presiden\w*|ruto|raila|gachagua|kalonzo|matiang\w*|odm|uda|jubilee|azimio|political part(?:y|ies)|politician|senator (?:of|for)|governor|mca (?:of|for)|rigg(?:ed|ing)|rig|election results?|results? of the (?:election|poll|vote)|presidential|referendum|matokeo ya (?:uchaguzi|kura)|nani atashinda|atashinda|rais|mshindi|when is the (?:next )?(?:general )?election|election date|uchaguzi (?:mkuu )?(?:ni|utakuwa) lini|tarehe ya uchaguzi)\b/
const OFFICERS = /\bwho is (?:the |your )?(?:current |new )?(?:chair\w*|ceo|commissioners?|president|head|boss|secretary)\b/
const VOTING =
  /\b(?:register(?:ed|ing)? (?:as (?:a )?voter|to vote|my vote)|voters? (?:card|register|details|status|id|registration (?:status|centres?|centers?|details|near))|polling (?:station|centre|center)s?|where (?:do|can|will) i vote|how (?:do|can) i vote|how to vote|transfer (?:my )?(?:vote|polling|voter)|vote for|kupiga kura|piga kura|mpiga kura|kujiandikisha kama mpiga|nipigie nani|kituo (?:changu )?cha kura)\b/
const JOB_AFTER_ALL =
  /\b(?:jobs?|vacanc\w+|posts?|positions?|clerks?|officers?|assistants?|apply|applications?|recruit\w*|hiring|kazi|nafasi|karani|salary|deadline)\b/
const ELSEWHERE =
  /\b(?:(?:send|give|lend) me (?:\w+ )?(?:\d+|money|cash|bob|ksh)|nitumie (?:pesa|doo)|loans?|mkopo|mikopo|(?:facebook|gmail|instagram|tiktok|whatsapp|twitter|bank|mpesa) (?:password|account|pin)|bank account|start a business|laptops?|landlord|bet|bets|betting|odds|weather|football|arsenal|chelsea|manchester|recipe|cook|joke|jokes|song|poem|essay|homework|bitcoin|crypto|forex|dollar rate|girlfriend|boyfriend|marry|love me|capital (?:city )?of|translate|news today|stock|movie|doctor|medicine|pregnan\w+|visa|(?:apply for|renew|get|replace) (?:a |my |an )?(?:new )?(?:passport|visa|loan|id card|national id|birth certificate|licen[cs]e)|driving licen[cs]e|kra pin|helb|nhif|sha registration|birth certificate|hustler fund|fuliza|airtime|data bundles|teachers? service|tsc|police recruitment|kdf|hali ya hewa|mapenzi|meaning of life|code in python|python code|2 2|math\w*)\b/
/** Papers that applicants ask about for their application are no other office's matter. */
const PAPERS =
  /\b(?:accept\w*|sign\w* up|register\w*|need|required|require|must|upload|attach|submit|have to|lazima|inahitajika|hitaji\w*|nahitaji|apply with|clearance|documents?)\b/

/** What kind of small talk a question is; undefined when it asks for something. */
export const smallTalkOf = (words: string[]): SmallTalk | undefined => {
  const line = words.join(' ')
  if (HOSTILE.some((one) => one.test(line))) return 'refusal'
  if (all(words, GOODBYE) && words.some((word) => GOODBYE_CORE.test(word))) return 'goodbye'
  if (all(words, THANKS) && words.some((word) => THANKS_CORE.test(word))) return 'thanks'
  if (all(words, GREETING)) return 'greeting'
  if (WHO.test(line)) return 'whoAmI'
  if ((POLITICS.test(line) || VOTING.test(line)) && !JOB_AFTER_ALL.test(line)) return 'outOfScope'
  if (OFFICERS.test(line)) return 'outOfScope'
  if (ELSEWHERE.test(line) && !PAPERS.test(line)) return 'outOfScope'
  return undefined
}

/** True of votes, parties and who holds or wins an office. */
export const isPolitical = (words: string[]): boolean => [POLITICS, VOTING, OFFICERS].some((one) => one.test(words.join(' ')))

/** Words of anger. They are answered calmly, and only when there is no question in them that can be answered. */
export const isAngry = (words: string[]): boolean => ABUSE.test(words.join(' '))
