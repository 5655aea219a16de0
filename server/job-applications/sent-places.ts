import { sql, type Sql } from '../database/connect.ts'

/** SQL for the id of a centre or an area in the sent text of the application `application`. */
const inSubmission = (key: Sql, application: Sql): Sql =>
  sql`(select (frozen::jsonb -> ${key} ->> 'id')::int from submissions where application_id = ${application})`
const CENTRE = sql`'huduma_centre'`
const AREA = sql`'by_election_area'`

/**
 * SQL for the ids of the centre and the area as sent, over `job_applications application`. They are written
 * back when the account is deleted. During a correction, the columns hold the correction's draft (W15).
 */
export const centreAsSent = inSubmission(CENTRE, sql`application.id`)
export const areaAsSent = inSubmission(AREA, sql`application.id`)

/**
 * SQL for the id of the centre or area that officers see, over `job_applications sent`. During a correction
 * it is read from the submission, which is large (W15). Otherwise the column has it.
 */
const shownId = (column: Sql, key: Sql): Sql =>
  sql`(case when sent.reopened_at is null then ${column} else ${inSubmission(key, sql`sent.id`)} end)`
/** Joins the centre and the area that officers see to `job_applications sent`. */
export const joinSentPlaces = sql`
  left join huduma_centres centre on centre.id = ${shownId(sql`sent.huduma_centre_id`, CENTRE)}
  left join by_election_areas area on area.id = ${shownId(sql`sent.by_election_area_id`, AREA)}`
