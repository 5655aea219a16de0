import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fingerprint, makeTranslator } from '#contract/language/translator.ts'

// Texts of several sentences. The translator must find each known sentence beside known and unknown ones.
const translate = makeTranslator({
  whole: {
    [fingerprint('Rejected')]: 'Hukuchaguliwa',
    [fingerprint('Your application is not sent yet.')]: 'Ombi lako bado halijatumwa.',
  },
  // An English text in parts around its values, then the Kiswahili sentence with the values as {0}, {1}.
  patterns: [
    [
      ['This job requires ', '. Your application does not show it.'],
      'Kazi hii inahitaji {0}. Ombi lako halionyeshi hilo.',
    ],
    [['Your application ', ' for ', ' is now ', '.'], 'Hali ya ombi lako {0} la kazi ya {1} sasa ni: {2}.'],
    [['You can apply for ', ' until ', '.'], 'Unaweza kuomba kazi ya {0} hadi {1}.'],
    [['The portal was down for ', ' before the deadline.'], 'Tovuti ilizimwa kwa {0} kabla ya makataa.'],
    [['You do not live in ', '.'], 'Huishi katika {0}.'],
  ],
})

const CASES = [
  [
    'Your application K7 for Clerk is now Rejected.',
    'Hali ya ombi lako K7 la kazi ya Clerk sasa ni: Hukuchaguliwa.',
  ],
  [
    'Your application K7 for Clerk is now Rejected. You do not live in Kibra.',
    'Hali ya ombi lako K7 la kazi ya Clerk sasa ni: Hukuchaguliwa. Huishi katika Kibra.',
  ],
  [
    'This job requires a diploma. Your application does not show it. We looked twice.',
    'Kazi hii inahitaji a diploma. Ombi lako halionyeshi hilo. We looked twice.',
  ],
  [
    'You can apply for Clerk until Thursday, 3 December 2026 at 5:00 p.m. EAT. The portal was down for 30 minutes before the deadline. Your application is not sent yet.',
    'Unaweza kuomba kazi ya Clerk hadi Alhamisi, 3 Desemba 2026, saa 11:00 jioni (17:00) EAT. Tovuti ilizimwa kwa dakika 30 kabla ya makataa. Ombi lako bado halijatumwa.',
  ],
  ['You do not live in Kibra (St. Paul).', 'Huishi katika Kibra (St. Paul).'],
  ['We met Otieno. He agreed on 3 December.', 'We met Otieno. He agreed on 3 Desemba.'],
] as const

describe('known sentences before and after other sentences', () => {
  for (const [english, kiswahili] of CASES) test(english, () => assert.equal(translate(english), kiswahili))
})
