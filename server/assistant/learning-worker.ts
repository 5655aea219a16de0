import { learn, type LearntModel } from './classifier.ts'
import { examplesOf, subjects } from './help-examples.ts'

/** Trains the assistant's model in a separate thread, so that the portal can answer meanwhile. */
export default (): LearntModel => {
  const allSubjects = subjects()
  return learn(examplesOf(allSubjects), allSubjects.length)
}
