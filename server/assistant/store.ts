import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import type { WantedDocument } from '#contract/jobs/wanted-documents.ts'
import { sql, type Tx } from '../database/connect.ts'
import { isClosedAt, isOpenAt } from '../database/open-jobs.ts'

/** The hash of the help text from which the stored passages were made. */
export const findLoaded = (tx: Tx) =>
  tx.row<{ sha256: string }>(sql`select sha256 from reference_loads where name = 'help'`)

export const markLoaded = (tx: Tx, sha256: string) =>
  tx.run(
    sql`insert into reference_loads (name, sha256) values ('help', ${sha256}) on conflict (name) do update set sha256 = excluded.sha256`,
  )

type NewPassage = {
  id: number
  url: string
  title: string
  body: string
  bodySw: string
  links: AnswerLink[]
}

// Replaces all passages and phrases of the help. Nothing reads the columns `words` of passages and `weight`
// of phrases any more, so they get empty values.
export async function replacePassages(
  tx: Tx,
  passages: NewPassage[],
  phrases: { passage_id: number; phrase: string; meaning: string }[],
): Promise<void> {
  await tx.run(sql`delete from help_passages`)
  await tx.run(sql`
    insert into help_passages (id, url, title, body, body_sw, links, words)
    select id, url, title, body, "bodySw", links, ''
    from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb) as passage (id int, url text, title text, body text, "bodySw" text, links jsonb)`)
  await tx.run(sql`
    insert into help_phrases (id, passage_id, phrase, words, weight)
    select row_number() over (), passage_id, phrase, to_tsvector('english', meaning), 0
    from jsonb_to_recordset(${JSON.stringify(phrases)}::jsonb) as phrase_row (passage_id int, phrase text, meaning text)`)
}

/**
 * Stores the words of passages, phrases and `extraWords`, which serve to correct misspelt words. A word has
 * more weight if fewer passages have it in their phrases. A word that the text search ignores has the lexeme
 * ''.
 */
// `lexemes` counts, for each lexeme, the passages that have it in their phrases. `spelt` are all words to
// store.
export async function replaceWords(tx: Tx, extraWords: string[]): Promise<void> {
  await tx.run(sql`delete from help_words`)
  await tx.run(sql`
    with lexemes as (
      select lexeme, count(distinct passage_id) as passages
      from help_phrases, unnest(tsvector_to_array(words)) lexeme group by lexeme),
    spelt as (
      select distinct word from (
        select unnest(tsvector_to_array(to_tsvector('simple', phrase))) as word from help_phrases
        union select unnest(tsvector_to_array(to_tsvector('simple', body || ' ' || body_sw))) from help_passages
        union select unnest(tsvector_to_array(words)) from help_phrases
        union select unnest(${extraWords}::text[])) found
      where word ~ '^[a-z]+$')
    insert into help_words (word, lexeme, weight)
    select word, lexeme, ln(1 + (select count(*) from help_passages) / (1 + coalesce(passages, 0)::real))
    from spelt, unnest(coalesce(nullif(tsvector_to_array(to_tsvector('english', word)), '{}'), array[''])) lexeme
    left join lexemes using (lexeme)`)
}

/**
 * Corrects the spelling of words and keeps their order. A word that the help, a word list or a job title has
 * stays as it is. Any other word becomes the most similar known word, if one starts with the same character
 * and has about the same length. A short word must be more similar than a long one.
 */
// The statement has these parts. `titles` are the words of titles and departments, of jobs that are open or
// closed in the last 60 days. `requested` are the given words, and `strange` those that are unknown.
// `corrected` has what replaces each of them.
export const findMeantWords = (tx: Tx, words: string[], now: Date) =>
  tx.rows<{ word: string }>(sql`
    with titles as materialized (
      select distinct word from (
        select unnest(tsvector_to_array(to_tsvector('simple', title || ' ' || department))) as word from jobs
        where is_active and ${isOpenAt(sql`${now}::timestamptz - interval '60 days'`)} order by expiry_date nulls last limit 20000) known_word),
    requested as (select word, at, tsvector_to_array(to_tsvector('english', word)) as lexemes from unnest(${words}::text[]) with ordinality requested (word, at)),
    strange as (
      select word from requested where length(word) > 3 and word ~ '^[a-z]+$' and lexemes <> '{}'
        and not exists (select from help_words known where known.word = requested.word)
        and not exists (select from help_words known where known.lexeme = any(requested.lexemes))
        and not exists (select from titles known where known.word = requested.word)),
    corrected as (
      select strange.word, near.word as meant from strange, lateral (
        select word from (select help_words.word from help_words where help_words.word % strange.word union select word from titles) known_word
        where left(known_word.word, 1) = left(strange.word, 1) and abs(length(known_word.word) - length(strange.word)) <= 2 and similarity(known_word.word, strange.word) >= case when length(strange.word) > 5 then 0.38 else 0.44 end
        order by similarity(known_word.word, strange.word) desc, known_word.word limit 1) near)
    select coalesce(meant, requested.word) as word from requested left join corrected using (word) order by at`)

export type FoundPassage = { url: string; title: string; body: string; body_sw: string; links: AnswerLink[] }

/** The passages at these URLs, in the order of the URLs. */
export const findPassages = (tx: Tx, urls: string[]) =>
  tx.rows<FoundPassage>(sql`
    select url, title, body, body_sw, links from unnest(${urls}::text[]) with ordinality wanted (url, at) join help_passages using (url) order by at`)

/** A place that a question names: `word_group` is the group of words in the question, `county` a code. */
export type Place = { word_group: string; name: string; county: number; county_name: string }

/**
 * The county or constituency that one of these word groups names. The most similar name wins, then the
 * longest word group. If a county and a constituency have the same name, the county wins by 0.01.
 */
export const findPlace = (tx: Tx, wordGroups: string[]) =>
  tx.row<Place>(sql`
    select word_group, name, county, county_name from unnest(${wordGroups}::text[]) word_group, lateral (
      select name, code as county, name as county_name, word_similarity(word_group, lower(name)) as likeness from counties
      where lower(name) %> word_group and word_similarity(word_group, lower(name)) >= case when length(word_group) > 5 then 0.6 else 0.75 end
      union all
      select constituencies.name, county_code, counties.name, similarity(lower(constituencies.name), word_group) - 0.01
      from constituencies join counties on counties.code = county_code
      where lower(constituencies.name) % word_group and similarity(lower(constituencies.name), word_group) >= 0.8
      order by likeness desc limit 1) place
    order by likeness desc, length(word_group) desc limit 1`)

/** An open job. A null means that the job does not say it. Without `expiry_date` it has no deadline. */
export type OpeningRow = {
  id: number
  title: string
  location: string
  expiry_date: Date | null
  vacancies: number | null
  remuneration: string | null
  terms: string | null
  level: string | null
  min_age: number | null
  min_referees: number
  documents: 'asked' | 'required' | 'none'
  experience_required: boolean
  /** How many words of the subject the job has. 0 when only its title is similar. */
  matched: number
  /** How many words of the subject the job's title has. */
  in_title: number
  /** How many words the subject has, without those that the database ignores. */
  wanted: number
}

/** A job with the texts of its page. */
export type JobTextRow = OpeningRow & {
  description_html: string
  qualification_html: string
  wanted_documents: WantedDocument[]
}

type OpeningsFilter = {
  subject: string | undefined
  /** The code of the county where the job must be. `place` is its name, as in the job's location. */
  county: number | undefined
  place: string | undefined
  /** The code of a job type. */
  type: string | undefined
  /** The code of the person's level of schooling. A job may not ask for a higher one. */
  level: string | undefined
  closesBefore: Date | undefined
  /** True to find only permanent jobs; false to find all. */
  permanent: boolean
}

/**
 * Finds open jobs that fit the filter. An undefined part of the filter fits every job. Best matches come
 * first, then jobs that close first. A job is in a county if it has the county's code or name, or takes
 * applications for a place in the county (J9). A nationwide job without a county is in every county if its
 * type is internal or external. In `jobs.words`, the words of the title have the label A.
 */
export const findOpenings = (tx: Tx, filter: OpeningsFilter, now: Date) =>
  tx.rows<OpeningRow>(sql`
    with subject as (
      select lexemes, cardinality(lexemes) as wanted, array_to_string(array(select quote_literal(lexeme) from unnest(lexemes) lexeme), ' | ') as any_of
      from (select tsvector_to_array(to_tsvector('english', coalesce(${filter.subject ?? null}::text, ''))) as lexemes) asked)
    select jobs.id, title, location, expiry_date, vacancies, remuneration, terms, level.short_name as level, min_age, min_referees, documents,
      experience_required, wanted, cardinality(array(select unnest(lexemes) intersect select unnest(tsvector_to_array(jobs.words)))) as matched,
      cardinality(array(select unnest(lexemes) intersect select unnest(tsvector_to_array(ts_filter(jobs.words, '{a}'))))) as in_title
    from jobs cross join subject
    join job_types on job_types.id = job_type_id
    left join qualification_levels level on level.id = min_qualification_level_id
    where jobs.is_active and ${isOpenAt(now)}
      and (wanted = 0 or jobs.words @@ any_of::tsquery or lower(title) %> ${filter.subject ?? ''})
      and (${filter.type ?? null}::text is null or job_types.code = ${filter.type ?? null})
      and (not ${filter.permanent} or terms ilike '%permanent%')
      and (${filter.closesBefore ?? null}::timestamptz is null or expiry_date < ${filter.closesBefore ?? null}::timestamptz)
      and (${filter.level ?? null}::text is null or coalesce(level.rank, 0) <= (select rank from qualification_levels where code = ${filter.level ?? null}))
      and (${filter.county ?? null}::int is null or county_code = ${filter.county ?? null} or (county_code is null and location_scope like 'nationwide%' and job_types.code in ('internal', 'external')) or location ilike '%' || ${filter.place ?? ''} || '%'
        or (job_types.code = 'by_election' and exists (
          select from by_election_areas area where area.county_code = ${filter.county ?? null}
            and (exists (select from job_areas where job_id = jobs.id and area_id = area.id) or not exists (select from job_areas where job_id = jobs.id))))
        or (job_types.code = 'huduma' and exists (
          select from huduma_centres centre where centre.county_code = ${filter.county ?? null}
            and (exists (select from job_centres where job_id = jobs.id and centre_id = centre.id) or not exists (select from job_centres where job_id = jobs.id)))))
    order by matched desc, in_title desc, expiry_date nulls last, jobs.id limit 1000`)

/** Adds the texts of the job pages to these jobs, in the same order. */
export const findJobTexts = async (tx: Tx, rows: OpeningRow[]): Promise<JobTextRow[]> => {
  const texts = await tx.rows<
    Pick<JobTextRow, 'id' | 'description_html' | 'qualification_html' | 'wanted_documents'>
  >(sql`
    select id, description_html, qualification_html, wanted_documents from jobs where id = any(${rows.map(({ id }) => id)}::bigint[])`)
  return rows.flatMap((row) =>
    texts.filter(({ id }) => id === row.id).map((jobText) => ({ ...row, ...jobText })),
  )
}

/** Those of the given words that a title of an open or closed job has. */
export const findWordsInTitles = (tx: Tx, words: string[]) =>
  tx.rows<{ word: string }>(sql`
    select word from unnest(${words}::text[]) word, to_tsquery('english', quote_literal(word) || ':a') asked
    where numnode(asked) > 0 and exists (select from jobs where is_active and words @@ asked)`)

/**
 * Of the closed jobs that have every word of the subject, the one that closed last. With `inTitleOnly`, the
 * words must be in its title; otherwise they may be anywhere.
 */
export const findClosed = (
  tx: Tx,
  { subject, inTitleOnly, now }: { subject: string; inTitleOnly: boolean; now: Date },
) =>
  tx.row<{ id: number; title: string; expiry_date: Date }>(sql`
    select id, title, expiry_date from jobs
    where is_active and ${isClosedAt(now)} and case when ${inTitleOnly} then ts_filter(words, '{a}') else words end @@ plainto_tsquery('english', ${subject}) order by expiry_date desc, id desc limit 1`)

/** An application. A draft has no `reference_number`. A job without `expiry_date` stays open. */
export type OwnRow = {
  id: number
  job_id: number
  title: string
  status: string
  is_completed: boolean
  reference_number: string | null
  submitted_at: Date | null
  expiry_date: Date | null
  job_is_active: boolean
}

/**
 * A person's own applications, newest first, as `applications_seen` shows them (L3). A submitted one keeps
 * the job title that it was submitted for (L8).
 */
export const findOwn = (tx: Tx, userId: number, limit: number) =>
  tx.rows<OwnRow>(sql`
    select application.id, application.job_id, coalesce(made.frozen::jsonb -> 'job' ->> 'title', jobs.title) as title, application.status, application.is_completed, application.reference_number,
      application.submitted_at, jobs.expiry_date, jobs.is_active as job_is_active
    from applications_seen application join jobs on jobs.id = application.job_id left join submissions made on made.application_id = application.id
    where application.user_id = ${userId} order by application.created_at desc, application.id desc limit ${limit}`)

/** How many applications of a person have each status. A draft has the status Draft (L2). */
export const countOwn = (tx: Tx, userId: number) =>
  tx.rows<{ status: string; count: number }>(sql`
    select status, count(*) as count from applications_seen where user_id = ${userId} group by status`)

/** The name of a job type in English. */
export const findTypeName = (tx: Tx, code: string) =>
  tx.row<{ name: string }>(sql`select name from job_types where code = ${code}`)

export const findLevel = (tx: Tx, code: string) =>
  tx.row<{ short_name: string }>(sql`select short_name from qualification_levels where code = ${code}`)
