/** A few numbers in a line, each with its word. */
export const SumsLine = ({
  sums,
}: {
  sums: readonly (readonly [figure: string, words: string, tone?: 'amber' | undefined])[]
}) => (
  <dl className="fi-sums">
    {sums.map(([figure, words, tone]) => (
      <div key={words}>
        <dt>{words}</dt>
        <dd className={tone === 'amber' ? 'num fi-amber' : 'num'}>{figure}</dd>
      </div>
    ))}
  </dl>
)
