import { insertUser, markVerified, replaceQuestion } from '../server/accounts/store.ts'
import { connect, sql } from '../server/database/connect.ts'
import { createHasher } from '../server/hasher.ts'
import type { Portal } from './portal.ts'

export const ACCOUNT_COUNT = 2_000
export const PASSWORD = 'Correct-horse-7-battery'
const emailOf = (position: number) => `applicant${position}@example.org`

/**
 * Adds verified accounts. All have the same password, which is also their security answer. Returns its hash.
 */
export async function fillWithAccounts(portal: Portal): Promise<string> {
  const hasher = createHasher()
  const hash = await hasher.hash(PASSWORD)
  await hasher.close()
  const db = connect(portal.databaseUrl)
  const now = new Date()
  const ward = await db.row<{ ward: number; constituency: number; county: number }>(sql`
    select wards.code as ward, constituencies.code as constituency, county_code as county
    from wards join constituencies on constituencies.code = constituency_code order by wards.code limit 1`)
  const person = {
    first_name: 'Wanjiru',
    last_name: 'Kamau',
    middle_name: '',
    document_type: 'ID Card',
    gender: 'F',
    date_of_birth: '1990-01-01',
    country: 'KE',
    phone: '+254700000000',
    is_pwd: false,
    disability_type: '',
    password: '',
    recaptchaToken: '',
    county: ward?.county,
    constituency: ward?.constituency,
    ward: ward?.ward,
  }
  await db.tx(async (tx) => {
    for (let index = 0; index < ACCOUNT_COUNT; index++) {
      const user = await insertUser(
        tx,
        { ...person, email: emailOf(index), id_number: String(10_000_000 + index) },
        { passwordHash: hash, language: 'en' },
        now,
      )
      await markVerified(tx, user?.id ?? 0, now)
      await replaceQuestion(tx, user?.id ?? 0, hash, {
        question: 'The name of my first school?',
        answerHash: hash,
      })
    }
    await tx.run(sql`analyze users`)
  })
  await db.close()
  return hash
}

/** The login request of each account. */
export const logins = Array.from({ length: ACCOUNT_COUNT }, (_, index) => ({
  path: '/api/login/',
  body: { email: emailOf(index), password: PASSWORD },
}))
