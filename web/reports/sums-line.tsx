/** A few numbers in one line, each with a word that says what it counts. */
export const SumsLine = ({
  sums,
}: {
  sums: readonly (readonly [number: string, words: string, tone?: 'amber' | undefined])[]
}) => (
  <dl className="reports-sums">
    {sums.map(([number, words, tone]) => (
      <div key={words}>
        <dt>{words}</dt>
        <dd className={tone === 'amber' ? 'num reports-amber' : 'num'}>{number}</dd>
      </div>
    ))}
  </dl>
)
