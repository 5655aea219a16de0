import { type Db, sql, type Tx } from '../database/connect.ts'
import type { RegistrationAnswers } from '#contract/accounts/registration-rules.ts'
import type { Language } from '#contract/language/paths.ts'

/**
 * @throws the database's constraint error for a wrong value: users_email, users_document,
 * users_county_code_fkey, users_constituency, users_ward
 */
export const insertUser = (
  tx: Tx,
  registrationAnswers: RegistrationAnswers,
  { passwordHash, language }: { passwordHash: string; language: Language },
  now: Date,
) =>
  tx.row<{ id: number }>(sql`
    insert into users (email, password_hash, first_name, middle_name, last_name, document_type, id_number, gender,
      date_of_birth, country, county_code, constituency_code, ward_code, phone, is_pwd, disability_type, language, created_at)
    values (${registrationAnswers.email}, ${passwordHash}, ${registrationAnswers.first_name}, ${registrationAnswers.middle_name}, ${registrationAnswers.last_name}, ${registrationAnswers.document_type},
      ${registrationAnswers.id_number}, ${registrationAnswers.gender}, ${registrationAnswers.date_of_birth}, ${registrationAnswers.country}, ${registrationAnswers.county}, ${registrationAnswers.constituency}, ${registrationAnswers.ward},
      ${registrationAnswers.phone}, ${registrationAnswers.is_pwd ?? false}, ${registrationAnswers.disability_type}, ${language}, ${now})
    returning id`)

type UserRow = {
  id: number
  email: string
  first_name: string
  last_name: string
  email_verified_at: Date | null
  has_question: boolean
}

/** An account with the data that emails to its owner need. */
export type UserWithLanguage = UserRow & { language: Language }

export const findUser = (tx: Tx, id: number) =>
  tx.row<UserWithLanguage>(sql`
    select id, email, first_name, last_name, language, email_verified_at, security_question is not null as has_question
    from users where id = ${id}`)

export const findUserByEmail = (tx: Tx, email: string) =>
  tx.row<UserWithLanguage>(sql`
    select id, email, first_name, last_name, language, email_verified_at, security_question is not null as has_question
    from users where email = ${email}`)

/**
 * Marks an account's address as verified. Undefined when the account no longer exists. `email` is null if the
 * address was already verified.
 */
export const markVerified = (tx: Tx, id: number, now: Date) =>
  tx.row<{ email: string | null }>(sql`
    with newly_verified as (update users set email_verified_at = ${now}::timestamptz where id = ${id} and email_verified_at is null returning email)
    select (select email from newly_verified) as email from users where id = ${id}`)

/** An account with its security question and answer. Both are null until the person sets a question. */
export type QuestionRow = {
  id: number
  security_question: string | null
  security_answer_hash: string | null
  password_hash: string
  first_name: string
  last_name: string
}

export const findQuestion = (tx: Tx, email: string) =>
  tx.row<QuestionRow>(sql`
    select id, security_question, security_answer_hash, password_hash, first_name, last_name from users where email = ${email}`)

/**
 * The identity of a person. `is_reset_undoable` is true while a password reset with the security question can
 * still be undone (C3).
 */
export const findIdentity = (tx: Tx, userId: number, now: Date) =>
  tx.row<{
    email: string
    first_name: string
    middle_name: string
    last_name: string
    id_number: string
    phone: string
    password_hash: string
    has_question: boolean
    is_reset_undoable: boolean
  }>(sql`
    select email, first_name, middle_name, last_name, id_number, phone, password_hash, security_question is not null as has_question, exists (
        select from password_resets where user_id = users.id and undone_at is null and expires_at > ${now}) as is_reset_undoable
    from users where id = ${userId}`)

/** Removes the security question. Returns whether there was one. */
export const removeQuestion = async (tx: Tx, userId: number) => {
  const removed = await tx.run(sql`
    update users set security_question = null, security_answer_hash = null where id = ${userId} and security_question is not null`)
  return removed === 1
}

/**
 * Replaces the security question. Undefined when the password was changed since `checkedHash` was read.
 * `had_question` says whether there was a question before: the inner query still reads the old row.
 */
export const replaceQuestion = (
  tx: Tx,
  userId: number,
  checkedHash: string,
  { question, answerHash }: { question: string; answerHash: string },
) =>
  tx.row<{ had_question: boolean }>(sql`
    update users set security_question = ${question}, security_answer_hash = ${answerHash} where id = ${userId} and password_hash = ${checkedHash}
    returning (select security_question is not null from users before where before.id = users.id) as had_question`)

export const setPassword = (tx: Tx, userId: number, hash: string) =>
  tx.run(sql`update users set password_hash = ${hash} where id = ${userId}`)

/** Returns false when the password was changed since `checkedHash` was read. */
export const replacePassword = async (tx: Tx, userId: number, checkedHash: string, hash: string) =>
  (await tx.run(
    sql`update users set password_hash = ${hash} where id = ${userId} and password_hash = ${checkedHash}`,
  )) === 1

/**
 * Counts one try of the account's reset code before the code is checked (T4). Undefined when no code may be
 * tried.
 */
export const spendTry = (db: Tx, email: string, now: Date, maxTries: number) =>
  db.row<{ id: number; user_id: number; nonce: string }>(sql`
    update reset_codes set tries = tries + 1
    where user_id = (select id from users where email = ${email})
      and ended_at is null and expires_at > ${now} and tries < ${maxTries}
    returning id, user_id, nonce`)

/** A try with the right code does not count, so that the code can still be used for the reset (A3). */
export const giveBackTry = (db: Db, id: number) =>
  db.run(sql`update reset_codes set tries = tries - 1 where id = ${id}`)

/** Uses up a reset code. Of several concurrent calls with the same right code, only one gets true. */
export const consumeCode = async (tx: Tx, id: number, now: Date) =>
  (await tx.run(sql`update reset_codes set ended_at = ${now} where id = ${id} and ended_at is null`)) === 1

/**
 * Issues a reset code for the account and ends the previous one. When the email of a code is sent again, its
 * nonce is already stored. Then that code is valid for longer; false when that code has ended.
 */
export async function issueCode(
  tx: Tx,
  userId: number,
  nonce: string,
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  await tx.run(sql`select from users where id = ${userId} for update`)
  const existingCode = await tx.row<{ ended_at: Date | null }>(sql`
    select ended_at from reset_codes where user_id = ${userId} and nonce = ${nonce}`)
  if (existingCode) {
    if (existingCode.ended_at) return false
    await tx.run(
      sql`update reset_codes set expires_at = ${expiresAt} where user_id = ${userId} and nonce = ${nonce}`,
    )
    return true
  }
  await tx.run(sql`update reset_codes set ended_at = ${now} where user_id = ${userId} and ended_at is null`)
  await tx.run(sql`
    insert into reset_codes (user_id, nonce, created_at, expires_at) values (${userId}, ${nonce}, ${now}, ${expiresAt})`)
  return true
}

export const recordReset = (tx: Tx, id: string, userId: number, oldHash: string, expiresAt: Date) =>
  tx.run(
    sql`insert into password_resets (id, user_id, old_hash, expires_at) values (${id}, ${userId}, ${oldHash}, ${expiresAt})`,
  )

/**
 * Undoes this password reset and every other reset of the account that can still be undone. Returns the
 * password hash from before the first of them. Otherwise a thief's second reset would lead back to the
 * password of their first.
 */
export const undoRecordedResets = (tx: Tx, id: string, now: Date) =>
  tx.row<{ user_id: number; old_hash: string; email: string }>(sql`
    with requested as (
      select user_id from password_resets where id = ${id} and undone_at is null and expires_at > ${now}),
    undone as (
      update password_resets set undone_at = ${now}
      where user_id in (select user_id from requested) and undone_at is null and expires_at > ${now}
      returning user_id, old_hash, expires_at)
    select user_id, old_hash, email from undone join users on users.id = user_id
    order by expires_at limit 1`)

export const findReset = (tx: Tx, id: string) =>
  tx.row<{ email: string; first_name: string; language: Language; expires_at: Date }>(sql`
    select users.email, users.first_name, users.language, password_resets.expires_at
    from password_resets join users on users.id = user_id where password_resets.id = ${id}`)

/** The stored values of the fields that a person may change in the profile, and `document_type`. */
export type ChangeableRow = {
  first_name: string
  middle_name: string
  last_name: string
  document_type: string
  id_number: string
  date_of_birth: string
  phone: string
  address: string
  county_code: number
  constituency_code: number
  ward_code: number
  is_pwd: boolean
  disability_type: string
}

export const lockChangeable = (tx: Tx, userId: number) =>
  tx.row<ChangeableRow>(sql`
    select first_name, middle_name, last_name, document_type, id_number, date_of_birth, phone, address, county_code, constituency_code,
      ward_code, is_pwd, disability_type
    from users where id = ${userId} for update`)

/**
 * @throws the database's constraint error for a wrong value: users_document, users_county_code_fkey,
 * users_constituency, users_ward
 */
export const updateChangeable = (tx: Tx, userId: number, row: ChangeableRow) =>
  tx.run(sql`
    update users set first_name = ${row.first_name}, middle_name = ${row.middle_name}, last_name = ${row.last_name}, id_number = ${row.id_number},
      date_of_birth = ${row.date_of_birth}, phone = ${row.phone}, address = ${row.address}, county_code = ${row.county_code},
      constituency_code = ${row.constituency_code}, ward_code = ${row.ward_code}, is_pwd = ${row.is_pwd}, disability_type = ${row.disability_type}
    where id = ${userId}`)

type ProfileRow = UserRow & {
  middle_name: string
  document_type: string
  phone: string
  id_number: string
  address: string
  gender: string
  date_of_birth: string
  country: string
  county_code: number
  county_name: string
  constituency_code: number
  constituency_name: string
  ward_code: number
  ward_name: string
  created_at: Date
  education: unknown[]
  experience: unknown[]
  referees: unknown[]
}

/**
 * The lists (education, experience, referees) come from one application. Of the applications with an entry in
 * any list, that is the one updated last (S2 §3).
 */
export const findProfile = (tx: Tx, userId: number) =>
  tx.row<ProfileRow>(sql`
    select users.id, email, first_name, last_name, email_verified_at, security_question is not null as has_question, phone,
      middle_name, document_type, id_number, users.address, gender, date_of_birth, country, users.county_code, counties.name as county_name,
      users.constituency_code, constituencies.name as constituency_name, ward_code, wards.name as ward_name, users.created_at,
      coalesce(latest.education, '[]') as education, coalesce(latest.experience, '[]') as experience, coalesce(latest.referees, '[]') as referees
    from users
    join counties on counties.code = users.county_code
    join constituencies on constituencies.code = users.constituency_code
    join wards on wards.code = users.ward_code
    left join lateral (
      select education, experience, referees from job_applications
      where user_id = users.id and (education <> '[]' or experience <> '[]' or referees <> '[]')
      order by updated_at desc, id desc limit 1) latest on true
    where users.id = ${userId}`)

/** The texts that identify a person, such as names and phone; '' where one is missing. */
export const findPersonalTexts = (tx: Tx, userId: number) =>
  tx.row<{ words: string[] }>(sql`
    select array[first_name, middle_name, last_name, id_number, phone, email] as words from users where id = ${userId}`)
