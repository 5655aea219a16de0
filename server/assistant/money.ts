/** Money and what stands for it where it should not be: in English, Kiswahili and Sheng. */
export const CASH =
  'money|moneys|monies|cash|kes|kshs?|shs|shillings?|bob|shilingi|pesa|doo|hela|mkwanja|ganji|chapaa|munde|usd|dollars?'
export const BRIBE =
  'bribes?|bribery|bribed|bribing|rushwa|hongo|honga|kuhonga|nihonge|nimehonga|nihongwe|anahonga|wanahonga|mahongo|kitu (?:ki|n)dogo|kakitu|chai|something small|kickbacks?|facilitation|extort\\w*|mlungula|chauro'
export const CHANNEL =
  'pay ?bill|till|m ?pesa|airtel money|pochi|lipa na|buy goods|western union|moneygram|bank account|bitcoin|crypto|gift cards?|voucher'
export const FEE = 'fees?|charges?|charged|costs?|deposits?|ada|gharama|kiingilio|tozo'

const any = (...words: string[]) => new RegExp(`\\b(?:${words.join('|')})\\b`)

const SCAM =
  'scam\\w*|fraud(?!ulent claim)\\w*|con ?man|con ?men|conned|conning|swindl\\w*|m?tapeli|matapeli|kutapeli\\w*|nimetapeli\\w*|\\w{0,6}tapeliwa|wakora|nimekonwa|wamenikulia|corruption|corrupt (?:officer|official|person|people|staff|commission|iebc)s?|corruptly|ufisadi|fisadi|mafisadi|extort\\w*'
const WAYS =
  '(?:till|paybill|pay bill) (?:number|no|namba)|pay ?bill|(?:to|kwa) (?:a |the |this |hii )?till|till \\d+|m ?pesa|airtel money|lipa na|buy goods|western union'
/** Nobody means anything else by them, whoever asks whom for it. */
const PLAIN = any(
  BRIBE,
  SCAM,
  WAYS,
  '(?:buy|buying|sell|selling|sells|sold|bought) (?:an? |the |this |me |these )?(?:job|jobs|post|position|slot)s?',
  '(?:kununua|nunua|kuuza|wanauza|anauza|inauzwa|zinauzwa|wanauziwa) (?:\\w+ )?(?:kazi|nafasi|job)s?',
  '(?:bei|price|gharama) (?:ya|za|of|for) (?:\\w+ )?(?:kazi|job|jobs|nafasi|post|position|interview)',
  '(?:job|post|slot|nafasi)s? (?:\\w+ ){0,3}(?:sold|sale)',
  'how much (?:\\w+ ){0,3}to (?:get|be) (?:\\w+ )?(?:shortlisted|hired|selected|employed|job)',
  '\\w{1,6}lipia (?:mtu|agent|afisa|officer|broker)|(?:lipa|pay) (?:kwanza|first)|nilipe|ulipe|walipe|mlipe',
  'kitu (?:kwa|ya) mkono|kupenyeza|oil (?:his|her|their) hands?|(?:toa|toe|nitoe|utoe|kutoa|anataka|wanataka|give|nipe|nimpe) (?:kitu|something|chai)(?: kidogo)?',
)
const SUM = `(?:(?!20\\d\\d\\b)\\d{3,6}|\\d+k|elfu|thao|ngiri|laki|thousand|hundred|${CASH})`
const HAND =
  '(?:nitum[ae]|nitumie|utume|utumie|nimtumie|mtumie|tutumie|tum[ae]|toa|toe|nitoe|utoe|kutoa|nimetoa|peana|nipeane|weka|niweke|deposit|nilip\\w*|ulip\\w*|lip(?:a|e|ia|ie)|kulip(?:a|ia)|natakiwa kulipa|send|sending|sent|give|giving|gave|pay|paying|paid|transfer|transferred|wire)'
const HANDED = new RegExp(
  `\\b${HAND} (?:\\w+ ){0,5}?${SUM}\\b|\\b${SUM} (?:\\w+ ){0,4}?(?:to pay|nilipe|nitume|nitoe|nipewe kazi|nipate kazi|nipate job|to get (?:the |a |this )?job|first)\\b`,
)
const DEMAND =
  '(?:ask(?:s|ed|ing)?|want(?:s|ed)?|demand(?:s|ed|ing)?|told|request(?:s|ed|ing)?|collect(?:s|ed|ing)?|tak(?:es|ing)|took|insist\\w*|\\w{0,8}(?:niomba|niambia|nidai|taka|itisha|itishwa|ombwa|dai|daiwa)|nimeambiwa|niliambiwa|naambiwa)'
const DEMANDED = new RegExp(
  `\\b${DEMAND} (?:\\w+ ){0,5}?(?:${SUM}|fee|to pay|pay|payment|ku?lipa|nilipe|kulipia|malipo)\\b`,
)
const OFFERED =
  /\b(?:(?:can|may|should|could|do|must|if) i|i (?:can|will|could|shall|want to|have to|must|am ready to|am willing to)|nikilipa|naweza (?:ku)?lipa|nilipe|nikitoa|who do i|whom do i) ?(?:have to |need to )?(?:pay|bribe|lipa|send|give)?\b.{0,40}\b(?:to (?:be|get) (?:\w+ )?(?:shortlisted|hired|selected|employed|the job|a job|this job|chosen|considered|in)|nipate (?:kazi|job)|nichaguliwe|niajiriwe)\b/
const PAYS = any('pay', 'paid', 'paying', 'lip\\w+', 'nilip\\w+', 'money', 'pesa', 'cash', 'doo')
/** What a job pays, and what is no money at all. */
const WAGES =
  /\b(?:salar(?:y|ies)|mshahara|mishahara|wages?|earn\w*|remuneration|allowances?|stipend|pay ?slip|per (?:day|month)|kwa (?:siku|mwezi)|(?:job|post|clerk|officer|it|they|you|iebc|commission|wao|kazi)s? (?:will |do |does )?(?:pays?|inalipa|analipwa|hulipwa|wanalipa)|inalipa|hulipa|hulipwa|wanalipwa|analipwa|tutalipwa|nitalipwa|be paid|get paid|paid (?:weekly|monthly|daily|after|when|on)|pay for|how much (?:do|does|is|will|are) (?:the |a |an |i )?(?:\w+ )?(?:\w+ )?(?:pay|paid|earn|make))\b/
const NO_SUM =
  /\b(?:code|otp|characters?|digits|words|kb|mb|password|nenosiri|reference|years|miaka|days|hours|minutes)\b/
const FOR_NOTHING = /\b(?:is|are) (?:it |this |\w+ )?free\b|\bbila malipo\b|\bni bure\b/

/** By which way the commission pays its people: no demand, whichever way it names. */
const HOW_PAID =
  /\b(?:(?:you|u|they|iebc|clerks?) (?:will |do )?pay|(?:we|i|clerks?|people|workers) (?:are |get |be |will be )?paid|(?:are|will) (?:we|i|clerks?|people|workers) (?:be |get )?paid|mnalipa|wanalipa|mtalipa|tunalipwa|tutalipwa|hulipwa|analipwa|wanalipwa)\b.{0,40}\b(?:m ?pesa|bank|benki)\b/

const FEES =
  /\b(?:fees?|charges?|charged|ada|kiingilio|gharama|inagharimu|cost|costs|price|bei)\b(?: \w+){0,6}? \b(?:register\w*|registration|apply|applying|application|account|form|kuomba|kujisajili|kuapply|usajili|maombi|ku|ya|kuregister)\b|\b(?:register\w*|registration|apply|applying|application|account|form|kuomba|kujisajili|kuapply|usajili|maombi|portal)\b(?: \w+){0,4}? \b(?:fees?|charges?|ada|gharama|costs?|inagharimu|bei|(?:ni )?(?:pesa|doo|bob) ngapi)\b|\b(?:do|must|should|will) i (?:have to |need to )?pay\b|\b(?:pesa|doo|bob) ngapi ku\w+|\bkuna ada\b|\bis there (?:an? |any )?(?:\w+ )?(?:fee|charge|payment)s?\b|\bnalipa\b|\bnitalipa\b|^(?:(?:what is|how much is|is there|any|kuna|the|a|an|ni) )*(?:fees?|charges?|ada|cost|bei|price)(?: (?:gani|ngapi|please|yoyote))?$/
/** Money that is somebody else's matter. */
const LAWFUL = /\b(?:school fees?|helb|kra|crb|loans?|mkopo|mikopo|airtime|data bundles?|bundles?)\b/

/**
 * What a question has to do with money that changes hands: a demand or an offer, whoever makes it; or what
 * applying costs.
 * Rather once too often: whoever is told not to pay has lost nothing. What a job pays is neither.
 */
export const moneyIn = (words: string[]): 'demand' | 'fee' | undefined => {
  const line = words.join(' ')
  if (
    HOW_PAID.test(line) &&
    !/\d{3,}/.test(line) &&
    !any(BRIBE, SCAM, 'pay ?bill', 'till', 'first', 'kwanza').test(line)
  )
    return undefined
  if (PLAIN.test(line)) return 'demand'
  const wages = WAGES.test(line) || LAWFUL.test(line)
  if (!wages && !NO_SUM.test(line) && (HANDED.test(line) || DEMANDED.test(line))) return 'demand'
  if (OFFERED.test(line) && PAYS.test(line)) return 'demand'
  return !wages && !FOR_NOTHING.test(line) && FEES.test(line) ? 'fee' : undefined
}
