/** Words of questions that no help page need hold, so that a slip in one of them is mended too. */
export const JOB_WORDS =
  `job jobs vacancy vacancies opening openings position positions post posts opportunity opportunities deadline deadlines closing closes close date apply applied application applications
  status draft drafts submitted reference salary qualification qualifications requirements available current latest nationwide county constituency internal external huduma centre
  election by-election clerk clerks officer officers temporary permanent shortlisted rejected pending hired review withdraw kazi nafasi maombi ombi mwisho tarehe mshahara
  hali ngapi driver drivers teacher teachers nurse nurses engineer engineers accountant accountants guard guards cleaner cleaners messenger secretary manager managers trainer
  trainers educator lawyer technician intern interns internship attachment dereva mwalimu playstore kaunti karani kufungwa inafungwa zinafungwa umri elimu`.split(
    /\s+/,
  )
