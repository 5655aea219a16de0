/** An email address as words: where the line is too short for it, it breaks after the @. */
export const EmailText = ({ email }: { email: string }) => {
  const [name, ...host] = email.split('@')
  if (host.length === 0) return email
  return (
    <>
      {name}@<wbr />
      {host.join('@')}
    </>
  )
}
