import { sayReason } from '#contract/decision-reasons.ts'
import { APPLICATION_WORDS } from '#contract/application-words.ts'
import { LOOK_WORDS } from '#contract/look-words.ts'
import { isNamedKind } from '#contract/wanted-documents.ts'
import type { Looks } from '#contract/looks.ts'
import { ROLE_WORDS } from '#contract/staff-rights.ts'
import { STATUS_OF, stageOf } from '#contract/staff-stages.ts'
import { refuse } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import type { Frozen } from '../job-applications/freeze.ts'
import { type DecisionRow, decisionsOn } from './case-store.ts'
import { readFrozen, titleIn } from './facts.ts'
import { findMine, type LookAct, type LookRow, looksAt } from './looks-store.ts'

const WORDS: Record<LookAct, (it: LookRow, frozen: Partial<Frozen>) => string> = {
  'application.looked_at': ({ blind }) => (blind ? LOOK_WORDS.readBlind : LOOK_WORDS.read),
  'document.opened': ({ kind }, frozen) => (kind && isNamedKind(kind) ? LOOK_WORDS.openedNamed(titleIn(frozen, kind)) : LOOK_WORDS.opened[kind ?? 'cv']),
  'message.letter_previewed': ({ blind }) => (blind ? LOOK_WORDS.letterBlind : LOOK_WORDS.letter),
  'blind.lifted': () => LOOK_WORDS.names,
  'export.identities_downloaded': () => LOOK_WORDS.file,
  'notice.names_printed': () => LOOK_WORDS.notice,
  'support.searched': () => LOOK_WORDS.account,
  'support.looked_at': () => LOOK_WORDS.account,
}
const presentLook = (it: LookRow, frozen: Partial<Frozen>): Looks['looks'][number] => ({
  at: it.at.toISOString(),
  role: ROLE_WORDS[it.role].name,
  what: WORDS[it.act](it, frozen),
})

// L1: officers' stages are theirs; a step from one to another is told where the applicant is given a word for it.
const isTold = ({ from_stage: from, to_stage: to, reason }: DecisionRow) =>
  reason !== null || from === null || STATUS_OF[stageOf(from)] !== STATUS_OF[stageOf(to)]
const presentDecision = ({ at, to_stage, reason, proposer, approver }: DecisionRow): Looks['decisions'][number] => ({
  at: at.toISOString(),
  status: STATUS_OF[stageOf(to_stage)],
  reason: sayReason(reason),
  by: [proposer, approver].flatMap((one) => (one ? [ROLE_WORDS[one.role].name] : [])),
})

/** What officers did with a person's own application. L7: somebody else's is absent, in the same words as one that never was. */
export const seeLooks: Act<'GET /api/job-applications/{id}/looks/'> = async (deps, { applicant, params }) => {
  const mine = await findMine(deps.db, applicant.userId, params.id)
  if (!mine) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
  const looks = await looksAt(deps.db, mine)
  const frozen = readFrozen(mine.frozen ?? '')
  return {
    looks: looks.map((look) => presentLook(look, frozen)),
    more: (looks[0]?.all ?? 0) - looks.length,
    decisions: (await decisionsOn(deps.db, mine.id)).filter(isTold).map(presentDecision),
  }
}
