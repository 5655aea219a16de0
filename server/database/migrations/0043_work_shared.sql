-- How many a job has in each constituency, and how many of them no officer has opened, so that the start page of an officer counts no
-- application. The worker and whoever opens an application for the first time write it in their own transaction.
create table area_counts (
  job_id bigint not null references jobs,
  county smallint not null,
  constituency smallint not null,
  applications integer not null,
  unread integer not null,
  primary key (job_id, county, constituency)
) with (fillfactor = 50);
create function count_areas() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  -- In one order: two that count the same areas wait for each other, and never both.
  insert into area_counts (job_id, county, constituency, applications, unread)
  select job_id, county, constituency, sign * count(*), sign * count(*) filter (where not is_read) from changed group by 1, 2, 3 order by 1, 2, 3
  on conflict (job_id, county, constituency) do update
  set applications = area_counts.applications + excluded.applications, unread = area_counts.unread + excluded.unread;
  return null;
end $$;
create trigger application_facts_area_counted after insert on application_facts referencing new table as changed for each statement execute function count_areas();
create trigger application_facts_area_gone after delete on application_facts referencing old table as changed for each statement execute function count_areas();
create function count_read() returns trigger language plpgsql as $$
begin
  update area_counts it set unread = it.unread + case when new.is_read then -1 else 1 end
  where it.job_id = new.job_id and it.county = new.county and it.constituency = new.constituency;
  return null;
end $$;
create trigger application_facts_first_read after update on application_facts for each row when (old.is_read is distinct from new.is_read)
execute function count_read();
insert into area_counts (job_id, county, constituency, applications, unread)
select job_id, county, constituency, count(*), count(*) filter (where not is_read) from application_facts group by 1, 2, 3;

-- Who works on what of a job. It grants nothing and hides nothing.
create table work_plans (
  job_id bigint primary key references jobs,
  kind text not null check (kind in ('county', 'parts')),
  -- Only what nobody had read but the one whose share it is.
  only_unread boolean not null,
  shared_by bigint not null references staff,
  shared_at timestamptz not null
);
create index work_plans_shared_by on work_plans (shared_by);

-- Counties, and in them a range of the 65,536 parts into which applications fall by their ids: whole counties have all parts, an equal
-- part has all counties. There is no row for an application.
create table work_shares (
  job_id bigint not null references work_plans on delete cascade,
  staff_id bigint not null references staff,
  counties smallint[] not null,
  part_from integer not null,
  -- The first that is not theirs any more.
  part_to integer not null,
  primary key (job_id, staff_id),
  check (part_from between 0 and part_to and part_to <= 65536)
);
create index work_shares_staff on work_shares (staff_id);

create index decision_lists_waiting on decision_lists (proposed_at) where state = 'proposed';
