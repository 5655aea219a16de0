import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { conceptsOf } from '../../server/assistant/concepts.ts'
import { helpSections } from '../../server/assistant/help-examples.ts'
import { MEANINGS, VERBS, wordList } from '../../server/assistant/lexicon.ts'
import { readTopics, topicOf } from '../../server/assistant/topics.ts'
import { wordsIn } from '../../server/assistant/words.ts'

describe('N2 the lexicon is data, and whole', () => {
  test('a word has one meaning, and is spelt as questions are read', () => {
    const words = MEANINGS.flatMap(([meaning, others]) => [meaning, ...others])
    assert.deepEqual(
      words.filter((word, index) => words.indexOf(word) !== index),
      [],
    )
    for (const word of words) assert.deepEqual(wordsIn(word.replaceAll('_', ' ')).join('_'), word)
  })
  test('a root of a verb has one meaning', () => {
    const roots = VERBS.flatMap(([, all]) => all)
    assert.deepEqual(
      roots.filter((root, index) => roots.indexOf(root) !== index),
      [],
    )
  })
  test('meanings are found of one word, of several and of verbs with all that is put around them', () => {
    assert.deepEqual(conceptsOf(wordsIn('log in nenosiri nimesahau')), ['login', 'password', 'forgot'])
    assert.deepEqual(conceptsOf(wordsIn('barua pepe')), ['email'])
  })
  test('a list of words that is not there is an error', () => {
    assert.throws(() => wordList('none' as 'names'), /no list called none/)
  })
  test('each topic has ways in which people ask in both languages, and those that answer have their words in both', () => {
    for (const { title, kind, phrases, body, bodySw } of readTopics()) {
      assert.ok(phrases.length >= 20, title)
      assert.equal(Boolean(body && bodySw), kind !== 'openings' && kind !== 'own', title)
      assert.equal(topicOf(title).title, title)
    }
  })
  test('no way of asking is taught for two things', () => {
    const taught = new Map<string, string>()
    const doubled: string[] = []
    for (const { title, phrases } of [...helpSections(), ...readTopics()]) {
      const asRead = new Set(phrases.map((phrase) => wordsIn(phrase).join(' ')))
      for (const phrase of asRead) {
        const other = taught.get(phrase)
        if (other) doubled.push(`${phrase}: ${other}, ${title}`)
        taught.set(phrase, title)
      }
    }
    assert.deepEqual(doubled, [])
  })
})
