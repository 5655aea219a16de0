-- What the list of jobs sorts and filters by stands in one index, so that it opens only the six jobs it shows. A job without a deadline closes last.
alter table jobs add column closes timestamptz generated always as (coalesce(expiry_date, 'infinity'::timestamptz)) stored not null;
create index jobs_listed on jobs (closes, id) include (title, location, department, category, job_type_id, vacancies, created_at) where is_active;
-- The index alone answers once the table was vacuumed, which would otherwise wait for a thousand new jobs.
alter table jobs set (autovacuum_vacuum_insert_threshold = 20, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_threshold = 20, autovacuum_analyze_threshold = 20);
