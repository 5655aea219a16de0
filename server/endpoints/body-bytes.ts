/** The largest JSON body in bytes; account routes allow less (T27). */
export const BODY_BYTES = { any: 262_144, account: 16_384 } as const
