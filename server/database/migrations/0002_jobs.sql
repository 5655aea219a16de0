-- A "job" is a vacancy.
create table jobs (
  id bigint generated always as identity primary key,
  reference text not null unique,
  title text not null,
  department text not null,
  location text not null,
  location_scope text not null default 'nationwide',
  county_code integer references counties,
  job_type_id integer not null references job_types,
  category text,
  vacancies integer check (vacancies > 0),
  vacancies_basis text,
  terms text,
  remuneration text,
  min_qualification_level_id integer references qualification_levels,
  -- Sanitised before they are stored (J12); `preview` is the description as plain text, cut for cards.
  description_html text not null,
  qualification_html text not null,
  preview text not null,
  is_active boolean not null default true,
  expiry_date timestamptz,
  experience_required boolean not null default true,
  min_referees integer not null default 1 check (min_referees between 1 and 5),
  documents text not null default 'asked' check (documents in ('asked', 'required', 'none')),
  min_age integer check (min_age between 18 and 100),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index jobs_open on jobs (expiry_date nulls last, id) where is_active;
create index jobs_newest on jobs (created_at desc, id desc) where is_active;
create index jobs_type on jobs (job_type_id);
create index jobs_county on jobs (county_code);
create index jobs_level on jobs (min_qualification_level_id);

-- Jobs change rarely, so that every process may be told at once to drop what it keeps.
create function jobs_changed() returns trigger language plpgsql as $$
begin
  notify jobs_changed;
  return null;
end $$;
create trigger jobs_changed after insert or update or delete or truncate on jobs
  for each statement execute function jobs_changed();
