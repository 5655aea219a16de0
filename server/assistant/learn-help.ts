import learnHelp from './learning-worker.ts'
import { readLearnt, storeLearnt } from './stored-model.ts'

// The build runs this program. It trains the assistant's model, unless the stored model was trained on the
// same text.
if (!readLearnt()) storeLearnt(learnHelp())
