import { ASSISTANT_WORDS, withContact } from '#contract/assistant/words.ts'
import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import { clockTime, nairobiDate, plainDate, shortMoment, weekdayAndDay } from '#contract/dates.ts'
import { datesInKiswahili } from '#contract/language/dates-in-kiswahili.ts'
import type { Organisation } from '#contract/site/endpoints.ts'
import { nameInKiswahili } from './kiswahili-names.ts'
import type { ParsedQuestion } from './words.ts'

type Language = ParsedQuestion['language']
type Contact = Pick<Organisation, 'email' | 'phone'>

const jobsAre = (count: number) => (count === 1 ? '1 job is' : `${count} jobs are`)
const posts = (count: number) => (count === 1 ? '1 post' : `${count.toLocaleString('en')} posts`)
const applications = (count: number) => (count === 1 ? '1 application' : `${count} applications`)
const draftsThatAre = (count: number) => (count === 1 ? '1 draft that is' : `${count} drafts that are`)

const english = {
  /** Writes a moment with its weekday and time, such as a deadline. */
  moment: (moment: Date): string => shortMoment(moment),
  /** Writes a day with its year. */
  day: plainDate,
  unknown: ({ email, phone }: Contact) => `I do not have an answer to that. Contact ${email} or ${phone}.`,
  near: 'One of the pages below may help.',
  whichOne: 'Which of these do you mean?',
  otherwise: 'If you meant something else, press a button below.',
  noneOfThese: ({ email, phone }: Contact) =>
    `If none of these fits, ask in other words, or contact ${email} or ${phone}.`,
  logIn: 'I can look up your own applications only when you are logged in. Log in, and ask me again.',
  /** `what` describes the jobs, such as ` in Kisumu`. It is empty when all jobs are meant. */
  open: (count: number, what: string, vacancies: number) =>
    `${jobsAre(count)} open${what}${vacancies > 0 ? `, with ${posts(vacancies)} in all` : ''}${count === 0 ? '.' : ':'}`,
  forSubject: (subject: string) => ` for “${subject}”`,
  inPlace: (place: string) => ` in ${place} or all over the country`,
  forLevel: (level: string) => ` for people with ${level}`,
  permanent: ' that are permanent',
  ofType: (type: string) => ` under “${type}”`,
  closingSoon: (days: number) => ` that close within ${days} days`,
  more: (count: number) => `and ${count} more on the list of jobs.`,
  noneFound: (what: string, all: number) =>
    `No job is open${what} at the moment. ${jobsAre(all)} open in all.`,
  unsure: 'I am not sure which job you mean. These are open:',
  openElsewhere: 'These are open:',
  posts,
  allJobs: 'All open jobs',
  closes: (deadline: string) => `closes ${deadline}`,
  noDeadline: 'no deadline set',
  hasNoDeadline: 'has no deadline',
  level: (name: string) => `at least ${name}`,
  age: (years: number) => `at least ${years} years old on the closing date`,
  referees: (count: number) => (count === 1 ? 'at least 1 referee' : `at least ${count} referees`),
  seeOthers: 'Others may be open.',
  noticeDecides: 'See the job page for full details.',
  sent: (sent: number, unsent: number) =>
    `You have sent ${applications(sent)}.${unsent > 0 ? ` You also have ${draftsThatAre(unsent)} not sent yet.` : ' You have no drafts.'}`,
  sentWith: (count: number, status: string) =>
    `${count === 0 ? 'None' : count} of your applications ${count > 1 ? 'have' : 'has'} the status ${status}.`,
  noneOfYours: 'I cannot find an application from you for that.',
  nothingYet: 'You have not started an application yet.',
  noDrafts: 'You have no drafts: everything you started has been sent.',
  yours: 'Your applications, newest first:',
  moreYours: (count: number) => `and ${count} more on your list.`,
  allYours: 'My Applications',
  logInHere: 'Log in',
  aboutStatus: 'Status and what happens next',
  aboutHelp: 'Help',
  contactPage: 'Contact',
  yourDrafts: 'Not sent yet:',
  oneOfYours: (title: string, status: string, reference: string, date: string) =>
    `${title}: ${status}. Reference number ${reference}, sent ${date}.`,
  oneDraft: (title: string, deadline: string) => `${title}: a draft, not sent. The job ${deadline}.`,
  closed: (deadline: string) => `closed ${deadline}`,
  hasClosed: 'has closed',
  aspects: {
    pay: 'Pay',
    duration: 'Length of the work',
    age: 'Age',
    experience: 'Experience',
    documents: 'Documents',
    posts: 'Number of posts',
    deadline: 'Deadline',
    place: 'Place',
    schooling: 'Schooling',
    requirements: 'Requirements',
  },
  notSaid: 'the job page does not say.',
  quoted: (lines: string) => `The job page says: “${lines}”`,
  inGeneral: (body: string) => `In general: ${body}`,
  experienceNeeded: 'needed',
  noExperienceNeeded: 'not needed',
  document: (name: string) => name,
  requiredDocument: (name: string) => `${name} (you need it to apply)`,
  noDocuments: 'none',
  // The type is widened, because the sentence in Kiswahili is another text.
  brokeOff: ASSISTANT_WORDS.brokeOff as string,
  problems: {
    busy: (contact: Contact) => withContact(ASSISTANT_WORDS.busy, contact),
    unavailable: (contact: Contact) => withContact(ASSISTANT_WORDS.unavailable, contact),
    difficulties: (contact: Contact) => withContact(ASSISTANT_WORDS.difficulties, contact),
  },
}

const withContactInKiswahili = (sentence: string, { email, phone }: Contact) =>
  `${sentence}. Unaweza kuwasiliana nasi kupitia ${email} au ${phone}.`

const draftsInKiswahili = (count: number) => {
  if (count === 0) return 'Huna rasimu.'
  return count === 1 ? 'Una rasimu 1 ambayo haijatumwa.' : `Una rasimu ${count} ambazo hazijatumwa.`
}

const kiswahili: typeof english = {
  moment: (moment) => datesInKiswahili(`${weekdayAndDay(nairobiDate(moment))}, ${clockTime(moment)}`),
  day: (moment) => datesInKiswahili(plainDate(moment)),
  unknown: ({ email, phone }) => `Sina jibu la swali hilo. Wasiliana nasi kupitia ${email} au ${phone}.`,
  near: 'Huenda moja ya kurasa hizi itakusaidia.',
  whichOne: 'Unamaanisha lipi kati ya haya?',
  otherwise: 'Kama ulimaanisha jambo lingine, bonyeza kitufe hapa chini.',
  noneOfThese: ({ email, phone }) =>
    `Kama si mojawapo, uliza kwa maneno mengine, au wasiliana nasi kupitia ${email} au ${phone}.`,
  logIn: 'Ninaweza kuangalia maombi yako ukiwa umeingia kwenye akaunti tu. Ingia, kisha uniulize tena.',
  open: (count, what, vacancies) =>
    `Kazi${what} zilizo wazi: ${count}${vacancies > 0 ? `. Nafasi kwa jumla: ${vacancies.toLocaleString('en')}` : ''}.`,
  forSubject: (subject) => ` za “${subject}”`,
  inPlace: (place) => ` katika ${place} au nchi nzima`,
  forLevel: (level) => ` kwa walio na ${nameInKiswahili(level)}`,
  permanent: ' za kudumu',
  ofType: (type) => ` za aina ya “${nameInKiswahili(type)}”`,
  closingSoon: (days) => ` zinazofungwa ndani ya siku ${days}`,
  more: (count) => `na nyingine ${count} kwenye orodha ya kazi.`,
  noneFound: (what, all) => `Hakuna kazi${what} zilizo wazi kwa sasa. Kazi zote zilizo wazi: ${all}.`,
  unsure: 'Sina uhakika unamaanisha kazi gani. Hizi ziko wazi:',
  openElsewhere: 'Hizi ziko wazi:',
  allJobs: 'Kazi zote zilizo wazi',
  posts: (count) => `nafasi ${count.toLocaleString('en')}`,
  closes: (deadline) => `inafungwa ${deadline}`,
  noDeadline: 'haina makataa',
  hasNoDeadline: 'haina makataa',
  level: (name) => `angalau ${nameInKiswahili(name)}`,
  age: (years) => `angalau umri wa miaka ${years} siku ya kufungwa`,
  referees: (count) => (count === 1 ? 'angalau mdhamini 1' : `angalau wadhamini ${count}`),
  seeOthers: 'Huenda nyingine ziko wazi.',
  noticeDecides: 'Maelezo yote yako kwenye ukurasa wa kazi.',
  sent: (sent, unsent) => `Umetuma ${sent === 1 ? 'ombi' : 'maombi'} ${sent}. ${draftsInKiswahili(unsent)}`,
  sentWith: (count, status) =>
    count === 0
      ? `Huna ombi lenye hali ya “${nameInKiswahili(status)}”.`
      : `${count === 1 ? 'Ombi lako lenye' : 'Maombi yako yenye'} hali ya “${nameInKiswahili(status)}”: ${count}.`,
  noneOfYours: 'Sioni ombi lako la kazi hiyo.',
  nothingYet: 'Bado hujaanza ombi lolote.',
  noDrafts: 'Huna rasimu: kila ombi ulilolianza limetumwa.',
  yours: 'Maombi yako, mapya kwanza:',
  moreYours: (count) => `na mengine ${count} kwenye orodha yako.`,
  allYours: 'Maombi yangu',
  logInHere: 'Ingia',
  aboutStatus: 'Hali ya ombi na kinachofuata',
  aboutHelp: 'Usaidizi',
  contactPage: 'Mawasiliano',
  yourDrafts: 'Ambayo hayajatumwa:',
  oneOfYours: (title, status, reference, date) =>
    `${title}: ${nameInKiswahili(status)}. Nambari ya kumbukumbu ${reference}, lilitumwa ${date}.`,
  oneDraft: (title, deadline) => `${title}: rasimu, haijatumwa. Kazi ${deadline}.`,
  closed: (deadline) => `ilifungwa ${deadline}`,
  hasClosed: 'imefungwa',
  aspects: {
    pay: 'Malipo',
    duration: 'Muda wa kazi',
    age: 'Umri',
    experience: 'Uzoefu',
    documents: 'Hati',
    posts: 'Idadi ya nafasi',
    deadline: 'Makataa',
    place: 'Mahali',
    schooling: 'Elimu',
    requirements: 'Masharti',
  },
  notSaid: 'ukurasa wa kazi hausemi.',
  quoted: (lines) => `Ukurasa wa kazi unasema: “${lines}”`,
  inGeneral: (body) => `Kwa ujumla: ${body}`,
  experienceNeeded: 'unahitajika',
  noExperienceNeeded: 'hauhitajiki',
  document: nameInKiswahili,
  requiredDocument: (name) => `${nameInKiswahili(name)} (lazima)`,
  noDocuments: 'hakuna',
  brokeOff: 'Jibu lililo hapo juu halijakamilika. Hili ni jibu la tovuti yenyewe:',
  problems: {
    busy: (contact) => withContactInKiswahili('Huduma ya AI ina shughuli nyingi', contact),
    unavailable: (contact) => withContactInKiswahili('Huduma ya AI haipatikani kwa sasa', contact),
    difficulties: (contact) =>
      withContactInKiswahili(
        'Nimepata hitilafu na siwezi kujibu sasa. Tafadhali jaribu tena baadaye kidogo',
        contact,
      ),
  },
}

/** The sentences that the assistant says, in both languages. */
export const SAY: Record<Language, typeof english> = { en: english, sw: kiswahili }

type LinkTitle = 'allJobs' | 'allYours' | 'logInHere' | 'aboutStatus' | 'aboutHelp' | 'contactPage'

/**
 * A link below an answer, with its title in the language of the answer. A title that is not English is marked
 * with its language, so that screen readers pronounce it right.
 */
export const linkInLanguage = (language: Language, title: LinkTitle, url: string): AnswerLink => ({
  title: SAY[language][title],
  url,
  ...(language === 'en' ? {} : { language }),
})
