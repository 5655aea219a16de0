/** Sentences about the sessions in which a person is logged in. */
export const SESSION_WORDS = {
  unknownDevice: 'Device not known',
  device: (browser: string, system: string) => `${browser} on ${system}`,
  network: {
    present: 'On the network that you use now',
    known: 'On a network that you used before',
    new: 'On a network that you had not used before',
  },
  ended: 'That session is ended.',
  othersEnded: 'All other sessions are ended.',
} as const
