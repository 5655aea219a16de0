-- A union with conditions cannot be looked up by application: each page of a pool read all submissions.
create or replace view first_submissions as
select latest.application_id, coalesce(before.salt, latest.salt) as salt, coalesce(before.digest, latest.digest) as digest,
  coalesce(before.submitted_at, latest.submitted_at) as submitted_at
from submissions latest
left join superseded_submissions before on before.application_id = latest.application_id and before.version = 1;
