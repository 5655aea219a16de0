import type { StaffRole } from '#contract/staff/rights.ts'
import type { Areas } from '#contract/staff/endpoints.ts'
import { sql, type Tx } from '../database/connect.ts'

/** An officer with the values of the staff table, and with those of the audit log (`logged_…`). */
export type AuditedOfficer = {
  id: number
  /** The role in the staff table; null when only the audit log has the officer. */
  role: StaffRole | null
  /** The role in the audit log; null when only the staff table has the officer. */
  logged_role: string | null
  disabled: boolean
  logged_disabled: boolean
  areas: Areas
  /** The officer's areas in the audit log; null when no entry mentions areas. */
  logged_areas: Areas | null
}

/**
 * All officers of the staff table or the audit log, with the values of the last audit entries about them. One
 * query reads both, so that they are from the same moment.
 *
 * In the query, a row of `logged` is one audit entry and the officer whom the entry is about. Role, access
 * and areas are null where the entry does not mention them. An officer who joined has the areas of the
 * invitation.
 */
export const findAuditedOfficers = (db: Tx) =>
  db.rows<AuditedOfficer>(sql`
    with entries as materialized (
      select id, staff_id, role, act, detail from audit_entries where act in ('person.invited', 'person.joined', 'person.changed', 'appointment.agreed')),
    invited as (
      select distinct on (detail ->> 'invitation') detail ->> 'invitation' as invitation, detail -> 'areas' as areas
      from entries where act = 'person.invited' order by detail ->> 'invitation', id desc),
    logged as materialized (
      select id, case act when 'person.joined' then staff_id else (detail ->> 'person')::bigint end as person,
        case act when 'person.joined' then role when 'person.changed' then detail ->> 'role' else detail -> 'to' ->> 'role' end as role,
        case act when 'person.changed' then detail ->> 'disabled' when 'appointment.agreed' then detail -> 'to' ->> 'disabled' end as disabled,
        case act when 'person.joined' then invited.areas when 'person.changed' then detail -> 'areas' else detail -> 'to' -> 'areas' end as areas
      from entries left join invited on act = 'person.joined' and invitation = detail ->> 'invitation' where act <> 'person.invited'),
    roles as (select distinct on (person) person, role from logged where person is not null order by person, id desc)
    select coalesce(staff.id, roles.person) as id, staff.role, roles.role as logged_role, staff.disabled_at is not null as disabled,
      coalesce((select disabled = 'true' from logged where person = staff.id and disabled is not null order by id desc limit 1), false) as logged_disabled,
      json_build_object('counties', array(select county_code from staff_areas where staff_id = staff.id and county_code is not null order by county_code),
        'constituencies', array(select constituency_code from staff_areas where staff_id = staff.id and constituency_code is not null order by constituency_code)) as areas,
      (select areas from logged where person = staff.id and areas is not null order by id desc limit 1) as logged_areas
    from staff full join roles on roles.person = staff.id order by id`)

/**
 * Actions that need two officers and differ from the audit log, at most 100. One row is one action: its kind
 * (`what`) and its id. The log lacks an entry by one of the two, or has other values. A `lift` shows an
 * officer the names of applicants for some time. An `export` also differs when its list of applications does
 * not have its digest, or when the log has another number of downloads. An empty list is not compared:
 * housekeeping empties lists that were never downloaded.
 */
export const findDifferingActions = (db: Tx) =>
  db.rows<{ what: 'appointment' | 'lift' | 'export' | 'change'; id: number }>(sql`
    select 'appointment' as what, appointment.id from staff_appointments appointment
    where not exists (
        select from audit_entries where act = 'appointment.proposed' and staff_id = proposed_by and detail ->> 'appointment' = appointment.id::text
          and detail ->> 'digest' = encode(appointment.digest, 'hex') and detail -> 'to' = after and detail -> 'from' is not distinct from coalesce(before, 'null'::jsonb))
      or (agreed is not null and not exists (
        select from audit_entries where act = case when agreed then 'appointment.agreed' else 'appointment.refused' end and staff_id = decided_by
          and detail ->> 'appointment' = appointment.id::text and detail ->> 'digest' = encode(appointment.digest, 'hex')))
      or (agreed is null and exists (
        select from audit_entries where act in ('appointment.agreed', 'appointment.refused') and detail ->> 'appointment' = appointment.id::text))
    union all
    select 'lift', lift.id from blind_lifts lift
    where not exists (
        select from audit_entries where act = 'blind.lifted' and staff_id = lift.staff_id and job_id = lift.job_id and (detail ->> 'until')::timestamptz = ends_at)
      or (request_id is not null and not exists (
        select from blind_requests request join audit_entries entry on entry.act = 'blind.agreed' and entry.staff_id = request.decided_by
          and entry.detail ->> 'lift' = request.id::text and (entry.detail ->> 'person')::bigint = lift.staff_id
        where request.id = lift.request_id and request.staff_id = lift.staff_id and request.job_id = lift.job_id and request.decided_by <> lift.staff_id))
    union all
    select 'export', request.id from export_requests request
    where not exists (
        select from audit_entries where act = 'export.requested' and staff_id = requested_by and detail ->> 'request' = request.id::text
          and detail ->> 'digest' = encode(request.digest, 'hex'))
      or (application_ids <> '{}' and sha256(convert_to(array_to_string(application_ids, ','), 'UTF8')) <> request.digest)
      or (approved and not exists (
        select from audit_entries where act = 'export.approved' and staff_id = decided_by and detail ->> 'request' = request.id::text
          and detail ->> 'digest' = encode(request.digest, 'hex')))
      or downloads <> (select count(*) from audit_entries where act = 'export.identities_downloaded' and job_id = request.job_id and detail ->> 'request' = request.id::text)
    union all
    select 'change', change.id from job_changes change
    where approved and not exists (
      select from audit_entries where act = 'job.change_approved' and staff_id = decided_by and job_id = change.job_id and detail ->> 'change' = change.id::text)
    order by what, id limit 100`)

/** Appointments and export requests that the audit log has but that no longer exist, at most 100. */
export const findDeletedActions = (db: Tx) =>
  db.rows<{ what: 'appointment' | 'export'; id: string }>(sql`
    select distinct 'appointment' as what, detail ->> 'appointment' as id from audit_entries
    where act = 'appointment.proposed' and not exists (select from staff_appointments where id::text = detail ->> 'appointment')
    union all
    select distinct 'export', detail ->> 'request' from audit_entries
    where act = 'export.requested' and not exists (select from export_requests where id::text = detail ->> 'request')
    order by what, id limit 100`)
