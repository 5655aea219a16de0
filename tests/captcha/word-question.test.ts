import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { NUMBER_WORDS } from '../../contract/accounts/plain-page-words.ts'
import { PLAIN_REGISTRATION } from '../../contract/accounts/plain-registration.ts'
import { newWordQuestion, requireWordAnswer } from '../../server/captcha/word-question.ts'
import { sql } from '../../server/database/connect.ts'
import { count, member } from '../support/accounts.ts'
import { setLevel } from '../support/brownout.ts'
import {
  errorAt,
  fillInPlainForm,
  inWords,
  openPlainForm,
  plainRegistration,
  questionOn,
  sendPlainForm,
  valueOf,
} from '../support/plain-registration.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

const WRONG = 'This answer is not right. Please answer the new question.'

let portal: Portal
before(async () => {
  portal = await openPortal()
})
beforeEach(() => portal.clock.set(A_TUESDAY))
after(() => portal.close())

const users = () => count(portal, sql`select from users`)
/** Opens the registration form, fills it in and sends it. Returns the sent fields and the reply. */
const fillIn = (over: Record<string, string> = {}, from = portal) => fillInPlainForm(from, over)

describe('A19 the question in words', () => {
  /** Sends the form with these fields. Expects this sentence, a new question, and no new account. */
  const refused = async (over: Record<string, string>, sentence: string) => {
    const before = await users()
    const { form, answer } = await fillIn(over)
    assert.deepEqual([answer.status, errorAt(answer, 'answer')], [422, sentence])
    assert.notEqual(valueOf(answer, 'question'), form.question, 'a new question')
    assert.equal(valueOf(answer, 'answer'), '')
    assert.equal(valueOf(answer, 'email'), form.email)
    assert.equal(await users(), before)
    return form
  }
  test('accepts the answer in words, with capitals and spaces', async () => {
    const visitor = portal.visitor()
    // The page asks a small sum in words, such as "seven plus four".
    const { question, answer } = questionOn(await openPlainForm(visitor))
    portal.clock.advance(60_000)
    const typed = ` ${inWords(Number(answer)).toUpperCase()}. `
    assert.equal((await sendPlainForm(visitor, plainRegistration({ question, answer: typed }))).status, 201)
  })
  test('accepts words of the language in which it was asked', async () => {
    // This invented language has the same word for all numbers, so the test need not compute the answer.
    const inKiswahili = (english: string) =>
      english === NUMBER_WORDS ? NUMBER_WORDS.replace(/\w+/g, 'sifuri') : english
    const answer = async (typed: string, inLanguage: (english: string) => string) => {
      const { token } = newWordQuestion(portal.deps, inLanguage)
      portal.clock.advance(60_000)
      await requireWordAnswer(portal.deps, { question: token, answer: typed }, inLanguage)
    }
    await answer('Sifuri.', inKiswahili)
    await assert.rejects(answer('sifuri', (english) => english))
  })
  test('a missing or forged question, or an empty answer, is refused', async () => {
    await refused({ question: '' }, 'The question is too old. Please answer the new one.')
    await refused(
      { question: `x-${A_TUESDAY.getTime()}.AAAA` },
      'The question is too old. Please answer the new one.',
    )
    const { answer } = await fillIn({ answer: ' ' })
    assert.equal(errorAt(answer, 'answer'), 'Please answer the question')
  })
  test('a wrong answer uses the question up, so that no one can try all numbers', async () => {
    const form = await refused({ answer: '99' }, WRONG)
    const again = await sendPlainForm(portal.visitor(), { ...form, answer: '7' })
    assert.match(errorAt(again, 'answer') ?? '', /^This form was sent before/)
  })
  test('a right answer makes one account, however many forms with it come at once', async () => {
    const before = await users()
    const visitor = portal.visitor()
    const captcha = questionOn(await openPlainForm(visitor))
    portal.clock.advance(60_000)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sendPlainForm(visitor, plainRegistration(captcha))),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).sort((left, right) => left - right),
      [201, ...Array<number>(9).fill(422)],
    )
    assert.equal(await users(), before + 1)
  })
  test('works for its 20 minutes, and not within the first seconds', async () => {
    const send = async (ms: number) => {
      portal.clock.set(A_TUESDAY)
      const visitor = portal.visitor()
      const captcha = questionOn(await openPlainForm(visitor))
      portal.clock.advance(ms)
      return sendPlainForm(visitor, plainRegistration(captcha))
    }
    const { leastSeconds, questionMinutes } = PLAIN_REGISTRATION
    assert.match(errorAt(await send(leastSeconds * 1_000 - 1), 'answer') ?? '', /within a few seconds/)
    assert.equal((await send(leastSeconds * 1_000)).status, 201)
    assert.equal((await send(questionMinutes * 60_000)).status, 201)
    assert.match(errorAt(await send(questionMinutes * 60_000 + 1), 'answer') ?? '', /too old/)
  })
  test('the same question, with its answer, is shown again when the form is refused for another reason', async (t) => {
    const crowded = await openPortal()
    t.after(() => crowded.close())
    // On level 2 of overload, new visitors wait in a line and get a 503.
    await setLevel(crowded, 2)
    const early = await fillIn({}, crowded)
    assert.equal(early.answer.status, 503)
    const known = await fillIn({ password: 'Password123', confirm_password: 'Password123' })
    const quick = plainRegistration(questionOn(await openPlainForm(portal.visitor())))
    const refused = await sendPlainForm(portal.visitor(), quick)
    assert.match(errorAt(refused, 'answer') ?? '', /within a few seconds/)
    for (const { form, answer } of [early, known, { form: quick, answer: refused }])
      for (const field of ['question', 'answer']) assert.equal(valueOf(answer, field), form[field], field)
  })
  test('a new question is shown when the old one is used up, also when the form is then refused for another reason', async () => {
    const { email } = await member(portal)
    const { form, answer } = await fillIn({ email })
    assert.equal(answer.status, 409)
    assert.notEqual(valueOf(answer, 'question'), form.question)
    assert.equal(valueOf(answer, 'answer'), '')
  })
  test('the page does not hold the answer: the same numbers have many tokens, and no token is given twice', async () => {
    const onPage = questionOn(await openPlainForm(portal.visitor())).question
    const drawn = Array.from({ length: 500 }, () => newWordQuestion(portal.deps, (english) => english))
    for (const token of [onPage, ...drawn.map((question) => question.token)])
      assert.match(token, /^[0-9a-f]{24}-\d+\.[\w-]{43}$/)
    assert.equal(new Set(drawn.map(({ token }) => token)).size, drawn.length)
    // There are 7 times 9 sums, and as many differences. So most of the 500 questions repeat the numbers of
    // another one.
    const questions = new Set(drawn.map(({ words }) => words)).size
    assert.ok(questions > 20 && questions <= 126, `${questions} different questions`)
  })
  test('a form with a filled hidden field, as programs send it, is refused, and the field is emptied', async () => {
    const before = await users()
    const { answer } = await fillIn({ website: 'https://spam.example' })
    assert.equal(answer.status, 422)
    assert.match(answer.text, /<li>A hidden field was filled in\./)
    assert.doesNotMatch(answer.text, /spam\.example/)
    assert.equal(await users(), before)
  })
})
