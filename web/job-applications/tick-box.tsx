/** A checkbox. Its tick is larger than the box, like a tick by pen. */
export const TickBox = ({
  id,
  label,
  checked,
  onTick,
}: {
  id: string
  label: string
  checked: boolean
  onTick: (checked: boolean) => void
}) => (
  <label className="box tick" htmlFor={id}>
    <input type="checkbox" id={id} checked={checked} onChange={(event) => onTick(event.target.checked)} />
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M3.5 10.8l4 4.2 9-10.5" />
    </svg>
    <span>{label}</span>
  </label>
)
