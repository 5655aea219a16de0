-- T32: an approver or administrator is appointed by two administrators: one proposes, another agrees to what they read. So is each change of
-- role, areas, address or lost access of one.
create table staff_appointments (
  id bigint generated always as identity primary key,
  -- Null: somebody who is to be invited.
  staff_id bigint references staff,
  email text not null,
  name text not null,
  -- Role, areas, address and access as they stood when it was proposed, null for an invitation; and as they are to be.
  before jsonb,
  after jsonb not null,
  reason text not null check (length(reason) between 1 and 500),
  -- SHA-256 of all of the above: what was read is what is agreed to; the log holds it.
  digest bytea not null check (octet_length(digest) = 32),
  proposed_by bigint not null references staff,
  proposed_at timestamptz not null,
  -- Until when it waits.
  ends_at timestamptz not null,
  decided_by bigint references staff,
  decided_at timestamptz,
  agreed boolean,
  -- What the second administrator wrote.
  note text not null default '' check (length(note) <= 500),
  withdrawn_at timestamptz,
  check ((staff_id is null) = (before is null)),
  check (num_nonnulls(decided_by, decided_at, agreed) in (0, 3)),
  check (decided_at is null or withdrawn_at is null),
  constraint staff_appointments_second_person check (decided_by <> proposed_by),
  constraint staff_appointments_not_oneself check (proposed_by <> staff_id)
);
-- One waits for each person.
create unique index staff_appointments_waiting on staff_appointments (email) where decided_at is null and withdrawn_at is null;
create index staff_appointments_staff on staff_appointments (staff_id);
create index staff_appointments_proposed_by on staff_appointments (proposed_by);
create index staff_appointments_decided_by on staff_appointments (decided_by);
create trigger staff_appointments_stands before update of staff_id, email, name, before, after, reason, digest, proposed_by, proposed_at, ends_at
  on staff_appointments for each row execute function refuse_change();

-- T32: names before a list is approved are shown to who asked and was agreed with by another.
create table blind_requests (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  job_id bigint not null references jobs,
  reason text not null check (length(reason) between 1 and 500),
  requested_at timestamptz not null,
  -- Until when it waits.
  ends_at timestamptz not null,
  decided_by bigint references staff,
  decided_at timestamptz,
  agreed boolean,
  -- What the second officer wrote.
  note text not null default '' check (length(note) <= 500),
  withdrawn_at timestamptz,
  check (num_nonnulls(decided_by, decided_at, agreed) in (0, 3)),
  check (decided_at is null or withdrawn_at is null),
  constraint blind_requests_second_person check (decided_by <> staff_id)
);
-- One of an officer waits for each job.
create unique index blind_requests_waiting on blind_requests (staff_id, job_id) where decided_at is null and withdrawn_at is null;
create index blind_requests_job on blind_requests (job_id, id desc);
create index blind_requests_decided_by on blind_requests (decided_by);
create trigger blind_requests_stands before update of staff_id, job_id, reason, requested_at, ends_at
  on blind_requests for each row execute function refuse_change();
-- Null: lifted before two people were needed.
alter table blind_lifts add column request_id bigint constraint blind_lifts_request unique references blind_requests;
