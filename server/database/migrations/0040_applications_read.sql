-- Which applications an officer has opened. The audit log says so too, but it is no place to filter by.
create table application_reads (
  application_id bigint not null references application_facts on delete cascade,
  staff_id bigint not null references staff,
  job_id bigint not null,
  primary key (application_id, staff_id)
);
create index application_reads_staff on application_reads (staff_id, job_id, application_id);
-- An officer is asked of their own part of a job, which the planner should know about before many rows have come.
alter table application_reads set (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Whether any officer has: written once an application, so that a count of a quarter of a million joins nothing.
alter table application_facts add column is_read boolean not null default false;

insert into application_reads (application_id, staff_id, job_id)
select distinct it.application_id, staff.id, it.job_id
from staff_acts done join application_facts it on it.application_id = done.application_id join staff on staff.id = done.staff_id
where done.act = 'application.looked_at';
update application_facts it set is_read = true where application_id in (select application_id from application_reads);

drop index application_facts_filter;
create index application_facts_filter on application_facts (job_id, stage, is_read, county, is_pwd, gender, documents, level, experience, year, born, flags,
  constituency, ward, is_open, list_id, place) include (application_id, submitted_at);
