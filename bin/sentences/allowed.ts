/** Sentences that break a rule and may stay, each with the reason. */
export const ALLOWED = new Map<string, string>([
  ['letter', 'A cell of the table of applications is too narrow for "cover letter".'],
  ['Please try again in a moment', 'A full stop and the contact follow (`withContact`).'],
  ['Tafadhali jaribu tena baadaye kidogo', 'A full stop and the contact follow.'],
])
