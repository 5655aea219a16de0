import { ASSISTANT_WORDS, FIRST_QUESTIONS } from '#contract/assistant/words.ts'
import { answer, type Route } from '../endpoints/serve.ts'
import { servicesOf } from '../assistant-settings.ts'
import { askAssistant } from './ask.ts'

export const assistantRoutes: Route[] = [
  answer('POST /api/assistant/', askAssistant),
  answer('GET /api/assistant/', async ({ config }) => ({
    greeting: ASSISTANT_WORDS.greeting(config.organisation.acronym),
    suggestions: FIRST_QUESTIONS,
    consent: config.assistant.providers.length > 0 ? ASSISTANT_WORDS.consent : null,
    outside: servicesOf(config.assistant),
  })),
]
