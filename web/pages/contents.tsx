import { Trans } from '@lingui/react/macro'

/** With fewer sections than this, a phone does not show the list of sections. */
const MIN_SECTIONS_ON_PHONE = 5

type Section = { id: string; text: string }

/** Links to the sections of a page. */
export const Contents = ({ sections }: { sections: Section[] }) => (
  <nav
    className={sections.length >= MIN_SECTIONS_ON_PHONE ? 'contents' : 'contents is-short'}
    aria-labelledby="contents"
  >
    <h2 className="heading-small" id="contents">
      <Trans>On this page</Trans>
    </h2>
    <ul>
      {sections.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  </nav>
)
