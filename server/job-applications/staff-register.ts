import { APPLICATION } from '#contract/job-applications/limits.ts'
import { storable } from '#contract/storable.ts'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'

/** Thrown when the file is empty or has lines that are not employment numbers. Nothing was imported. */
export class RegisterProblem extends Error {}

const MAX_NUMBER_LENGTH = 60

/**
 * Replaces the staff register with the lines of `text`. Each line is one employment number, without regard to
 * case and surrounding spaces (J8). Numbers that are not in the file are deleted. Returns how many numbers
 * the register then has.
 * @throws RegisterProblem
 */
export async function importStaffRegister(deps: Pick<Deps, 'db'>, text: string): Promise<number> {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const problems = lines.flatMap((line, index) => {
    const number = line.trim()
    if (number === '') return []
    const hasAllowedLength =
      number.length >= APPLICATION.minEmploymentNumber && number.length <= MAX_NUMBER_LENGTH
    if (hasAllowedLength && storable.test(number)) return []
    return [
      `line ${index + 1}: an employment number has ${APPLICATION.minEmploymentNumber} to ${MAX_NUMBER_LENGTH} letters and digits`,
    ]
  })
  if (problems.length > 0) throw new RegisterProblem(problems.join('\n'))
  const numbers = [...new Set(lines.map((line) => line.trim().toUpperCase()).filter(Boolean))]
  if (numbers.length === 0) throw new RegisterProblem('the file holds no employment number')
  await deps.db.tx(async (tx) => {
    await tx.run(sql`delete from staff_register where not employment_number = any(${numbers}::text[])`)
    await tx.run(
      sql`insert into staff_register (employment_number) select unnest(${numbers}::text[]) on conflict do nothing`,
    )
  })
  return numbers.length
}
