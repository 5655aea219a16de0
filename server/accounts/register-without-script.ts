import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PLAIN_PAGE_WORDS } from '#contract/accounts/plain-page-words.ts'
import { PLAIN_REGISTRATION, PLAIN_REGISTRATION_PATH } from '#contract/accounts/plain-registration.ts'
import { REGISTRATION, type RegistrationAnswers } from '#contract/accounts/registration-rules.ts'
import { endpoints } from '#contract/endpoints.ts'
import { newWordQuestion, requireWordAnswer, unusedWordQuestion } from '../captcha/word-question.ts'
import type { Deps } from '../deps.ts'
import { BODY_BYTES } from '../endpoints/body-bytes.ts'
import { guardUnsafe } from '../http/csrf.ts'
import type { Markup } from '../http/html.ts'
import { ENGLISH, type PageLanguage } from '../http/page-language.ts'
import { Refusal } from '../http/refuse.ts'
import { type Visitor, visitorOf } from '../http/visitor.ts'
import { limitForms } from './limit-forms.ts'
import { listCounties, listWardsOf } from './county-wards.ts'
import { checkPlainForm, type PlainForm, readPlainForm } from './plain-form.ts'
import {
  countyStepHtml,
  createdHtml,
  type FormStep,
  formStepHtml,
  needsScriptHtml,
} from './plain-registration-page.ts'
import { createAccount } from './register.ts'
import { sendFormPage } from './send-form-page.ts'

// A complete form may cost a password hash and shows whether an account exists. So such forms are limited.
const FORM_LIMIT = {
  perNetwork: PLAIN_REGISTRATION.perNetwork,
  seconds: PLAIN_REGISTRATION.windowMinutes * 60,
}

/** The county and wards of a form: `county` is undefined when none or an unknown one was chosen. */
async function findPlaces({ db }: Deps, chosen: unknown) {
  const counties = await listCounties(db)
  const county = counties.find(({ id }) => String(id) === chosen)
  return { counties, county, wards: county ? await listWardsOf(db, county.id) : [] }
}

/** Tries to create the account. If it is refused, returns the refusal to show beside the form. */
async function tryToCreate(
  deps: Deps,
  form: PlainForm,
  answers: RegistrationAnswers,
  visitor: Visitor,
  { language, translate }: PageLanguage,
): Promise<Refusal | undefined> {
  // A form counts only when the waiting line admits it: people who wait in the line send it many times.
  const requireHuman = async () => {
    await limitForms(deps, visitor, 'registration', FORM_LIMIT)
    await requireWordAnswer(deps, form, translate)
  }
  try {
    await createAccount(deps, answers, visitor, { language, requireHuman })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Functions that send a page of the registration in this language, or its form. */
function sendersIn(deps: Deps, language: PageLanguage) {
  const send = (
    reply: FastifyReply,
    status: number,
    content: Markup,
    title: string = PLAIN_PAGE_WORDS.title,
  ) => sendFormPage(deps, reply, { language, status, title, content })
  // Without a `question` in `step`, the form gets a new one.
  const sendForm = (
    reply: FastifyReply,
    status: number,
    step: Omit<FormStep, 'question' | 'language'> & Partial<FormStep>,
  ) =>
    send(
      reply,
      status,
      formStepHtml({
        ...step,
        language,
        question: step.question ?? newWordQuestion(deps, language.translate),
      }),
    )
  return { send, sendForm }
}

/**
 * Serves registration to a browser without JavaScript. It follows the rules of `POST /api/register/`, and its
 * captcha is a question in words. A captcha of another company needs JavaScript, so the page then says that.
 */
export function mountPlainRegistration(deps: Deps, app: FastifyInstance, language = ENGLISH) {
  const { config, secrets } = deps
  const { translate } = language
  const hasOwnCaptcha = config.captcha.provider === 'altcha'
  const path = language.pagePath(PLAIN_REGISTRATION_PATH)
  const { send, sendForm } = sendersIn(deps, language)

  const receive = async (request: FastifyRequest, reply: FastifyReply) => {
    const visitor = visitorOf(config, request, reply)
    // Refuses a form that another website made the browser send.
    guardUnsafe(config, secrets, visitor, request.host)
    if (!hasOwnCaptcha) return send(reply, 403, needsScriptHtml(language))
    const form = readPlainForm(request.body)
    const { counties, county, wards } = await findPlaces(deps, form.county)
    if (!county) return send(reply, 422, countyStepHtml(language, counties, REGISTRATION.county))
    const checked = checkPlainForm(deps, form, wards, translate)
    if ('errors' in checked) return sendForm(reply, 422, { county, wards, form, ...checked })
    const refusal = await tryToCreate(deps, form, checked.answers, visitor, language)
    if (!refusal)
      return send(reply, 201, createdHtml(language, checked.answers.email), PLAIN_PAGE_WORDS.createdTitle)
    // The time must not show what was checked (T1). This wait occupies no slot.
    request.releaseSlot?.()
    await wait(Math.max(0, refusal.notBefore - performance.now()))
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
    const hasFields = Object.keys(refusal.fieldErrors).length > 0
    const errors = hasFields ? refusal.fieldErrors : { non_field_errors: refusal.message }
    const question = await unusedWordQuestion(deps, form.question, translate)
    return sendForm(reply, refusal.status, { county, wards, form, errors, question })
  }
  const { loadClass, rateLimit } = endpoints['POST /api/register/']
  app.get<{ Querystring: { county?: unknown } }>(
    path,
    { config: { class: loadClass } },
    async (request, reply) => {
      if (!hasOwnCaptcha) return send(reply, 200, needsScriptHtml(language))
      const chosen = request.query.county
      const { counties, county, wards } = await findPlaces(deps, chosen)
      if (county) return sendForm(reply, 200, { county, wards })
      if (chosen === undefined) return send(reply, 200, countyStepHtml(language, counties))
      return send(reply, 422, countyStepHtml(language, counties, REGISTRATION.county))
    },
  )
  app.post(
    path,
    {
      config: { class: loadClass, limit: rateLimit, takesForm: true },
      bodyLimit: BODY_BYTES.account,
    },
    receive,
  )
}
