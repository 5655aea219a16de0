/** A title's last short bracket, kept in one piece: "Clerk " and "(By-Elections)". */
const splitTitle = (title: string): [string, string] => {
  const bracket = /^(.*\S)\s+(\([^()]{1,18}\))$/.exec(title)
  return bracket ? [bracket[1] ?? '', bracket[2] ?? ''] : [title, '']
}

/** The title of a job as words: a line may end before its bracket, never inside. */
export const JobTitle = ({ title }: { title: string }) => {
  const [words, bracket] = splitTitle(title)
  return (
    <>
      {words}
      {bracket && (
        <>
          {' '}
          <span className="nw">{bracket}</span>
        </>
      )}
    </>
  )
}
