import learnHelp from './learning-worker.ts'
import { readLearnt, storeLearnt } from './stored-model.ts'

// A program of the build: learns from the help once, unless what is stored was learnt from the same.
if (!readLearnt()) storeLearnt(learnHelp())
