import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ASSISTANT_WORDS, FIRST_QUESTIONS } from '#contract/assistant/words.ts'
import { fillPlaceholders } from '#contract/site/help-numbers.ts'
import { SAY } from '../../server/assistant/sentences.ts'
import { topicOf } from '../../server/assistant/topics.ts'
import { ask } from '../support/assistant.ts'
import { filledBoard } from '../support/board.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// In Kiswahili, the hours of a day are counted from six in the morning and six in the evening: 17:00 is "saa
// 11:00 jioni".
describe('N2 dates of an answer in Kiswahili', () => {
  for (const [moment, words] of [
    ['2026-11-24T14:00:00Z', 'Jumanne 24 Novemba, saa 11:00 jioni (17:00)'],
    ['2026-11-29T03:30:00Z', 'Jumapili 29 Novemba, saa 12:30 asubuhi (06:30)'],
    ['2026-12-31T21:05:00Z', 'Ijumaa 1 Januari, saa 6:05 usiku (00:05)'],
    ['2026-08-01T09:00:00Z', 'Jumamosi 1 Agosti, saa 6:00 mchana (12:00)'],
    ['2026-05-06T01:00:00Z', 'Jumatano 6 Mei, saa 10:00 asubuhi (04:00)'],
  ] as const)
    test(words, () => assert.equal(SAY.sw.moment(new Date(moment)), words))
  test('a day', () => assert.equal(SAY.sw.day(new Date('2026-11-24T14:00:00Z')), '24 Novemba 2026'))
})

describe('N2 a question in Kiswahili is answered in Kiswahili, with all that the portal itself says', () => {
  let portal: Portal
  /** Amina has two submitted applications, one of them shortlisted, and a draft. */
  let board: Awaited<ReturnType<typeof filledBoard>>
  before(async () => {
    portal = await openPortal()
    board = await filledBoard(portal)
  })
  after(() => portal.close())

  /** Asks the assistant as Amina, who has applications. The answer must be in Kiswahili. */
  const answered = async (question: string) => {
    // The clock advances, so that the questions stay below their limit a minute.
    portal.clock.advance(5_000)
    const { answerText, last } = await ask(board.amina.visitor, question)
    assert.ok(last && 'done' in last)
    assert.equal(last.language, 'sw', question)
    return { answerText, links: last.links }
  }

  test('the status and the date of an application', async () => {
    const { answerText, links } = await answered('hali ya ombi langu la ICT ni gani')
    assert.match(
      answerText,
      /: Umeorodheshwa\. Nambari ya kumbukumbu .*, lilitumwa \d{1,2} [A-Z][a-z]+ba 2026\.$/,
    )
    assert.deepEqual(links.at(-1), {
      title: 'Maombi yangu',
      url: '/dashboard/applications',
      language: 'sw',
    })
  })
  test('help: the whole text of the page in Kiswahili', async () => {
    const { answerText } = await answered('nimesahau nenosiri langu')
    assert.match(
      answerText,
      /^Fungua Umesahau Nenosiri\. Unarudi kwa msimbo .* Kisha chagua nenosiri jipya\.$/,
    )
  })
  test('the deadline of a draft', async () => {
    const { answerText, links } = await answered('ni rasimu gani sijatuma')
    assert.match(
      answerText,
      /rasimu, haijatumwa\. Kazi inafungwa Ijumaa 18 Desemba, saa 11:00 jioni \(17:00\)\.$/,
    )
    assert.equal(links[0]?.language, undefined, 'the title of a job is its officer’s')
  })
  test('the pages and sections below an answer', async () => {
    const { links } = await answered('Nitakaguaje stakabadhi?')
    assert.deepEqual(
      links.map(({ title, language }) => [title, language]),
      [
        ['Nitakaguaje stakabadhi?', 'sw'],
        ['Kagua risiti', 'sw'],
      ],
    )
  })
  test('where the words are of neither language, the page decides', async () => {
    const languageOn = async (headers: Record<string, string>, question: string) => {
      const { last } = await ask(board.amina.visitor, question, {}, { headers })
      assert.ok(last && 'done' in last)
      return last.language
    }
    assert.equal(await languageOn({ 'accept-language': 'sw' }, 'KCSE'), 'sw')
    assert.equal(await languageOn({ 'accept-language': 'sw' }, 'How do I apply for a job?'), 'en')
    assert.equal(await languageOn({}, 'KCSE'), 'en')
  })
  test('the panel greets as a greeting is answered', async () => {
    const { greeting, suggestions } = (await portal.visitor().get('/api/assistant/')).json
    const { organisation } = portal.deps.config
    assert.equal(greeting, ASSISTANT_WORDS.greeting(organisation.acronym))
    assert.equal(greeting, fillPlaceholders(topicOf('Greeting').body, organisation))
    assert.deepEqual(suggestions, FIRST_QUESTIONS)
  })
})
