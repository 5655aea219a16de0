-- The reason of a measured extension is two numbers: `down_minutes` of the last `measured_hours` before the deadline.
-- contract/jobs/extensions.ts makes the sentence when it is read, so another language needs no parsing of English.
-- `reason` holds only what an officer wrote.
alter table job_changes
  add column measured_hours smallint check (measured_hours > 0),
  add constraint job_changes_measured_hours check (measured_hours is null or down_minutes is not null);

with measured as materialized (
  select id, (regexp_match(reason,
    '^The portal was down for \d+ minutes? of the last (?:hour|(\d+) hours) before the deadline\.$'))[1] as hours
  from job_changes
  where down_minutes is not null and reason ~ '^The portal was down for \d+ minutes? of the last (hour|\d+ hours) before the deadline\.$'
)
update job_changes it set reason = '', measured_hours = coalesce(measured.hours, '1')::smallint
from measured where it.id = measured.id;

-- A notification about it holds the same two numbers.
with measured as materialized (
  select id, regexp_match(params ->> 'reason',
    '^The portal was down for (\d+) minutes? of the last (?:hour|(\d+) hours) before the deadline\.$') as found
  from notifications where kind = 'deadline_moved'
)
update notifications it set params = it.params || jsonb_build_object('reason', '', 'down_minutes', measured.found[1]::int,
  'measured_hours', coalesce(measured.found[2], '1')::int)
from measured where it.id = measured.id and measured.found is not null;
