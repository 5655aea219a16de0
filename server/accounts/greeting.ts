/**
 * Whether an email may greet a person by this name. Anyone can register any name with any address. So a name
 * that a mail program could show as a link or a number is left out (T23). It takes "Mary W." and refuses
 * "mary.example".
 */
export const greetingFor = ({ first_name: name }: { first_name: string }) =>
  /^(?:[\p{L}\p{M}'’ -]|\.(?!\S))+$/u.test(name) ? `Dear ${name},` : 'Hello,'
