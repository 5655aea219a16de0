/** Money and what stands for it where it should not be: in English, Kiswahili and Sheng. */
export const CASH = 'money|moneys|monies|cash|kes|kshs?|shs|shillings?|bob|shilingi|pesa|doo|hela|mkwanja|ganji|chapaa|munde|usd|dollars?'
export const BRIBE =
  'bribes?|bribery|bribed|bribing|rushwa|hongo|honga|kuhonga|nihonge|nimehonga|nihongwe|anahonga|wanahonga|mahongo|kitu (?:ki|n)dogo|kakitu|chai|something small|kickbacks?|facilitation|extort\\w*|mlungula|chauro'
export const CHANNEL = 'pay ?bill|till|m ?pesa|airtel money|pochi|lipa na|buy goods|western union|moneygram|bank account|bitcoin|crypto|gift cards?|voucher'
export const FEE = 'fees?|charges?|charged|costs?|deposits?|ada|gharama|kiingilio|tozo'
