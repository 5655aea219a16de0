/** The applicant's number on the reserve list of a place. Without a place, the list is for the whole job. */
export type Reserve = { number: number; place: string | null }

export const sayReserve = ({ number, place }: Reserve): string =>
  place === null
    ? `You are number ${number} on the reserve list of this job.`
    : `You are number ${number} on the reserve list of ${place}.`
