-- What officers filter and sort by: one narrow row of what was sent, a second or so after it was sent. Who sends waits for none of it.
create table application_facts (
  application_id bigint primary key references job_applications on delete cascade,
  job_id bigint not null references jobs,
  submitted_at timestamptz(3) not null,
  -- Where the person lives, as frozen.
  county smallint not null,
  constituency smallint not null,
  ward smallint not null,
  -- The by-election area or Huduma centre that was chosen.
  place integer,
  gender "char" not null check (gender in ('M', 'F', 'O')),
  is_pwd boolean not null,
  -- Age is asked on the closing date, which may move.
  born date not null,
  -- Rank of the highest level, 0 when none is listed; and the year of that one.
  level smallint not null,
  year smallint not null,
  -- Whole months of work, those counted twice once.
  experience smallint not null,
  -- 1 a CV, 2 a cover letter.
  documents smallint not null default 0,
  -- Bits of contract/staff-stages.ts.
  flags integer not null default 0,
  -- Where officers are with it, of the same table; its status for the applicant follows.
  stage smallint not null default 0,
  -- The list of decisions it stands on that has not taken effect.
  list_id bigint,
  -- A list with it has taken effect: who it is is no secret from officers any more.
  is_open boolean not null default false
);
create index application_facts_sent on application_facts (job_id, submitted_at, application_id);
-- Low counts first: PostgreSQL skips through columns that a filter does not name. All of one width, and those that may be null last: a
-- count of a quarter of a million reads each entry, and finds what it looks for without measuring what stands before.
create index application_facts_filter on application_facts (job_id, stage, county, is_pwd, gender, documents, level, experience, year, born, flags,
  constituency, ward, is_open, list_id, place) include (application_id, submitted_at);
create index application_facts_list on application_facts (list_id, application_id) where list_id is not null;
-- Counts are answered from the index alone where the map of visible pages is fresh.
alter table application_facts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Words of name and identity number and, behind another sign, the reference; each behind the number of the job, so that a search never
-- leaves the job. Apart from the facts, which change with every stage: a changed row would be put into the index of words again.
create table application_words (
  application_id bigint primary key references application_facts on delete cascade,
  words tsvector not null,
  -- What the job was called when it was sent (L8), taken out of what was frozen once, for a hundred thousand notices at a time.
  title text
);
-- At once in its place: a list of what is not sorted in yet would be read through by every search.
create index application_words_words on application_words using gin (words) with (fastupdate = off);

-- How many rows above a job has, so that a list of jobs counts none of them. Who sends waits for it as little: the worker writes both.
create table sent_counts (
  job_id bigint primary key references jobs,
  applications integer not null
);
create function count_sent() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into sent_counts (job_id, applications) select job_id, count(*) from changed group by job_id order by job_id
    on conflict (job_id) do update set applications = sent_counts.applications + excluded.applications;
  else
    update sent_counts it set applications = it.applications - gone.count
    from (select job_id, count(*) as count from changed group by job_id) gone where it.job_id = gone.job_id;
  end if;
  return null;
end $$;
create trigger application_facts_counted after insert on application_facts referencing new table as changed for each statement execute function count_sent();
create trigger application_facts_gone after delete on application_facts referencing old table as changed for each statement execute function count_sent();

-- What was sent and is in no row above yet.
create table facts_waiting (
  application_id bigint primary key,
  -- Whoever could not be sorted five times is left for a person to look at.
  failures smallint not null default 0
);
create function facts_wait() returns trigger language plpgsql as $$
begin
  insert into facts_waiting (application_id) values (new.application_id);
  return null;
end $$;
create trigger submissions_await_facts after insert on submissions for each row execute function facts_wait();
insert into facts_waiting (application_id) select application_id from submissions;

-- What several applicants of a job may have in common: a referee, a phone, a document. Salted digests: nothing here can be read.
create table application_marks (
  job_id bigint not null references jobs,
  kind text not null check (kind in ('referee', 'phone', 'document')),
  mark bytea not null check (octet_length(mark) = 16),
  application_id bigint not null references job_applications on delete cascade,
  primary key (job_id, kind, mark, application_id)
);
create index application_marks_application on application_marks (application_id);

-- Names are hidden from officers until a list takes effect; who needs them before says why.
create table blind_lifts (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  job_id bigint not null references jobs,
  reason text not null check (length(reason) between 1 and 500),
  lifted_at timestamptz not null,
  ends_at timestamptz not null
);
create index blind_lifts_staff on blind_lifts (staff_id, job_id, ends_at desc);
create index blind_lifts_job on blind_lifts (job_id);

create table staff_views (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  job_id bigint not null references jobs,
  name text not null check (length(name) between 1 and 60),
  -- The filter as it stands in the address.
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null,
  constraint staff_views_name unique (staff_id, job_id, name)
);
create index staff_views_job on staff_views (job_id);
