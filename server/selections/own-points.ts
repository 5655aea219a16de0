import { type DocumentKind, NAMED_KINDS } from '#contract/documents/documents.ts'
import type { Education, Experience } from '#contract/job-applications/rules.ts'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import { bitsOf } from '#contract/review/stages.ts'
import { mostPoints, pointsByCriterion, sumOf } from '#contract/selection-rules/points.ts'
import type { SelectionRule } from '#contract/selection-rules/rule.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuse } from '../http/refuse.ts'
import { bitsFor, highestLevel, readFrozen } from '../review/facts.ts'
import { factValues } from '../selection-ceremony/person.ts'

type PointsRow = {
  rule: SelectionRule | null
  deadline: Date | null
  /** The answers of a draft. The answers of a sent application are in `frozen`. */
  education: Education[]
  experience: Experience[]
  kinds: DocumentKind[]
  /** `2001-05-06` */
  born: string
  /** The JSON of the sent application; null for a draft. */
  frozen: string | null
  /** For a draft: false when the person lives outside the area that the application names. */
  lives_in_area: boolean
  /** The flags of the sent application, also during a correction. Null until a worker has derived them. */
  flags: number | null
  /** The ranks of the qualification levels by their ids. */
  ranks: Record<string, number>
}

/**
 * The job's rule, and the values that its criteria read: from the draft or, once sent, from the submission.
 */
const findForPoints = (tx: Tx, userId: number, id: number) =>
  tx.row<PointsRow>(sql`
    select rule.document::jsonb as rule, jobs.expiry_date as deadline, application.education, application.experience, users.date_of_birth::text as born,
      submission.frozen, coalesce((select jsonb_object_agg(id, rank) from qualification_levels), '{}') as ranks,
      array(select kind from application_documents where application_id = application.id and state <> 'refused') as kinds,
      coalesce(case when area.ward_code is not null then area.ward_code = users.ward_code
        when area.constituency_code is not null then area.constituency_code = users.constituency_code
        else area.county_code = users.county_code end, true) as lives_in_area,
      facts.flags
    from job_applications application join jobs on jobs.id = application.job_id join users on users.id = application.user_id
    left join selection_rules rule on rule.job_id = jobs.id and rule.state = 'approved'
    left join by_election_areas area on area.id = application.by_election_area_id
    left join submissions submission on submission.application_id = application.id
    left join application_facts facts on facts.application_id = application.id
    where application.id = ${id} and application.user_id = ${userId}`)

/** The facts of a draft or of a sent application, as the pool counts them. */
function sourceOf(row: PointsRow) {
  const { education, experience, kinds, born, frozen: text, lives_in_area, flags, ranks } = row
  // A draft has no frozen text, so this is `{}`. Each `??` below then takes the value of the draft.
  const frozen = readFrozen(text ?? '')
  const documents = frozen.documents ?? kinds.map((kind) => ({ kind }))
  const { level } = highestLevel(frozen.education ?? education, {
    ranks: new Map(Object.entries(ranks).map(([id, rank]) => [Number(id), rank])),
  })
  return {
    // `factValues` reads only the experience from this text.
    frozen: text ?? JSON.stringify({ experience }),
    level,
    born: frozen.applicant?.date_of_birth ?? born,
    // Each flag is one bit. Only the flag `lives_elsewhere` changes the points.
    flags: flags ?? (lives_in_area ? 0 : bitsOf(['lives_elsewhere'])),
    named_documents: bitsFor(NAMED_KINDS, documents),
  }
}

/** For the owner alone: another person's application is refused like one that does not exist (L7). */
export const getOwnPoints: Handler<'GET /api/job-applications/{id}/points/'> = async (
  deps,
  { applicant, params },
) => {
  const row = await findForPoints(deps.db, applicant.userId, params.id)
  if (!row) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
  const { rule, deadline } = row
  if (!rule) return { points: null }
  // Ages and years are those on the deadline, or those of today for a job without one.
  const criteria = pointsByCriterion(rule.criteria, factValues(sourceOf(row), deadline ?? deps.now()))
  return { points: { sum: sumOf(criteria), criteria, most: mostPoints(rule) } }
}
