import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { EMPTY_FORM } from '../../server/accounts/plain-form.ts'
import {
  countyStepHtml,
  createdHtml,
  formStepHtml,
  needsScriptHtml,
} from '../../server/accounts/plain-registration-page.ts'
import { resendHtml } from '../../server/accounts/resend-without-script.ts'
import { newWordQuestion } from '../../server/captcha/word-question.ts'
import type { Markup } from '../../server/http/html.ts'
import { KISWAHILI } from '../../server/http/page-language.ts'
import { plainDocumentHtml } from '../../server/line/page.ts'
import { secretsFrom } from '../../server/secrets.ts'

const DEPS = { secrets: secretsFrom(randomBytes(32)), now: () => new Date() }
const COUNTY = { id: 47, name: 'Nairobi' }
const WARDS = [{ id: 1, name: 'Kitisuru', constituency: 2, constituency_name: 'Westlands' }]

const textOf = ({ text }: Markup) => text.replace(/<[^>]*>/g, '\n')
const ENGLISH =
  /\b(?:the|an?|you|your|we|our|and|or|with|please|is|are|of|to|for|in|this|that|what|not|yes|no)\b/i

const question = newWordQuestion(DEPS, KISWAHILI.translate)
const broken = {
  first_name: 'Name must be at least 2 characters long',
  last_name: 'Name must be at least 2 characters long',
  answer: 'Please answer the question',
}
const PAGES: [name: string, content: Markup][] = [
  ['the county', countyStepHtml(KISWAHILI, [COUNTY], 'Please select a county')],
  ['the form', formStepHtml({ language: KISWAHILI, county: COUNTY, wards: WARDS, question })],
  [
    'the form, sent back',
    formStepHtml({
      language: KISWAHILI,
      county: COUNTY,
      wards: WARDS,
      question,
      form: { ...EMPTY_FORM, question: question.token },
      errors: broken,
    }),
  ],
  ['after the registration', createdHtml(KISWAHILI, 'ada@mail.ke')],
  ['without our own captcha', needsScriptHtml(KISWAHILI)],
  ['another email', resendHtml(KISWAHILI)],
]

for (const [name, content] of PAGES)
  test(`the pages without JavaScript in Kiswahili: ${name}`, () => {
    // "ID number" may stay in English, because it is printed on the identity card.
    const english = textOf(content)
      .replace('ID number', '')
      .split('\n')
      .filter((line) => ENGLISH.test(line))
    assert.deepEqual(english, [])
    for (const [, address = ''] of content.text.matchAll(/(?:href|action)="([^"#][^"]*)"/g))
      assert.match(address, /^\/sw\//)
  })

test('the question and its numbers are Kiswahili words', () => {
  assert.match(question.words, /^Je, [a-z ]+ (?:toa|jumlisha) [a-z ]+ ni ngapi\?$/)
})

test('the document says its language, and a page with errors says so in it', () => {
  const page = plainDocumentHtml('Barua pepe', 'IEBC', '', { hasErrors: true, language: KISWAHILI })
  assert.match(page, /<html lang="sw-KE">[^]*<title>Kosa: Barua pepe \| IEBC Jobs<[^]*href="\/sw"/)
})
