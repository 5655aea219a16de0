/** One way in which people ask, as groups of features, and what it asks for. */
export type Example = { groups: string[][]; label: number }
export type Guess = { label: number; probability: number }

/**
 * What was learnt, as plain data, so that another thread may learn it. A row of weights a feature, a column a
 * label.
 */
export type Learnt = {
  numbers: Map<string, number>
  rarity: Float32Array
  strange: number
  labels: number
  weights: Float32Array
  bias: Float32Array
}

/** It learns from our own text: more than this is a mistake in that, not a reason to take all memory. */
const MOST = { examples: 20_000, features: 40_000, labels: 250 }
/** A feature seen in one example alone says nothing of another question. */
const OFTEN_ENOUGH = 2
const ROUNDS = 16
const STEP = { first: 3, last: 0.5 }
const BIAS_STEP = 0.1
const DECAY = 2e-6
/** A smaller pull moves no weight that anybody would see. */
const TOO_SMALL = 2e-4

type Vector = { at: Int32Array; value: Float32Array }
type Vocabulary = Pick<Learnt, 'numbers' | 'rarity' | 'strange'>

/** Numbers the features, and weighs each the more the fewer examples have it. */
function vocabularyOf(examples: readonly Example[]): Vocabulary {
  const seen = new Map<string, number>()
  for (const { groups } of examples)
    for (const feature of new Set(groups.flat())) seen.set(feature, (seen.get(feature) ?? 0) + 1)
  const often = [...seen].filter(([, times]) => times >= OFTEN_ENOUGH).slice(0, MOST.features)
  const rarityOf = (times: number) => Math.log(1 + examples.length / times)
  return {
    numbers: new Map(often.map(([feature], number) => [feature, number])),
    rarity: Float32Array.from(often, ([, times]) => rarityOf(times)),
    strange: rarityOf(1),
  }
}

/**
 * Each group has the same say, however many features it has; what is unknown in it makes the rest say less.
 */
function vectorOf(groups: string[][], { numbers, rarity, strange }: Vocabulary): Vector {
  const indexes: number[] = []
  const value: number[] = []
  for (const group of groups) {
    const found = Array.from(new Set(group), (feature) => numbers.get(feature))
    const weights = found.map((number) => (number === undefined ? strange : (rarity[number] ?? 0)))
    const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0) * groups.length) || 1
    found.forEach((number, index) => {
      if (number === undefined) return
      indexes.push(number)
      value.push((weights[index] ?? 0) / length)
    })
  }
  return { at: Int32Array.from(indexes), value: Float32Array.from(value) }
}

/** The probability of each label, by softmax. */
function scoresOf(
  { at, value }: Vector,
  { labels, weights, bias }: Pick<Learnt, 'labels' | 'weights' | 'bias'>,
): Float32Array {
  const scores = Float32Array.from(bias)
  for (let index = 0; index < at.length; index++) {
    const row = (at[index] ?? 0) * labels
    const by = value[index] ?? 0
    for (let label = 0; label < labels; label++)
      scores[label] = (scores[label] ?? 0) + by * (weights[row + label] ?? 0)
  }
  const top = scores.reduce((most, score) => Math.max(most, score), -Infinity)
  const shares = scores.map((score) => Math.exp(score - top))
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => share / sum)
}

const commonDivisor = (left: number, right: number): number =>
  right === 0 ? left : commonDivisor(right, left % right)

/** A label with many examples is not the likelier for it: each pulls by the root of how few its label has. */
const evenly = (examples: readonly Example[], labels: number) => {
  const counts = new Float32Array(labels)
  for (const { label } of examples) counts[label] = (counts[label] ?? 0) + 1
  return counts.map((count) => Math.sqrt(examples.length / labels / Math.max(1, count)))
}

/** A stride without a common divisor meets each example once a round, far from its neighbours. */
const strideFor = (length: number) => {
  let stride = Math.max(1, Math.floor(length * 0.618))
  while (commonDivisor(stride, length) > 1) stride++
  return stride
}

/**
 * Learns which label a question asks for: softmax regression by gradient descent. Nothing in it is random, so
 * the same examples always give the same answers; its time and memory are bounded by their number.
 */
export function learn(examples: readonly Example[], labels: number): Learnt {
  if (examples.length > MOST.examples || labels > MOST.labels)
    throw new Error('There are more examples or labels than the classifier is made for')
  const vocabulary = vocabularyOf(examples)
  const vectors = examples.map(({ groups }) => vectorOf(groups, vocabulary))
  const weights = new Float32Array(vocabulary.numbers.size * labels)
  const bias = new Float32Array(labels)
  const learnt = { ...vocabulary, labels, weights, bias }
  const learnOne = ({ at, value }: Vector, right: number, step: number) => {
    const pulls = scoresOf({ at, value }, learnt)
    pulls[right] = (pulls[right] ?? 0) - 1
    const pulled = Array.from(pulls.keys()).filter((label) => Math.abs(pulls[label] ?? 0) >= TOO_SMALL)
    for (const label of pulled) bias[label] = (bias[label] ?? 0) - BIAS_STEP * step * (pulls[label] ?? 0)
    // Feature by feature: the labels of one lie side by side in memory.
    for (let index = 0; index < at.length; index++) {
      const row = (at[index] ?? 0) * labels
      const by = step * (value[index] ?? 0)
      for (const label of pulled)
        weights[row + label] = (weights[row + label] ?? 0) * (1 - DECAY) - by * (pulls[label] ?? 0)
    }
  }
  const stride = strideFor(examples.length)
  const fair = evenly(examples, labels)
  for (let round = 0; round < ROUNDS; round++) {
    const step = STEP.first + ((STEP.last - STEP.first) * round) / ROUNDS
    for (let count = 0; count < examples.length; count++) {
      const entry = (round + count * stride) % examples.length
      const [example, vector] = [examples[entry], vectors[entry]]
      if (example && vector) learnOne(vector, example.label, step * (fair[example.label] ?? 0))
    }
  }
  return learnt
}

/** The labels that a question may ask for, the likeliest first. */
export const guess = (learnt: Learnt, groups: string[][], most: number): Guess[] =>
  Array.from(scoresOf(vectorOf(groups, learnt), learnt), (probability, label) => ({ label, probability }))
    .sort((left, right) => right.probability - left.probability || left.label - right.label)
    .slice(0, most)
