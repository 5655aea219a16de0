/** Splits off a title's last short bracket, which stays on one line: "Clerk " and "(By-Elections)". */
const splitTitle = (title: string): [string, string] => {
  const bracket = /^(.*\S)\s+(\([^()]{1,18}\))$/.exec(title)
  return bracket ? [bracket[1] ?? '', bracket[2] ?? ''] : [title, '']
}

/** The title of a job as text: a line may break before its bracket, never inside it. */
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
