import { createHash } from 'node:crypto'
import type { Rule } from '../../server/selection/pack.ts'
import { prepare } from '../../server/selection/prepare.ts'
import { readPack } from '../../server/selection/read-pack.ts'
import { resultText } from '../../server/selection/result-text.ts'
import { select } from '../../server/selection/select.ts'
import { packOfRun } from '../../server/selections/pack-of-run.ts'
import { sql } from '../../server/database/connect.ts'
import { sentOnes } from './decisions.ts'
import type { Portal } from './portal.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
export const leafOf = (application: number) => digest(`leaf ${application}`)

/** The pack of a run, as the two-person export gives it. */
export async function packText({ db }: Portal, runId: number): Promise<string> {
  let text = ''
  for await (const piece of packOfRun(db, runId)) text += piece
  return text
}

/** Computes the runs that were asked for, as the worker does. */
export async function computeRuns(portal: Portal): Promise<void> {
  const runs = await portal.db.rows<{ id: number; selection_id: number }>(
    sql`select id, selection_id from selection_runs where state = 'running' order by id`,
  )
  for (const { id, selection_id } of runs) {
    const text = await packText(portal, id)
    const prepared = () => prepare((onEntry) => readPack([Buffer.from(text)], onEntry))
    const rows = []
    for (const { unit, closings, lines } of select(prepared())) {
      const ranks = new Map<string, number>()
      for (const { leaf, lot, place, points, rank, result, reason } of lines()) {
        const placeRank = (ranks.get(place) ?? 0) + 1
        ranks.set(place, placeRank)
        const closing = closings.find((one) => one.place === place)?.rank ?? null
        rows.push({ leaf, lot, unit, place, points, rank, placeRank, result, reason, closing })
      }
    }
    await portal.db.run(sql`
      insert into selection_results (run_id, application_id, leaf, unit, place, points, rank, place_rank, lot, result, reason, closing_rank)
      select ${id}, person.application_id, person.leaf, line.unit, line.place, line.points, line.rank, "placeRank", decode(lot, 'hex'), result, reason, closing
      from json_to_recordset(${JSON.stringify(rows)}::json) line(leaf text, lot text, unit text, place text, points int, rank int, "placeRank" int,
        result text, reason text, closing int)
      join selection_people person on person.selection_id = ${selection_id} and person.leaf = decode(line.leaf, 'hex')`)
    await portal.db.run(sql`
      update selection_runs set state = 'computed', finished_at = ${portal.clock.now()}, pack_digest = ${digest(text)},
        result_digest = ${digest([...resultText(select(prepared()))].join(''))} where id = ${id}`)
    await portal.db.run(sql`update selections set state = 'computed' where id = ${selection_id}`)
  }
}

const WARD = 'ward:1366'
export const RULE: Rule = {
  seats: [{ unit: 'constituency:274', place: WARD, seats: 2 }],
  reservePercent: 100,
}

/** A job with a computed selection: people with these points compete for two seats of one ward. */
export async function selected(portal: Portal, jobId: number, points: number[], rule: Rule = RULE) {
  const people = await sentOnes(portal, jobId, points.length, { stage: 'long_list' })
  const row = await portal.db.row<{ id: number }>(sql`
    insert into selections (job_id, state, pack_rule, seed) values (${jobId}, 'drawn', ${JSON.stringify(rule)}::jsonb, ${digest('seed')})
    returning id`)
  const selection = row?.id ?? 0
  const pool = people.map((application, index) => ({
    application,
    leaf: leafOf(application).toString('hex'),
    points: points[index],
  }))
  await portal.db.run(sql`
    insert into selection_people (selection_id, leaf, application_id, unit, place, points, criteria, gender, is_pwd)
    select ${selection}, decode(leaf, 'hex'), application, 'constituency:274', ${WARD}, points, array[points - 5, 5], 'female', false
    from json_to_recordset(${JSON.stringify(pool)}::json) line(leaf text, application bigint, points int)`)
  await portal.db.run(sql`
    insert into selection_runs (selection_id, number, state, started_at) values (${selection}, 1, 'running', ${portal.clock.now()})`)
  await computeRuns(portal)
  return { selection, people }
}
