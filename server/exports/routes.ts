import { answer, type Route } from '../endpoints/serve.ts'
import { decideOnExport, withdrawExport } from './decide.ts'
import { downloadPlain, downloadRequested } from './download.ts'
import { viewExports } from './view-exports.ts'
import { printPublishedList, printPublishedListWithNames } from './published-list.ts'
import { requestFile } from './request-file.ts'
import { decideOnPack, downloadPack, listPacks, requestPack } from './selection-packs.ts'

export const exportsRoutes: Route[] = [
  answer('GET /api/staff/jobs/{id}/exports/', viewExports),
  answer('GET /api/staff/jobs/{id}/exports/file/', downloadPlain),
  answer('POST /api/staff/jobs/{id}/exports/', requestFile),
  answer('POST /api/staff/exports/{id}/decide/', decideOnExport),
  answer('POST /api/staff/exports/{id}/withdraw/', withdrawExport),
  answer('GET /api/staff/exports/{id}/file/', downloadRequested),
  answer('GET /api/staff/jobs/{id}/published-list/', printPublishedList),
  answer('POST /api/staff/jobs/{id}/published-list/names/', printPublishedListWithNames),
  answer('GET /api/staff/jobs/{id}/selection/packs/', listPacks),
  answer('POST /api/staff/jobs/{id}/selection/packs/', requestPack),
  answer('POST /api/staff/jobs/{id}/selection/packs/{pack}/decide/', decideOnPack),
  answer('GET /api/staff/jobs/{id}/selection/packs/{pack}/file/', downloadPack),
]
