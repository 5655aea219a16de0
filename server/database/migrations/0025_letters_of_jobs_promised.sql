-- Those that were promised before: by the job they name, or that of the application they are about. Apart from the column, so that
-- nobody who sends an application waits for it.
update outbox it set job_id = coalesce(
  case when topic in ('job-applications.deadline-near', 'staff.deadline-changed') then (payload ->> 'jobId')::bigint end,
  (select application.job_id from job_applications application
    where application.id = coalesce(it.payload ->> 'applicationId', it.payload ->> 'application')::bigint))
where topic in ('job-applications.received', 'job-applications.deadline-near', 'staff.deadline-changed', 'decisions.status', 'messages.letter');
