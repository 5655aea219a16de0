-- The last check of the public log that an officer started, in one row for the whole portal: the process that answers an officer is often not
-- the one that checks.
create table last_log_check (
  id smallint primary key default 1 check (id = 1),
  -- Grows with each check, so that a process that hung does not write over a later check.
  number integer not null default 1,
  began_at timestamptz not null,
  -- When its process last said that the check runs. After a silence the process counts as stopped.
  alive_at timestamptz not null,
  ended_at timestamptz,
  -- How many of each kind were compared; null until the check ends, or when it could not finish.
  counted jsonb,
  faults integer not null default 0,
  -- The first faults, in words.
  told text[] not null default '{}'
);
