import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type Example, guess, learn } from '../../server/assistant/classifier.ts'
import { examplesOf, featuresOf, helpSections, subjects } from '../../server/assistant/help-examples.ts'
import { guessSubjects, likelihood, findSectionByTitle } from '../../server/assistant/help-model.ts'
import { readLearnt, storeLearnt } from '../../server/assistant/stored-model.ts'
import { wordsIn } from '../../server/assistant/words.ts'

const groupsOf = (text: string) => [text.split(' ')]
const EXAMPLES: Example[] = [
  ['lost my password', 0],
  ['forgot the password', 0],
  ['password is lost', 0],
  ['when is the interview', 1],
  ['interview date', 1],
  ['the date of my interview', 1],
].map(([text, label]) => ({ groups: groupsOf(text as string), label: label as number }))

describe('N2 the classifier', () => {
  test('it learns the examples, is sure of its answer, and its probabilities add up to 1', () => {
    const learnt = learn(EXAMPLES, 2)
    for (const [text, label] of [
      ['password forgot', 0],
      ['the interview', 1],
    ] as const) {
      const all = guess(learnt, groupsOf(text), 9)
      assert.equal(all[0]?.label, label, text)
      assert.ok((all[0]?.probability ?? 0) > 0.7, text)
      assert.ok(Math.abs(all.reduce((sum, { probability }) => sum + probability, 0) - 1) < 1e-5)
    }
  })
  test('for words that it has never met, it is not sure', () => {
    const [first] = guess(learn(EXAMPLES, 2), groupsOf('flibbertigibbet zugzwang'), 1)
    assert.ok((first?.probability ?? 1) < 0.6)
    assert.equal(guess(learn(EXAMPLES, 2), [[]], 2).length, 2)
  })
  test('nothing in it is random: it learns the same twice', () => {
    assert.deepEqual(learn(EXAMPLES, 2), learn(EXAMPLES, 2))
  })
  test('a stored model is read again only if it was learnt from the same source and its file is complete', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-model-'))
    const file = join(folder, 'model')
    const learnt = learn(EXAMPLES, 2)
    assert.equal(readLearnt('a', file), undefined)
    storeLearnt(learnt, 'a', file)
    assert.deepEqual(readLearnt('a', file), learnt)
    assert.equal(readLearnt('b', file), undefined)
    writeFileSync(file, readFileSync(file).subarray(0, 40))
    assert.equal(readLearnt('a', file), undefined)
    rmSync(folder, { recursive: true })
  })
  test('more than it is made for is refused before anything is learnt', () => {
    assert.throws(() => learn(EXAMPLES, 251), /more examples or labels/)
    assert.throws(
      () =>
        learn(
          Array.from({ length: 20_001 }, () => EXAMPLES[0] as Example),
          2,
        ),
      /more examples or labels/,
    )
  })
})

describe('N2 what it learns from the help', () => {
  const sections = helpSections()
  test('its memory is bounded, and a question of any length is classified', () => {
    const learnt = learn(examplesOf(subjects()), subjects().length)
    assert.ok(learnt.featureNumbers.size <= 40_000)
    assert.ok(learnt.weights.byteLength < 16e6, String(learnt.weights.byteLength))
    const long = Array.from({ length: 60 }, (_, index) => `strangeword${index}`.repeat(20))
    assert.equal(guess(learnt, featuresOf(long), 4).length, 4)
  })
  test('each section is found by its title in English and in Kiswahili, and no two titles are the same', async () => {
    const names = sections.flatMap(({ title, titleSw }) => [title, titleSw])
    assert.equal(new Set(names).size, names.length)
    for (const section of sections) {
      for (const [name, language] of [
        [section.title, 'en'],
        [section.titleSw, 'sw'],
      ] as const) {
        const called = await findSectionByTitle(name)
        assert.deepEqual([called?.section.url, called?.language], [section.url, language])
        const [first] = (await guessSubjects(wordsIn(name))).sections
        assert.deepEqual([first?.section.url, first?.probability], [section.url, 1], name)
      }
    }
    assert.equal(await findSectionByTitle('Flibbertigibbet'), undefined)
  })
  test('what no section answers has a label of its own', async () => {
    assert.ok(likelihood(await guessSubjects(wordsIn('tell me a joke about the weather')), 'strange') > 0.5)
  })
})
