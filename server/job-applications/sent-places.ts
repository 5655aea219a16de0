import { sql, type Sql } from '../database/connect.ts'

/** The id of a place in what was sent. `application` is the id of the application. */
const inSubmission = (key: Sql, application: Sql): Sql =>
  sql`(select (frozen::jsonb -> ${key} ->> 'id')::int from submissions where application_id = ${application})`
const CENTRE = sql`'huduma_centre'`
const AREA = sql`'by_election_area'`

/**
 * The ids of the places as they were sent, over `job_applications it`. They are written back when a
 * correction ends without being sent, because the columns then hold the correction's draft (W15).
 */
export const centreAsSent = inSubmission(CENTRE, sql`it.id`)
export const areaAsSent = inSubmission(AREA, sql`it.id`)

/**
 * The id of a place that officers see, over `job_applications sent`: the one that was sent, also while a
 * correction is written (W15). Only then is the submission read, because it is large.
 */
const shownId = (column: Sql, key: Sql): Sql =>
  sql`(case when sent.reopened_at is null then ${column} else ${inSubmission(key, sql`sent.id`)} end)`
export const joinSentPlaces = sql`
  left join huduma_centres centre on centre.id = ${shownId(sql`sent.huduma_centre_id`, CENTRE)}
  left join by_election_areas area on area.id = ${shownId(sql`sent.by_election_area_id`, AREA)}`
