-- Which job a letter is about, so that officers see of a job what waits and what was not taken; null for letters about an account, or
-- about several jobs at once.
alter table outbox add column job_id bigint;
create index outbox_job on outbox (job_id) where job_id is not null;
