/** Sentences about the places where a person is logged in. */
export const SESSION_WORDS = {
  unknownDevice: 'Device not known',
  device: (browser: string, system: string) => `${browser} on ${system}`,
  ended: 'That session is ended.',
  othersEnded: 'All other sessions are ended.',
} as const
