import { canonical } from '#contract/canonical.ts'
import { RULE_FORMAT } from '#contract/selection-rules/rule.ts'
import { sql } from '../../server/database/connect.ts'
import { CHAIN } from './ceremony.ts'
import type { Portal } from './portal.ts'

/** Points: 1 to 10 for the level of education, 15 or 30 for years of work, 6 for living in the area. */
const CONTENT = {
  criteria: [
    {
      fact: 'qualification',
      table: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((level) => ({ from: level * 100, points: level })),
    },
    {
      fact: 'experience_years',
      table: [
        { from: 1, points: 15 },
        { from: 3, points: 30 },
      ],
    },
    { fact: 'lives_in_area', table: [{ from: 1, points: 6 }] },
  ],
  unit: 'county',
  place: 'ward',
  seats: [{ unit: 'county:7', place: 'ward:131', seats: 2 }],
  reservePercent: 50,
}

/** Adds an approved rule with points to a job. */
export function giveRule({ db }: Pick<Portal, 'db'>, jobId: number) {
  const document = canonical({
    ...CONTENT,
    format: RULE_FORMAT,
    job: `JOB/${jobId}`,
    version: 1,
    beacon: CHAIN,
  })
  return db.run(sql`
    insert into selection_rules (job_id, version, state, content, document, digest, made_by, made_at, updated_at, proposed_by, proposed_at, decided_by, decided_at)
    select ${jobId}, 1, 'approved', ${JSON.stringify(CONTENT)}::jsonb, ${document}, sha256(${document}::bytea), min(id), now(), now(), min(id), now(), max(id), now()
    from staff`)
}
