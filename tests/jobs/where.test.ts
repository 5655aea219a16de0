import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whereHtml } from '../../web/jobs/where.server.ts'

test('where the posts of a job are: the number of places has the right plural', () => {
  const sentenceFor = (places: number) => {
    const html = whereHtml({ counties: [{ code: 47, name: 'Nairobi City', places }] })
    return /<p>(.*)<\/p>/.exec(html)?.[1]
  }
  assert.equal(sentenceFor(1), '1 place in 1 of 47 counties: Nairobi City.')
  assert.equal(sentenceFor(2), '2 places in 1 of 47 counties: Nairobi City (2).')
})
