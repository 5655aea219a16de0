import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

type Props = {
  units: { code: number; name: string; seats: number; people: number }[]
  map: { address: string; width: number; height: number }
}

/** Seats against people by county, as a map and a table. */
export const Counties = ({ units, map }: Props) => (
  <section className="band no-print" aria-labelledby="counties">
    <h2 id="counties">
      <Trans>Seats and people by county</Trans>
    </h2>
    <div className="sel-where mt4">
      <img
        src={map.address}
        width={map.width}
        height={map.height}
        loading="lazy"
        alt={t`Map of these counties`}
      />
      <table className="sel-table">
        <thead>
          <tr>
            <th scope="col">{t`County`}</th>
            <th scope="col">{t`Seats`}</th>
            <th scope="col">{t`People`}</th>
            <th scope="col">{t`For each seat`}</th>
          </tr>
        </thead>
        <tbody>
          {units.map(({ code, name, seats, people }) => (
            <tr key={code}>
              <th scope="row">{name}</th>
              <td className="num">{seats}</td>
              <td className="num">{people}</td>
              <td className="num">{(people / seats).toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
