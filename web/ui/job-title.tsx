// "Clerk " and "(By-Elections)".
const splitTitle = (title: string): [string, string] => {
  const bracket = /^(.*\S)\s+(\([^()]{1,18}\))$/.exec(title)
  return bracket ? [bracket[1] ?? '', bracket[2] ?? ''] : [title, '']
}

/** A job's title; a short bracket at its end stays in one piece. */
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
