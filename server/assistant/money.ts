/** Words for money, in English, Kiswahili and Sheng. `BRIBE` has the words that people use for a bribe. */
export const CASH =
  'money|moneys|monies|cash|kes|kshs?|shs|shillings?|bob|shilingi|pesa|doo|hela|mkwanja|ganji|chapaa|munde|usd|dollars?'
export const BRIBE =
  'bribes?|bribery|bribed|bribing|rushwa|hongo|honga|kuhonga|nihonge|nimehonga|nihongwe|anahonga|wanahonga|mahongo|kitu (?:ki|n)dogo|kakitu|chai|something small|kickbacks?|facilitation|extort\\w*|mlungula|chauro'
export const PAYMENT_METHOD =
  'pay ?bill|till|m ?pesa|airtel money|pochi|lipa na|buy goods|western union|moneygram|bank account|bitcoin|crypto|gift cards?|voucher'
export const FEE = 'fees?|charges?|charged|costs?|deposits?|ada|gharama|kiingilio|tozo'

/** Makes a pattern that matches any of these words or patterns. */
const anyOf = (...words: string[]) => new RegExp(`\\b(?:${words.join('|')})\\b`)

const SCAM =
  'scam\\w*|fraud(?!ulent claim)\\w*|con ?man|con ?men|conned|conning|swindl\\w*|m?tapeli|matapeli|kutapeli\\w*|nimetapeli\\w*|\\w{0,6}tapeliwa|wakora|nimekonwa|wamenikulia|corruption|corrupt (?:officer|official|person|people|staff|commission|iebc)s?|corruptly|ufisadi|fisadi|mafisadi|extort\\w*'
/** Words for ways to pay a private person. */
const WAYS =
  '(?:till|paybill|pay bill) (?:number|no|namba)|pay ?bill|(?:to|kwa) (?:a |the |this |hii )?till|till \\d+|m ?pesa|airtel money|lipa na|buy goods|western union'
/** These words always mean a demand or an offer of money, in any sentence. */
const ALWAYS_DEMAND = anyOf(
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
/** Matches an amount of money, such as `500`, `5k` or `elfu`, but not a year such as 2027. */
const AMOUNT = `(?:(?!20\\d\\d\\b)\\d{3,6}|\\d+k|elfu|thao|ngiri|laki|thousand|hundred|${CASH})`
const HAND_OVER =
  '(?:nitum[ae]|nitumie|utume|utumie|nimtumie|mtumie|tutumie|tum[ae]|toa|toe|nitoe|utoe|kutoa|nimetoa|peana|nipeane|weka|niweke|deposit|nilip\\w*|ulip\\w*|lip(?:a|e|ia|ie)|kulip(?:a|ia)|natakiwa kulipa|send|sending|sent|give|giving|gave|pay|paying|paid|transfer|transferred|wire)'
/** Matches `nitume 500`, but not `send in 2027`. */
const HANDS_MONEY = new RegExp(
  `\\b${HAND_OVER} (?:\\w+ ){0,5}?${AMOUNT}\\b|\\b${AMOUNT} (?:\\w+ ){0,4}?(?:to pay|nilipe|nitume|nitoe|nipewe kazi|nipate kazi|nipate job|to get (?:the |a |this )?job|first)\\b`,
)
const DEMAND_VERB =
  '(?:ask(?:s|ed|ing)?|want(?:s|ed)?|demand(?:s|ed|ing)?|told|request(?:s|ed|ing)?|collect(?:s|ed|ing)?|tak(?:es|ing)|took|insist\\w*|\\w{0,8}(?:niomba|niambia|nidai|taka|itisha|itishwa|ombwa|dai|daiwa)|nimeambiwa|niliambiwa|naambiwa)'
/** Matches a demand such as `asked me for 500`. */
const DEMANDS_MONEY = new RegExp(
  `\\b${DEMAND_VERB} (?:\\w+ ){0,5}?(?:${AMOUNT}|fee|to pay|pay|payment|ku?lipa|nilipe|kulipia|malipo)\\b`,
)
/** Matches offers such as `can i pay to be shortlisted`. */
const OFFERS_MONEY =
  /\b(?:(?:can|may|should|could|do|must|if) i|i (?:can|will|could|shall|want to|have to|must|am ready to|am willing to)|nikilipa|naweza (?:ku)?lipa|nilipe|nikitoa|who do i|whom do i) ?(?:have to |need to )?(?:pay|bribe|lipa|send|give)?\b.{0,40}\b(?:to (?:be|get) (?:\w+ )?(?:shortlisted|hired|selected|employed|the job|a job|this job|chosen|considered|in)|nipate (?:kazi|job)|nichaguliwe|niajiriwe)\b/
const PAY_WORD = anyOf('pay', 'paid', 'paying', 'lip\\w+', 'nilip\\w+', 'money', 'pesa', 'cash', 'doo')
/** Words that ask for the pay of a job, such as `how much do clerks earn`. They are no demand for money. */
const WAGES =
  /\b(?:salar(?:y|ies)|mshahara|mishahara|wages?|earn\w*|remuneration|allowances?|stipend|pay ?slip|per (?:day|month)|kwa (?:siku|mwezi)|(?:job|post|clerk|officer|it|they|you|iebc|commission|wao|kazi)s? (?:will |do |does )?(?:pays?|inalipa|analipwa|hulipwa|wanalipa)|inalipa|hulipa|hulipwa|wanalipwa|analipwa|tutalipwa|nitalipwa|be paid|get paid|paid (?:weekly|monthly|daily|after|when|on)|pay for|how much (?:do|does|is|will|are) (?:the |a |an |i )?(?:\w+ )?(?:\w+ )?(?:pay|paid|earn|make))\b/
/** Words in a question which show that its number is no amount of money. */
const NO_AMOUNT =
  /\b(?:code|otp|characters?|digits|words|kb|mb|password|nenosiri|reference|years|miaka|days|hours|minutes)\b/
const IS_FREE = /\b(?:is|are) (?:it |this |\w+ )?free\b|\bbila malipo\b|\bni bure\b/

/** Asks how the commission pays its staff, as in `do you pay by m pesa`. That is no demand for money. */
const HOW_PAID =
  /\b(?:(?:you|u|they|iebc|clerks?) (?:will |do )?pay|(?:we|i|clerks?|people|workers) (?:are |get |be |will be )?paid|(?:are|will) (?:we|i|clerks?|people|workers) (?:be |get )?paid|mnalipa|wanalipa|mtalipa|tunalipwa|tutalipwa|hulipwa|analipwa|wanalipwa)\b.{0,40}\b(?:m ?pesa|bank|benki)\b/

/** Matches questions about a fee, such as `fee for registration` and `do i have to pay`. */
const FEES =
  /\b(?:fees?|charges?|charged|ada|kiingilio|gharama|inagharimu|cost|costs|price|bei)\b(?: \w+){0,6}? \b(?:register\w*|registration|apply|applying|application|account|form|kuomba|kujisajili|kuapply|usajili|maombi|ku|ya|kuregister)\b|\b(?:register\w*|registration|apply|applying|application|account|form|kuomba|kujisajili|kuapply|usajili|maombi|portal)\b(?: \w+){0,4}? \b(?:fees?|charges?|ada|gharama|costs?|inagharimu|bei|(?:ni )?(?:pesa|doo|bob) ngapi)\b|\b(?:do|must|should|will) i (?:have to |need to )?pay\b|\b(?:pesa|doo|bob) ngapi ku\w+|\bkuna ada\b|\bis there (?:an? |any )?(?:\w+ )?(?:fee|charge|payment)s?\b|\bnalipa\b|\bnitalipa\b|^(?:(?:what is|how much is|is there|any|kuna|the|a|an|ni) )*(?:fees?|charges?|ada|cost|bei|price)(?: (?:gani|ngapi|please|yoyote))?$/
/** Words for money that has nothing to do with applying for a job. */
const UNRELATED_MONEY = /\b(?:school fees?|helb|kra|crb|loans?|mkopo|mikopo|airtime|data bundles?|bundles?)\b/
/** The cost of mobile data while applying is no fee. */
const DATA = /\b(?:data(?! entry| clerk)|[mk]bs?|mega(?:bytes?)?)\b/

/**
 * `demand` when someone asks for or offers money, `fee` when the question asks what applying costs. Undefined
 * for any other question, such as what a job pays. A doubtful question is a `demand`: advice not to pay does
 * no harm.
 */
export const moneyIn = (words: string[]): 'demand' | 'fee' | undefined => {
  const question = words.join(' ')
  const hasAmount = /\d{3,}/.test(question)
  const isSuspect = anyOf(BRIBE, SCAM, 'pay ?bill', 'till', 'first', 'kwanza').test(question)
  if (HOW_PAID.test(question) && !hasAmount && !isSuspect) return undefined
  if (ALWAYS_DEMAND.test(question)) return 'demand'
  // The pay of a job, or money such as school fees: no one pays it for an application.
  const isOtherMoney = WAGES.test(question) || UNRELATED_MONEY.test(question)
  if (
    !isOtherMoney &&
    !NO_AMOUNT.test(question) &&
    (HANDS_MONEY.test(question) || DEMANDS_MONEY.test(question))
  )
    return 'demand'
  if (OFFERS_MONEY.test(question) && PAY_WORD.test(question)) return 'demand'
  return !isOtherMoney && !IS_FREE.test(question) && !DATA.test(question) && FEES.test(question)
    ? 'fee'
    : undefined
}
