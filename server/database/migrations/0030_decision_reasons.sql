-- The second person reads every reason on a list, so reasons are kept once each: a kind, what the kind asks for, and free words.
create table decision_reasons (
  id bigint generated always as identity primary key,
  list_id bigint not null references decision_lists,
  -- Of contract/decision-reasons.ts.
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Canonical JSON, as the digest of the list takes it.
  values json not null default '{}',
  words text not null default '' check (length(words) <= 1000),
  constraint decision_reasons_other_says_something check (kind <> 'other' or words <> '')
);
create unique index decision_reasons_once on decision_reasons (list_id, kind, md5(values::text), md5(words));

-- `reason` of both tables is not read any more: what it held is a reason of the kind `other`.
alter table decision_entries add column reason_id bigint;
alter table decision_lists
  add column reason_id bigint references decision_reasons,
  -- Of what is under `digest`: 1 of reasons as prose, 2 of reasons as they are kept now.
  add column digest_format smallint not null default 1 check (digest_format in (1, 2)),
  -- Why a verdict is proposed before the job's deadline.
  add column early_reason text not null default '' check (length(early_reason) <= 1000),
  -- Sums of gender and disability that give nobody away, of the version that was proposed when they were last counted.
  add column sums jsonb;
create index decision_lists_reason on decision_lists (reason_id) where reason_id is not null;

insert into decision_reasons (list_id, kind, words)
select list_id, 'other', reason from decision_entries where reason is not null
union
select id, 'other', reason from decision_lists where reason <> '';
update decision_entries entry set reason_id = kept.id from decision_reasons kept
where entry.reason is not null and kept.list_id = entry.list_id and kept.words = entry.reason;
update decision_lists list set reason_id = kept.id from decision_reasons kept
where list.reason <> '' and kept.list_id = list.id and kept.words = list.reason;

-- A foreign key would ask for each of a quarter of a million rows; this asks once.
create function decision_entries_are_reasoned() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct list_id, reason_id from touched where reason_id is not null) used
    where not exists (select from decision_reasons kept where kept.id = used.reason_id and kept.list_id = used.list_id))
  then
    raise exception 'a reason belongs to the list of its entry' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger decision_entries_reasoned after insert on decision_entries referencing new table as touched
  for each statement execute function decision_entries_are_reasoned();

-- Applicants whose names are hidden, by the groups of which sums were told: no sum may single one out of a group.
create table decision_sum_groups (
  application_id bigint primary key references job_applications on delete cascade,
  group_id uuid not null
);
create index decision_sum_groups_group on decision_sum_groups (group_id);
