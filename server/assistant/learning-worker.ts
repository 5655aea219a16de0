import { learn, type Learnt } from './classifier.ts'
import { examplesOf, helpSections } from './help-examples.ts'

/** Learns in a thread of its own: it takes about a second, in which the portal goes on answering. */
export default (): Learnt => {
  const sections = helpSections()
  return learn(examplesOf(sections), sections.length + 1)
}
