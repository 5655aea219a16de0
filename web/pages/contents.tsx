type Section = { id: string; text: string }

/** The sections of a long page. On a phone a short page does not show it. */
export const Contents = ({ sections }: { sections: Section[] }) => (
  <nav className={sections.length > 4 ? 'contents' : 'contents is-short'} aria-labelledby="contents">
    <h2 className="h-s" id="contents">
      On this page
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
