import { learn, type Learnt } from './classifier.ts'
import { examplesOf, subjects } from './help-examples.ts'

/** Learns in a thread of its own: it takes some seconds, in which the portal goes on answering. */
export default (): Learnt => {
  const all = subjects()
  return learn(examplesOf(all), all.length)
}
