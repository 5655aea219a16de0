import { answer, type Route } from '../endpoints/serve.ts'
import { newChallenge } from './altcha.ts'

export const captchaRoutes: Route[] = [
  answer('GET /api/captcha/', async (deps) => ({
    provider: deps.config.captcha.provider,
    site_key: deps.config.captcha.siteKey,
    // Challenges are served with any captcha provider: our proof of work replaces one that is down.
    // The spread turns the library's interface into a plain type, as the contract needs.
    challenge: { ...(await newChallenge(deps)) },
  })),
]
