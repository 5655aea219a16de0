-- The log as it is read: newest first, of one officer, one job, or one kind of act. `id` follows the order of inserts, not of time.
create index staff_acts_at on staff_acts (at desc, id desc);
create index staff_acts_act on staff_acts (act, at desc, id desc) include (staff_id);
create index staff_acts_staff_at on staff_acts (staff_id, at desc, id desc);
create index staff_acts_job_at on staff_acts (job_id, at desc, id desc) where job_id is not null;

-- Unusual numbers of acts of one officer in one day of Nairobi, as they were found. That somebody looked into one is an act of the log.
create table staff_alarms (
  id bigint generated always as identity primary key,
  rule text not null check (rule in ('looks', 'lifts', 'exports', 'support', 'night', 'hasty', 'pairs')),
  staff_id bigint not null references staff,
  -- The proposer, where it is about two.
  other_id bigint references staff,
  day date not null,
  count integer not null check (count > 0),
  found_at timestamptz not null,
  constraint staff_alarms_once unique nulls not distinct (staff_id, rule, other_id, day)
);
create index staff_alarms_day on staff_alarms (day desc, id desc);
create index staff_alarms_other on staff_alarms (other_id);
