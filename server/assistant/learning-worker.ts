import { learn, type LearntModel } from './classifier.ts'
import { examplesOf, subjects } from './help-examples.ts'

/** Trains the model in a separate thread: it takes some seconds, and the portal must answer meanwhile. */
export default (): LearntModel => {
  const allSubjects = subjects()
  return learn(examplesOf(allSubjects), allSubjects.length)
}
