-- no-transaction
create index concurrently if not exists job_applications_to_erase on job_applications (job_id, id) where is_completed and erased_at is null;
