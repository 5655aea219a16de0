import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { publishResults } from '../../server/selections/publish.ts'
import { type DecisionStaff, good } from './decisions.ts'
import type { Portal } from './portal.ts'
import type { Officer } from './staff.ts'

/** The officers' calls about the result of a selection, after `selected` has computed one. */
export function outcomeStaff(portal: Portal, staff: DecisionStaff) {
  const path = (job: number, rest: string) => `/api/staff/jobs/${job}/selection/${rest}/`
  const outcome = async (job: number) => good(await staff.author.visitor.get(path(job, 'outcome')))
  /** Proposes a correction of the pool, or that a person is gone. */
  const change = (job: number, body: Record<string, unknown>) =>
    staff.author.visitor.post(path(job, 'changes'), { reason: 'Seen in the file', ...body })
  const decideChange = (
    job: number,
    id: number,
    body: Record<string, unknown> = { approve: true },
    by: Officer = staff.second,
  ) => by.visitor.post(path(job, `changes/${id}/decide`), body)
  return {
    path,
    outcome,
    change,
    decideChange,
    /** Two officers agree on a change. */
    changed: async (job: number, body: Record<string, unknown>) => {
      const { id } = good(await change(job, body))
      return good(await decideChange(job, id))
    },
    /** The lists of the result take effect, and the result is published. */
    publish: async (job: number) => {
      good(await staff.author.visitor.post(path(job, 'lists'), {}))
      for (const { id, state } of (await outcome(job)).lists) {
        if (state !== 'proposed') continue
        const { digest } = good(await staff.view(id))
        good(await staff.decide(id, { approve: true, digest }))
      }
      portal.clock.advance(600_000)
      await applyDueLists(portal.deps)
      await publishResults(portal.deps)
    },
    /** Checks the documents of these people, and hires them. */
    hire: async (job: number, people: number[]) => {
      for (const application of people)
        good(await staff.author.visitor.post(path(job, 'checks'), { application, passed: true }))
      await staff.applied(job, 'hired', people)
    },
    /** Asks for another run, which a worker computes. */
    askRun: async (job: number) => {
      portal.clock.advance(1_000)
      good(await staff.author.visitor.post(path(job, 'runs'), {}))
    },
  }
}
