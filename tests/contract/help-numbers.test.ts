import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { DOCUMENT } from '#contract/documents/documents.ts'
import { fillPlaceholders, HELP_NUMBERS, sectionId } from '#contract/site/help-numbers.ts'
import {
  LOGIN_LOCK,
  PASSWORD,
  PERSON,
  PHONE,
  RESET_CODE,
  VERIFICATION,
} from '../../contract/accounts/limits.ts'
import { SESSION } from '../../contract/accounts/session-limits.ts'
import { APPLICATION, REVIEW_WEEKS, STEP_MINUTES } from '../../contract/job-applications/limits.ts'

/** The names of the placeholders in a text, such as `min_age` for `{{min_age}}`. */
const placeholdersIn = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name)

const CONTENT = join(import.meta.dirname, '../../content')
/** The help pages of a folder, without the metadata at their start. */
const read = (folder: string) =>
  readdirSync(join(CONTENT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({
      name: join(folder, name),
      text: readFileSync(join(CONTENT, folder, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''),
    }))
const help = read('help')

/** Placeholders such as `{{phone}}` whose values come from the configuration or from the page itself. */
const ELSEWHERE =
  'name acronym website address hours phone email facebook x youtube phone_digits unconfirmed captcha assistant address_bar help_pages ticket_hours drafts_time not_chosen_time chosen_time objection_time accounts_time account_notice_time notifications_time'.split(
    ' ',
  )

// Pages and assistant quote the numbers by which the portal works (N3). S2 is docs/spec/signed-in-area.md.
describe('N3 the numbers that pages and answers quote', () => {
  test('S2 §9 they are those of the specification', () => {
    assert.deepEqual(DOCUMENT.extensions, ['PDF', 'DOC', 'DOCX', 'JPG', 'PNG'])
    assert.equal(HELP_NUMBERS.file_types, 'PDF, DOC, DOCX, JPG, PNG')
    assert.equal(HELP_NUMBERS.file_mb, 5)
    assert.deepEqual([HELP_NUMBERS.lock_failures, HELP_NUMBERS.lock_minutes], [5, 15])
    assert.deepEqual(
      [HELP_NUMBERS.pending_weeks, HELP_NUMBERS.under_review_weeks, HELP_NUMBERS.interview_weeks],
      ['1-2', '2-4', 1],
    )
    const {
      step_personal_minutes,
      step_education_minutes,
      step_experience_minutes,
      step_referees_minutes,
      step_review_minutes,
    } = HELP_NUMBERS
    assert.deepEqual(
      [
        step_personal_minutes,
        step_education_minutes,
        step_experience_minutes,
        step_referees_minutes,
        step_review_minutes,
      ],
      ['2-3', '5-10', '10-15', '5-8', '5'],
    )
    assert.equal(HELP_NUMBERS.all_steps_minutes, '27-41')
    assert.deepEqual(
      [HELP_NUMBERS.steps, HELP_NUMBERS.password_length, HELP_NUMBERS.min_referees, HELP_NUMBERS.first_year],
      [5, 8, 1, 1950],
    )
    assert.equal(HELP_NUMBERS.session_warning_minutes, 5)
  })
  test('N3 each is the constant that the portal works by', () => {
    assert.deepEqual(
      [
        HELP_NUMBERS.file_mb * 1_048_576,
        HELP_NUMBERS.lock_failures,
        HELP_NUMBERS.lock_minutes,
        HELP_NUMBERS.steps,
        HELP_NUMBERS.password_length,
        HELP_NUMBERS.min_age,
      ],
      [
        DOCUMENT.maxBytes,
        LOGIN_LOCK.failures,
        LOGIN_LOCK.minutes,
        APPLICATION.steps,
        PASSWORD.minLength,
        PERSON.minAge,
      ],
    )
    assert.deepEqual(
      [HELP_NUMBERS.code_digits, HELP_NUMBERS.code_minutes, HELP_NUMBERS.code_tries],
      [RESET_CODE.digits, RESET_CODE.minutes, RESET_CODE.tries],
    )
    assert.deepEqual(
      [HELP_NUMBERS.session_minutes * 60_000, HELP_NUMBERS.verify_hours],
      [SESSION.endAfterMs, VERIFICATION.hours],
    )
    assert.deepEqual(
      [HELP_NUMBERS.min_referees, HELP_NUMBERS.max_referees, HELP_NUMBERS.dial_code],
      [APPLICATION.minReferees, APPLICATION.maxReferees, PHONE.kenyaDialCode],
    )
    assert.equal(STEP_MINUTES.length, APPLICATION.steps)
    assert.deepEqual(REVIEW_WEEKS, {
      pending: { least: 1, most: 2 },
      underReview: { least: 2, most: 4 },
      interview: 1,
    })
  })
  test('N3 a job without a number of referees requires the number that the help quotes', () => {
    const columns = readFileSync(
      join(import.meta.dirname, '../../server/database/migrations/0002_jobs.sql'),
      'utf8',
    )
    assert.equal(
      /min_referees integer not null default (\d+)/.exec(columns)?.[1],
      String(APPLICATION.minReferees),
    )
  })
})

describe('N3 the help pages', () => {
  const NUMBER_WORDS =
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|hundred|thousand|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi|ishirini)\b/i
  // Removes example questions (comments) and list numbers, because both may contain digits.
  const withoutQuestions = (text: string) => text.replace(/<!--[\s\S]*?-->/g, '').replace(/^\d\. /gm, '')
  for (const { name, text } of help) {
    test(`N3 ${name} writes no number itself: each is a placeholder for a number of the portal`, () => {
      assert.deepEqual(
        withoutQuestions(text)
          .replace(/\{\{\w+\}\}/g, '')
          .match(/\d+/g),
        null,
      )
      assert.equal(NUMBER_WORDS.exec(withoutQuestions(text)), null)
      assert.deepEqual(
        placeholdersIn(text).filter((place) => !(place in HELP_NUMBERS) && !ELSEWHERE.includes(place)),
        [],
      )
    })
    test(`${name}: a title, a lead, and sections that each have an answer in English and in Kiswahili, short enough to be read at once`, () => {
      assert.match(text, /^\n# .+\n\n.+\n\n## /)
      const sections = text.split(/^## /m).slice(1)
      for (const section of sections) {
        const heading = section.split('\n')[0] ?? ''
        const [swahili = '', ...more] = withoutQuestions(section).match(/^Kiswahili: .+$/gm) ?? []
        assert.ok(swahili.length > 40 && more.length === 0, heading)
        assert.ok(withoutQuestions(section).length < 1_500, heading)
        assert.match(section, /<!-- asked: [^>]+-->/, heading)
        // The Kiswahili answer may omit numbers of the English one, but has no others.
        const englishPlaces = placeholdersIn(withoutQuestions(section).replace(swahili, ''))
        assert.deepEqual(
          placeholdersIn(swahili).filter((place) => !englishPlaces.includes(place)),
          [],
          heading,
        )
      }
      assert.equal(
        new Set(sections.map((section) => sectionId(section.split('\n')[0] ?? ''))).size,
        sections.length,
      )
    })
  }
  test('N3 every placeholder in every page has a value', () => {
    for (const { name, text } of [...read('.'), ...help]) {
      assert.deepEqual(
        placeholdersIn(text).filter((place) => !(place in HELP_NUMBERS) && !ELSEWHERE.includes(place)),
        [],
        name,
      )
    }
  })
  test('N3 a placeholder without a value is an error that names it', () => {
    assert.equal(
      fillPlaceholders('after {{lock_failures}} of {{lock_failures}}', HELP_NUMBERS),
      'after 5 of 5',
    )
    assert.throws(
      () => fillPlaceholders('up to {{lock_failurs}} tries', HELP_NUMBERS),
      /\{\{lock_failurs\}\} has no value/,
    )
  })
})
