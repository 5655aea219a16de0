-- How often a process has begun to put a pool together, and to store a result. Both are written in many short transactions; one that runs for
-- minutes would keep every replaced row of the queues, and slow them down. Only the last attempt may write.
alter table selections add column pool_attempts integer not null default 0;
alter table selection_runs add column result_attempts integer not null default 0;
