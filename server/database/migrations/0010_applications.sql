alter table job_applications
  -- Counts the writes, so that nobody writes over what they have not seen (T22).
  add column version integer not null default 0,
  add column education jsonb not null default '[]',
  add column experience jsonb not null default '[]',
  add column referees jsonb not null default '[]',
  add column address text not null default '',
  add column employment_number text not null default '',
  add column huduma_centre_id integer references huduma_centres,
  add column by_election_area_id integer references by_election_areas,
  -- What stands in the forms and is in no list yet, and the step the person was at.
  add column unfinished jsonb,
  -- L1: the five that applicants see. A draft has none of them yet.
  add column status text not null default 'Pending' check (status in ('Pending', 'Under Review', 'Shortlisted', 'Rejected', 'Hired')),
  add column submitted_at timestamptz,
  -- When the person was last told that the deadline is near.
  add column reminded_at timestamptz,
  add constraint job_applications_sent check (is_completed = (submitted_at is not null) and is_completed = (reference_number is not null));
-- Who has not finished, by job.
create index job_applications_drafts on job_applications (job_id) where not is_completed;
create index job_applications_centre on job_applications (huduma_centre_id) where huduma_centre_id is not null;
create index job_applications_area on job_applications (by_election_area_id) where by_election_area_id is not null;

-- J9: where a job names none, all are open to it.
create table job_areas (
  job_id bigint not null references jobs on delete cascade,
  area_id integer not null references by_election_areas,
  primary key (job_id, area_id)
);
create index job_areas_area on job_areas (area_id);
create table job_centres (
  job_id bigint not null references jobs on delete cascade,
  centre_id integer not null references huduma_centres,
  primary key (job_id, centre_id)
);
create index job_centres_centre on job_centres (centre_id);

-- J8: the commission's own staff; a number that is not here is a flag for the officers and stops nobody.
create table staff_register (
  employment_number text primary key check (employment_number = upper(trim(employment_number)))
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once', tg_table_name using errcode = 'object_not_in_prerequisite_state';
end $$;

-- What was sent, as it was sent. The row is the submission: one an application, never changed.
create table submissions (
  application_id bigint primary key references job_applications,
  idempotency_key text,
  -- Canonical JSON (RFC 8785).
  frozen text not null,
  digest bytea not null,
  salt bytea not null,
  signature bytea not null,
  key text not null,
  -- As it was given, letter by letter: the same answer to every repeat, whatever the portal is called later.
  receipt text not null,
  flags text[] not null default '{}',
  submitted_at timestamptz not null
);
create trigger submissions_written_once before update or delete on submissions for each row execute function refuse_change();
create trigger submissions_never_emptied before truncate on submissions for each statement execute function refuse_change();

-- T22: what was written over, or was refused because another had written meanwhile.
create table draft_copies (
  id bigint generated always as identity primary key,
  application_id bigint not null references job_applications on delete cascade,
  version integer not null,
  content jsonb not null,
  kept_at timestamptz not null
);
create index draft_copies_application on draft_copies (application_id, id desc);
