export default function Page() {
  return (
    <div className="wrap page">
      <h1>…</h1>
    </div>
  )
}
