-- Before a deadline, who has a correction that is not sent is reminded: a few among very many applications of a job.
create index job_applications_corrections on job_applications (job_id) where reopened_at is not null;
