-- How many applications of a job were erased, by place or by person and never both: the reports of the job stay true, and no row is about
-- one application.
create table erased_sums (
  job_id bigint not null references jobs,
  stage smallint not null,
  county smallint,
  constituency smallint,
  gender "char" check (gender in ('M', 'F', 'O')),
  is_pwd boolean,
  -- Whether these were in the last block of the job, which is not complete: reports leave it out.
  in_block boolean,
  count integer not null check (count > 0),
  constraint erased_sums_once unique nulls not distinct (job_id, stage, county, constituency, gender, is_pwd, in_block),
  check (num_nulls(county, constituency) in (0, 2)),
  check (num_nulls(county, gender, is_pwd, in_block) in (1, 3)),
  check ((county is null) = (gender is not null))
);
