/**
 * The greeting of an email to a person. Anyone can register any name with any address. So a name that a mail
 * program could show as a link or a number is left out (T23). For instance, "Mary W." is greeted by name, and
 * "mary.example" is not.
 */
export const greetingFor = ({ first_name: name }: { first_name: string }) =>
  /^(?:[\p{L}\p{M}'’ -]|\.(?!\S))+$/u.test(name) ? `Dear ${name},` : 'Hello,'
