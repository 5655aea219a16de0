-- A preview keeps the words of headings (S1 §2). This is what `preview` in server/jobs/rich-text.ts makes of sanitised text.
update jobs set preview = case when char_length(plain) > 100 then left(plain, 100) || '…' else plain end
from (
  select id, btrim(regexp_replace(
    replace(replace(replace(replace(
      regexp_replace(regexp_replace(description_html, '</?(?:p|li|h\d|br|tr|td|ul|ol|div)\y[^>]*>', ' ', 'gi'), '<[^>]*>', '', 'g'),
      '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), '\s+', ' ', 'g')) as plain
  from jobs where description_html ~ '<h\d'
) as it
where it.id = jobs.id;
