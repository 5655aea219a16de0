-- Drafts begun, by the hour: the same index as before, with the time in it.
create index job_applications_begun on job_applications (job_id, created_at);
drop index job_applications_job;

-- Which sentences people met, and how often: those of the contract, and never what somebody typed.
create table faults_met (
  -- In Nairobi.
  day date not null,
  -- 0: no job was named.
  job_id bigint not null,
  -- The call that was refused, or the page that said it.
  place text not null check (length(place) between 1 and 100),
  field text not null check (length(field) <= 40),
  -- '': a sentence that is in no list.
  message text not null check (length(message) <= 300),
  times bigint not null check (times > 0),
  primary key (day, job_id, place, field, message)
);
