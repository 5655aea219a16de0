/** The largest JSON body of a call, in bytes. Calls about accounts allow less (T27). */
export const BODY_BYTES = { any: 262_144, account: 16_384 } as const
