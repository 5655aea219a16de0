import type { Organisation } from '#contract/site/endpoints.ts'
import { fillPlaces } from '#contract/help-numbers.ts'
import { topicOf } from './topics.ts'
import type { ParsedQuestion } from './words.ts'

/** The first text in the panel, before any question. */
export const greeting = (organisation: Pick<Organisation, 'acronym'>): string =>
  fillPlaces(topicOf('Greeting').body, organisation)

/** The buttons of the panel before the first question. */
export const FIRST_SUGGESTIONS = [
  'Which jobs are open?',
  'How do I create an account?',
  'How do I apply for a job?',
  'Which documents can I upload?',
  'I forgot my password',
  'How many applications have I sent?',
]

const NEXT_QUESTIONS = {
  en: {
    help: ['How do I apply for a job?', 'Which jobs are open?', 'How do I contact you?'],
    openings: ['Which jobs close soon?', 'How do I apply for a job?', 'How many posts are there?'],
    applications: [
      'What is the status of my applications?',
      'Which drafts have I not sent?',
      'What happens after I apply?',
    ],
    unknown: ['How do I contact you?', 'Which jobs are open?', 'How do I apply for a job?'],
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

/** Questions that a person may ask next, after an answer from this source. */
export const suggestionsAfter = (
  source: keyof (typeof NEXT_QUESTIONS)['en'],
  language: ParsedQuestion['language'],
): string[] => NEXT_QUESTIONS[language][source]
