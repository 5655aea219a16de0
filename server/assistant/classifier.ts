// Learns from phrases of the help which section or topic a question means. `help-model.ts` uses it.

/**
 * A phrase that people use, as groups of features such as its words. `label` numbers the subject it asks for.
 */
export type Example = { groups: string[][]; label: number }
type Guess = { label: number; probability: number }

/**
 * A trained model as plain data, so that a thread can train it for another one. `rarity` says how much each
 * feature counts: a rare one more. `weights` has a row for each feature and a column for each label.
 */
export type LearntModel = {
  featureNumbers: Map<string, number>
  rarity: Float32Array
  unknownRarity: number
  labelCount: number
  weights: Float32Array
  bias: Float32Array
}

/** The most examples to learn from. More are a mistake in our text, and must not use up the memory. */
const LIMITS = { examples: 20_000, features: 40_000, labelCount: 250 }
/** A feature that occurs in fewer examples than this is ignored: it says nothing about other questions. */
const MIN_EXAMPLES = 2
/** Each round of learning shows every example once. The step size falls from `start` to `end`. */
const ROUNDS = 16
const STEP = { start: 3, end: 0.5 }
/** The bias of a label moves by this share of a step, because every example moves it. */
const BIAS_STEP = 0.1
/** The classifier's weights shrink by this share at each step, so that rare features do not decide alone. */
const DECAY = 2e-6
/** A gradient smaller than this does not change an answer, so it is skipped. */
const MIN_PULL = 2e-4

/** A sparse vector: the numbers of the features that occur in a phrase, and the value of each. */
type Vector = { featureIndexes: Int32Array; values: Float32Array }
type Vocabulary = Pick<LearntModel, 'featureNumbers' | 'rarity' | 'unknownRarity'>

/** Gives each feature a number and a weight. Features in fewer examples weigh more. */
function vocabularyOf(examples: readonly Example[]): Vocabulary {
  const exampleCounts = new Map<string, number>()
  for (const { groups } of examples)
    for (const feature of new Set(groups.flat()))
      exampleCounts.set(feature, (exampleCounts.get(feature) ?? 0) + 1)
  const frequent = [...exampleCounts].filter(([, count]) => count >= MIN_EXAMPLES).slice(0, LIMITS.features)
  const rarityOf = (count: number) => Math.log(1 + examples.length / count)
  return {
    featureNumbers: new Map(frequent.map(([feature], number) => [feature, number])),
    rarity: Float32Array.from(frequent, ([, count]) => rarityOf(count)),
    unknownRarity: rarityOf(1),
  }
}

/**
 * Every group of features has the same weight, however many features it has. Unknown features take their
 * share of the weight, so the known ones count less.
 */
function vectorOf(groups: string[][], { featureNumbers, rarity, unknownRarity }: Vocabulary): Vector {
  const indexes: number[] = []
  const values: number[] = []
  for (const group of groups) {
    const numbersInGroup = Array.from(new Set(group), (feature) => featureNumbers.get(feature))
    const weights = numbersInGroup.map((number) =>
      number === undefined ? unknownRarity : (rarity[number] ?? 0),
    )
    const sumOfSquares = weights.reduce((sum, weight) => sum + weight * weight, 0)
    // An empty group has the sum 0, by which nothing can be divided.
    const norm = Math.sqrt(sumOfSquares * groups.length) || 1
    numbersInGroup.forEach((number, index) => {
      if (number === undefined) return
      indexes.push(number)
      values.push((weights[index] ?? 0) / norm)
    })
  }
  return { featureIndexes: Int32Array.from(indexes), values: Float32Array.from(values) }
}

/** The probability of each label, calculated by softmax. */
function scoresOf(
  { featureIndexes, values }: Vector,
  { labelCount, weights, bias }: Pick<LearntModel, 'labelCount' | 'weights' | 'bias'>,
): Float32Array {
  const scores = Float32Array.from(bias)
  for (let index = 0; index < featureIndexes.length; index++) {
    const rowStart = (featureIndexes[index] ?? 0) * labelCount
    const featureValue = values[index] ?? 0
    for (let label = 0; label < labelCount; label++)
      scores[label] = (scores[label] ?? 0) + featureValue * (weights[rowStart + label] ?? 0)
  }
  // The highest score is subtracted, because the exponential of a large number is infinite.
  const highest = scores.reduce((maximum, score) => Math.max(maximum, score), -Infinity)
  const exponentials = scores.map((score) => Math.exp(score - highest))
  const sum = exponentials.reduce((total, share) => total + share, 0)
  return exponentials.map((share) => share / sum)
}

const commonDivisor = (left: number, right: number): number =>
  right === 0 ? left : commonDivisor(right, left % right)

/** An example counts more if its label has few examples. So labels with many examples are not likelier. */
const labelWeightsOf = (examples: readonly Example[], labelCount: number) => {
  const counts = new Float32Array(labelCount)
  for (const { label } of examples) counts[label] = (counts[label] ?? 0) + 1
  return counts.map((count) => Math.sqrt(examples.length / labelCount / Math.max(1, count)))
}

const GOLDEN_RATIO = 0.618
/**
 * The distance from one example to the next in a round. It has no common divisor with the number of examples,
 * so each example comes once. Phrases of one subject are neighbours. In a row, they would pull the weights
 * too far.
 */
const strideFor = (length: number) => {
  let stride = Math.max(1, Math.floor(length * GOLDEN_RATIO))
  while (commonDivisor(stride, length) > 1) stride++
  return stride
}

/**
 * Learns which label a question asks for, by softmax regression with gradient descent. Nothing is random, so
 * the same examples always give the same answers. The number of examples limits time and memory.
 */
export function learn(examples: readonly Example[], labelCount: number): LearntModel {
  if (examples.length > LIMITS.examples || labelCount > LIMITS.labelCount)
    throw new Error('There are more examples or labels than the classifier is made for')
  const vocabulary = vocabularyOf(examples)
  const vectors = examples.map(({ groups }) => vectorOf(groups, vocabulary))
  const weights = new Float32Array(vocabulary.featureNumbers.size * labelCount)
  const bias = new Float32Array(labelCount)
  const learnt = { ...vocabulary, labelCount, weights, bias }
  const learnExample = ({ featureIndexes, values }: Vector, correctLabel: number, step: number) => {
    const gradients = scoresOf({ featureIndexes, values }, learnt)
    // The gradient of softmax regression: the probability, less 1 for the correct label.
    gradients[correctLabel] = (gradients[correctLabel] ?? 0) - 1
    const labelsToMove = Array.from(gradients.keys()).filter(
      (label) => Math.abs(gradients[label] ?? 0) >= MIN_PULL,
    )
    for (const label of labelsToMove)
      bias[label] = (bias[label] ?? 0) - BIAS_STEP * step * (gradients[label] ?? 0)
    // This loop goes feature by feature, because the weights of one feature lie side by side in memory.
    for (let index = 0; index < featureIndexes.length; index++) {
      const rowStart = (featureIndexes[index] ?? 0) * labelCount
      const pull = step * (values[index] ?? 0)
      for (const label of labelsToMove)
        weights[rowStart + label] =
          (weights[rowStart + label] ?? 0) * (1 - DECAY) - pull * (gradients[label] ?? 0)
    }
  }
  const stride = strideFor(examples.length)
  const labelWeights = labelWeightsOf(examples, labelCount)
  for (let round = 0; round < ROUNDS; round++) {
    const step = STEP.start + ((STEP.end - STEP.start) * round) / ROUNDS
    for (let count = 0; count < examples.length; count++) {
      const exampleIndex = (round + count * stride) % examples.length
      const [example, vector] = [examples[exampleIndex], vectors[exampleIndex]]
      if (example && vector) learnExample(vector, example.label, step * (labelWeights[example.label] ?? 0))
    }
  }
  return learnt
}

/** The labels (sections or topics) that a question may ask for, most probable first. */
export const guess = (learnt: LearntModel, groups: string[][], maxGuesses: number): Guess[] =>
  Array.from(scoresOf(vectorOf(groups, learnt), learnt), (probability, label) => ({ label, probability }))
    .sort((left, right) => right.probability - left.probability || left.label - right.label)
    .slice(0, maxGuesses)
