create table job_applications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  job_id bigint not null references jobs,
  is_completed boolean not null default false,
  reference_number text unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- W9: one a person and job, whoever creates it.
  constraint job_applications_person_job unique (user_id, job_id)
);
create index job_applications_job on job_applications (job_id);
