-- What officers decide about many at once. Nobody decides alone what the applicant reads as a verdict, and nothing takes
-- effect before the time in which it can be taken back is over.
create table decision_lists (
  id bigint generated always as identity primary key,
  job_id bigint not null references jobs,
  name text not null check (length(name) between 1 and 120),
  -- Of contract/staff-stages.ts.
  to_stage smallint not null check (to_stage between 1 and 8),
  -- What every applicant on it reads.
  reason text not null default '' check (length(reason) <= 1000),
  needs_second boolean not null,
  state text not null default 'drafting' check (state in ('drafting', 'proposed', 'approved', 'applied', 'withdrawn', 'undone')),
  -- How many stand on it.
  size integer not null default 0 check (size >= 0),
  made_by bigint not null references staff,
  made_at timestamptz not null,
  proposed_by bigint references staff,
  proposed_at timestamptz,
  decided_by bigint references staff,
  decided_at timestamptz,
  -- What the second person wrote, also when it was returned.
  note text not null default '' check (length(note) <= 1000),
  -- Until then it can be undone.
  effective_at timestamptz,
  -- When the first on it was moved: from then on it cannot be undone any more.
  begun_at timestamptz,
  applied_at timestamptz,
  -- Not moved when it took effect, for they stood elsewhere by then.
  left_out integer not null default 0,
  -- SHA-256 over everything on it, set when it is proposed; the log holds it.
  digest bytea check (octet_length(digest) = 32),
  updated_at timestamptz not null,
  -- Only screening and the long list are one officer's to say.
  constraint decision_lists_verdict check (needs_second or to_stage in (1, 2)),
  constraint decision_lists_fixed check (state in ('drafting', 'withdrawn') or (proposed_by is not null and digest is not null and size > 0)),
  -- T32: never one who made or proposed it.
  constraint decision_lists_second_person check (not needs_second or state not in ('approved', 'applied', 'undone')
    or (decided_by is not null and decided_by <> proposed_by and decided_by <> made_by)),
  constraint decision_lists_timed check (state not in ('approved', 'applied', 'undone') or effective_at is not null),
  constraint decision_lists_undone_in_time check (state <> 'undone' or begun_at is null)
);
create index decision_lists_job on decision_lists (job_id, id desc);
create index decision_lists_due on decision_lists (effective_at) where state = 'approved';
create index decision_lists_made_by on decision_lists (made_by);
create index decision_lists_proposed_by on decision_lists (proposed_by);
create index decision_lists_decided_by on decision_lists (decided_by);

create table decision_entries (
  list_id bigint not null references decision_lists,
  application_id bigint not null references job_applications on delete cascade,
  -- Where it stood; set when the list takes effect.
  from_stage smallint,
  -- What this applicant reads instead of what all do.
  reason text check (length(reason) between 1 and 1000),
  -- Until it is applied or taken back: an application is on one list at a time.
  is_open boolean not null default true,
  applied_at timestamptz,
  primary key (list_id, application_id)
);
create unique index decision_entries_open on decision_entries (application_id) where is_open;
create index decision_entries_application on decision_entries (application_id, applied_at desc) where applied_at is not null;

-- What was read is what is approved: once proposed, nothing comes and nothing goes.
create function decision_entries_stand() returns trigger language plpgsql as $$
begin
  if exists (select from decision_lists where state <> 'drafting' and id in (select distinct list_id from touched)) then
    raise exception 'only a list that is being drafted is changed' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return null;
end $$;
create trigger decision_entries_come after insert on decision_entries referencing new table as touched
  for each statement execute function decision_entries_stand();
create trigger decision_entries_go after delete on decision_entries referencing old table as touched
  for each statement execute function decision_entries_stand();

alter table application_facts add constraint application_facts_list_id foreign key (list_id) references decision_lists;
