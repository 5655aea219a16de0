import { ASSISTANT_WORDS } from '#contract/assistant/words.ts'
import { answer, type Route } from '../endpoints/serve.ts'
import { servicesOf } from '../assistant-settings.ts'
import { askAssistant } from './ask.ts'
import { FIRST_SUGGESTIONS, greeting } from './suggestions.ts'

export const assistantRoutes: Route[] = [
  answer('POST /api/assistant/', askAssistant),
  answer('GET /api/assistant/', async ({ config }) => ({
    greeting: greeting(config.organisation),
    suggestions: FIRST_SUGGESTIONS,
    consent: config.assistant.providers.length > 0 ? ASSISTANT_WORDS.consent : null,
    outside: servicesOf(config.assistant),
  })),
]
