import learnHelp from './learning-worker.ts'
import { readLearnt, storeLearnt } from './stored-model.ts'

// A program of the build. It trains the model, unless the stored one was trained on the same text.
if (!readLearnt()) storeLearnt(learnHelp())
