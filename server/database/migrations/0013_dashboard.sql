-- L2, L3: an application as its owner sees it. The list, its filter and the figures of the dashboard all read it here.
create view applications_seen as
select id, user_id, job_id, is_completed, reference_number, case when is_completed then status else 'Draft' end as status,
  created_at, updated_at, submitted_at
from job_applications;

create index notifications_unread on notifications (user_id) where not is_read;
