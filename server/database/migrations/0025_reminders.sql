-- When a draft was last told that its deadline is near.
alter table job_applications add column reminded_at timestamptz;
