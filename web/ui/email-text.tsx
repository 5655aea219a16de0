/** An email address as text. If it is too long for the line, it breaks after the @. */
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
