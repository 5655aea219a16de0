import { LOOK_WORDS } from '#contract/look-words.ts'
import type { Looks } from '#contract/looks.ts'
import type { Answered } from '../use-answer.ts'
import { moment } from './application-progress.tsx'
import { Failed, Waiting } from './states.tsx'

/** Shown at once; the others behind a word, so that the receipt is not far on a small screen. */
const FIRST = 4

const Lines = ({ looks }: Pick<Looks, 'looks'>) => (
  <ol>
    {looks.map(({ at, role, what }, place) => (
      // oxlint-disable-next-line react/no-array-index-key -- two looks may come in one moment, and none moves here
      <li key={`${at} ${place}`}>
        <p>
          <b>{role}</b> <span className="small quiet num nw">{moment(at)}</span>
        </p>
        <p>{what}</p>
      </li>
    ))}
  </ol>
)

const Listed = ({ looks, more }: Looks) => (
  <div className="looks mt4">
    <Lines looks={looks.slice(0, FIRST)} />
    {looks.length > FIRST && (
      <details>
        <summary>Show {looks.length - FIRST} earlier</summary>
        <Lines looks={looks.slice(FIRST)} />
      </details>
    )}
    {more > 0 && <p className="small quiet mt2">{more.toLocaleString('en')} more, earlier than these, are in our log.</p>}
    <p className="small quiet mt4">{LOOK_WORDS.roles}</p>
  </div>
)

/** What officers looked at, by role and time, newest first: never by name. */
export const WhoLooked = ({ answer }: { answer: Answered<Looks> }) => (
  <section className="band" aria-labelledby="looked">
    <h2 id="looked">{LOOK_WORDS.heading}</h2>
    <p className="small quiet">{LOOK_WORDS.promise}</p>
    {answer.state === 'waiting' && <Waiting what="who looked at it" lines={2} />}
    {answer.state === 'failed' && <Failed sentence={LOOK_WORDS.failed} answer={answer} />}
    {answer.state === 'here' && (answer.data.looks.length > 0 ? <Listed {...answer.data} /> : <p className="mt4">{LOOK_WORDS.none}</p>)}
  </section>
)
