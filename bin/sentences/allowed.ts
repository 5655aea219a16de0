/** Sentences that break a rule and may stay, each with the reason. */
export const ALLOWED = new Map<string, string>([
  ['letter', 'A cell of the table of applications is too narrow for "cover letter".'],
])
