import { HOW_TO_APPLY } from '#contract/assistant/words.ts'
import type { ParsedQuestion } from './words.ts'

const NEXT_QUESTIONS = {
  en: {
    help: [HOW_TO_APPLY, 'Which jobs are open?', 'How do I contact you?'],
    openings: ['Which jobs close soon?', HOW_TO_APPLY, 'How many posts are there?'],
    applications: [
      'What is the status of my applications?',
      'Which drafts have I not sent?',
      'What happens after I apply?',
    ],
    unknown: ['How do I contact you?', 'Which jobs are open?', HOW_TO_APPLY],
  },
  sw: {
    help: ['Ninawezaje kuomba kazi?', 'Kuna kazi gani?', 'Nitawasiliana nanyi vipi?'],
    openings: ['Kazi gani zinafungwa karibuni?', 'Ninawezaje kuomba kazi?', 'Kuna nafasi ngapi?'],
    applications: [
      'Hali ya maombi yangu ni gani?',
      'Ni rasimu gani sijatuma?',
      'Nini hufanyika baada ya kutuma ombi?',
    ],
    unknown: ['Nitawasiliana nanyi vipi?', 'Kuna kazi gani?', 'Ninawezaje kuomba kazi?'],
  },
}

/** Questions that a person may ask next. They depend on the source of the last answer. */
export const suggestionsAfter = (
  source: keyof (typeof NEXT_QUESTIONS)['en'],
  language: ParsedQuestion['language'],
): string[] => NEXT_QUESTIONS[language][source]
