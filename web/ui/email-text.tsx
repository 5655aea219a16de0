/** An email address as text: on a short line it breaks after the @. */
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
