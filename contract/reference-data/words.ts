/** The kinds of reference data, for jobs and forms, that officers change. */
const REFERENCE_LISTS = [
  'levels',
  'centres',
  'areas',
  'types',
  'counties',
  'constituencies',
  'wards',
] as const
export type ReferenceList = (typeof REFERENCE_LISTS)[number]

export const REFERENCE_LIST_WORDS: Record<ReferenceList, string> = {
  levels: 'Qualification levels',
  centres: 'Huduma centres',
  areas: 'By-election areas',
  types: 'Job types',
  counties: 'Counties',
  constituencies: 'Constituencies',
  wards: 'Wards',
}

/**
 * The position that a by-election fills. It decides whether the area is a county, a constituency or a ward.
 */
export const POSITIONS = ['SENATOR', 'MNA', 'MCA'] as const
export type Position = (typeof POSITIONS)[number]
export const POSITION_WORDS: Record<Position, string> = {
  SENATOR: 'Senator (a county)',
  MNA: 'Member of the National Assembly (a constituency)',
  MCA: 'Member of the County Assembly (a ward)',
}

/** Sentences for officers about reference data. */
export const REFERENCE_DATA_WORDS = {
  shortName: 'Short name is required',
  location: 'Say where it is',
  county: 'Choose a county',
  constituency: 'Choose a constituency of this county',
  ward: 'Choose a ward of this constituency',
  position: 'Choose what is elected',
  nameTaken: 'Another job type has this name',
  noSuchLevel: 'There is no such level',
  levelSent: 'This level cannot move, because applications use it and officers filter by it',
  levelInRule: 'A selection rule gives points for this level, so it cannot move',
  noRoom: 'There is no place for a level between these two. Put it elsewhere.',
  unchanged: 'Nothing was changed',
} as const
