-- The commission's own codes are the keys.
create table counties (
  code integer primary key,
  name text not null
);

create table constituencies (
  code integer primary key,
  name text not null,
  county_code integer not null references counties,
  unique (code, county_code)
);
create index constituencies_county on constituencies (county_code);

create table wards (
  code integer primary key,
  name text not null,
  constituency_code integer not null references constituencies,
  unique (code, constituency_code)
);
create index wards_constituency on wards (constituency_code);

create table job_types (
  id integer primary key,
  code text not null unique check (code in ('internal', 'external', 'huduma', 'by_election')),
  name text not null unique,
  is_active boolean not null default true
);

create table qualification_levels (
  id integer primary key,
  rank integer not null,
  code text not null unique,
  name text not null,
  short_name text not null
);

create table huduma_centres (
  id integer primary key,
  name text not null,
  location text not null,
  county_code integer not null references counties
);
create index huduma_centres_county on huduma_centres (county_code);

create table by_election_areas (
  id integer primary key,
  area_name text not null,
  position_type text not null check (position_type in ('SENATOR', 'MNA', 'MCA')),
  county_code integer not null references counties,
  constituency_code integer references constituencies,
  ward_code integer references wards
);
create index by_election_areas_county on by_election_areas (county_code);
create index by_election_areas_constituency on by_election_areas (constituency_code);
create index by_election_areas_ward on by_election_areas (ward_code);

-- What was loaded last, so that an unchanged set is not written again.
create table reference_loads (
  name text primary key,
  sha256 text not null
);
