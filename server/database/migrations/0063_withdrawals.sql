-- An application is withdrawn until there is a verdict. What was sent stays as it was; officers' lists lose it.
alter table job_applications
  add column withdrawn_at timestamptz(3),
  -- The application's own id once it is withdrawn, 0 before: so its person may apply for the job again.
  add column withdrawn_id bigint not null default 0;
alter table job_applications
  add constraint job_applications_withdrawn check (
    (withdrawn_at is null) = (withdrawn_id = 0) and withdrawn_id in (0, id) and (is_completed or withdrawn_at is null)) not valid;
alter table job_applications validate constraint job_applications_withdrawn;
alter table job_applications
  drop constraint job_applications_person_job,
  add constraint job_applications_person_job unique (user_id, job_id, withdrawn_id);

create table withdrawals (
  id bigint generated always as identity primary key,
  application_id bigint not null references job_applications,
  -- Where it was for officers, and whether they saw the names: support can put it back there.
  stage smallint not null,
  is_open boolean not null,
  withdrawn_at timestamptz(3) not null,
  -- Its event in the public log.
  salt bytea not null check (octet_length(salt) = 32),
  digest bytea not null check (octet_length(digest) = 32),
  restored_at timestamptz(3),
  restored_by bigint references staff,
  check ((restored_at is null) = (restored_by is null))
);
create unique index withdrawals_in_effect on withdrawals (application_id) where restored_at is null;
create index withdrawals_application on withdrawals (application_id, id desc);
create index withdrawals_restored_by on withdrawals (restored_by) where restored_by is not null;

-- The owner's view: a withdrawn application is neither a draft nor at a stage.
create or replace view applications_seen as
select id, user_id, job_id, is_completed, reference_number,
  case when not is_completed then 'Draft' when withdrawn_at is not null then 'Withdrawn' else status end as status,
  created_at, updated_at, submitted_at
from job_applications;
