import type { Answer } from '../../server/assistant/answer.ts'
import { answerByRules } from '../../server/assistant/rules.ts'
import type { Portal } from './portal.ts'
import type { Visitor } from './visitor.ts'

export type Heard = Pick<Answer, 'source' | 'text' | 'links' | 'suggestions'>

/** Asks the assistant. */
export async function askAs(portal: Portal, text: string, userId?: number): Promise<Heard> {
  return answerByRules(portal.deps, { text, history: [], userId })
}
